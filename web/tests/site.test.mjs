// The page as a folder of files: the engines in the browser, first with a network and then without.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { artifacts, settled, status, violations } from './browser.mjs'
import { Folder } from './folder.mjs'

let folder
before(async () => {
  folder = await Folder.open()
})
after(async () => {
  await folder.close()
})

const over = /win|Draw|gana|Tablas/i
const PEOPLE = 'first=human&second=human'

/** Goes somewhere inside the page, without loading it again. */
async function go(page, address, title) {
  await page.goto(`${folder.address}#${address}`)
  await page.waitForFunction((title) => document.title.startsWith(title), title)
}

/** Opens a game and waits until its position is on the screen. */
async function open(page, game, query, plies = 0) {
  await go(page, `/play/${game}?${query}`, `${game} `)
  await settled(page, plies)
}

const proofs = (page) => page.locator('.judgement svg[role=img]').count()

/** A person by keyboard against a player that searches. */
async function playByKeyboard(page) {
  await open(page, 'connect4:5x4:3', 'first=human&second=ninja1')
  for (let turn = 0; turn < 12; turn++) {
    await settled(page)
    if (over.test(await status(page))) return
    const plies = await page.locator('[data-ply]').count()
    const [column] = await page.locator('.column.open').allTextContents()
    await page.keyboard.press(column.trim()[0])
    await settled(page, plies + 1)
  }
  assert.fail('no end')
}

/** Players against each other, as fast as the page goes. */
async function watch(page, game) {
  await open(page, game, 'first=random:seed=3&second=random:seed=4')
  await page.locator('.speed input').fill('4')
  await page.waitForFunction((over) => new RegExp(over, 'i').test(document.querySelector('.status')?.textContent ?? ''), over.source, { timeout: 120_000 })
}

/** Everything that a class does, one after the other. */
async function everything(page) {
  await playByKeyboard(page)
  for (const game of ['crush', 'boom', 'desconecta', 'nraya', 'mnk', 'parchis:2022:almost-goal']) await watch(page, game)

  // Analysis with proofs: 4 wins, 7 stops the other's three, and whatever else is played loses to it.
  await open(page, 'crush', `moves=172737&${PEOPLE}`, 6)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.getByRole('button', { name: /^4\s*W1$/ }).waitFor()
  await page.getByRole('button', { name: /^1\s*L2$/ }).waitFor()
  // And with the book: nothing else knows the exact score of an opening so soon.
  await open(page, 'connect4', `moves=44&${PEOPLE}`, 2)
  await page.waitForFunction(() => document.querySelectorAll('.judgement li svg[role=img]').length === 7)
  assert.ok((await proofs(page)) >= 7)
  await page.locator('.judgement button[aria-pressed]').click()

  // A reload in the middle.
  await open(page, 'boom', 'first=human&second=ninja1&moves=44', 2)
  await page.keyboard.press('3')
  await settled(page, 4)
  const before = await page.locator('[data-ply]').allTextContents()
  await page.reload()
  await settled(page, 4)
  assert.deepEqual((await page.locator('[data-ply]').allTextContents()).slice(0, 4), before.slice(0, 4))

  // A search in time, with more events than one answer holds.
  await go(page, `/search/boom?${PEOPLE}&engine=minimax&eval=puntuacion&depth=5`, 'Inside')
  await page.locator('[role=tree] [role=treeitem]').first().waitFor()
  await page.keyboard.press('End')
  await page.getByText(/^Done: MAX plays/).waitFor()

  // Practice.
  await go(page, `/practice?ask=cuts&tree=${encodeURIComponent('((3 12 8) (2 4 6) (14 5 2))')}`, 'Which branches will be cut?')
  await page.locator('[role=tree] [role=treeitem]').first().waitFor()
  for (const value of [4, 6]) await page.locator(`[role=treeitem][aria-label$=", ${value}"]`).first().click()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('All right!').waitFor()

  // Heuristics, rules, the editor and the stories, in both languages.
  await go(page, `/heuristics/connect4?moves=4455&${PEOPLE}`, 'Heuristics')
  await page.getByText('✓ right').first().waitFor()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByText('✓ acierta').first().waitFor()
  await go(page, '/rules/boom', 'Reglas')
  await page.getByText(/bomba/).first().waitFor()
  await go(page, '/edit/connect4', 'Editar')
  await page.locator('svg.board-drawing').first().waitFor()
  await go(page, '/stories', 'Historias')
  await page.locator('main h2').first().waitFor()
  await page.getByRole('button', { name: 'English' }).click()
}

test('a class: games of every family, proofs, searches, practice, both languages; and all of it again without a network', async () => {
  const page = await folder.visit()
  await page.locator('.cards article svg').first().waitFor()
  assert.deepEqual(await violations(page), [])
  await page.screenshot({ path: join(artifacts, 'site-lobby.png'), fullPage: true })
  await everything(page)
  // What two devices and programs need is not here, and is said.
  await go(page, '/about', 'About')
  await page.getByText(/need a server/).waitFor()
  assert.equal(await page.getByRole('link', { name: 'API' }).count(), 0)
  // The copy is whole before the network goes.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active.state !== 'activated') await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
  await folder.cut()
  await page.goto('about:blank')
  await page.goto(folder.address)
  await page.locator('.cards article svg').first().waitFor()
  await everything(page)
  assert.deepEqual(await violations(page), [])
  await page.done()
})
