// What there is besides playing: analysis, the tree of a search, heuristics, the arena.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { World, artifacts, poda, settled, soon, violations } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const pieces = (page) => page.locator('.frame .piece').count()

test('scores stream in, exact ones are locked, and lines play out when pointed at', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human')
  await settled(page, 4)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.locator('.column .note').first().waitFor()
  await page.locator('.column .note.sure').first().waitFor()
  const stones = await pieces(page)
  await page.locator('.judgement li button').first().hover()
  await page.waitForFunction((count) => document.querySelectorAll('.frame .piece').length > count + 1, stones)
  await page.mouse.move(0, 0)
  await page.waitForFunction((count) => document.querySelectorAll('.frame .piece').length === count, stones)
  await page.getByRole('checkbox', { name: 'Hide hints' }).check()
  await page.waitForFunction(() => !document.querySelector('.column .note'))
  await page.keyboard.down('h')
  await page.locator('.column .note').first().waitFor()
  await page.keyboard.up('h')
  await page.waitForFunction(() => !document.querySelector('.column .note'))
  await page.done()
})

test('wins and losses of bomb games are proved', async () => {
  // Three in a row: 4 wins, 7 stops the other's three, and whatever else is played loses to it.
  const page = await world.visit('/play/crush?moves=172737&first=human&second=human')
  await settled(page, 6)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.getByRole('button', { name: /^4\s*W1$/ }).waitFor()
  await page.getByRole('button', { name: /^1\s*L2$/ }).waitFor()
  assert.ok((await page.locator('.judgement svg[role=img]').count()) >= 6)
  await page.getByRole('link', { name: 'Heuristics' }).click()
  await page.getByText('✓ right').first().waitFor()
  await page.done()
})

test('after a game its value is drawn and blunders are marked, by whoever made them', async () => {
  // Player 1 does not put a fourth stone on three, and player 2 does: a blunder however deep the review looks.
  const page = await world.visit('/play/connect4?moves=17171727&first=human&second=human')
  await settled(page, 8)
  await page.getByRole('button', { name: 'Review the game' }).click()
  await page.waitForFunction(() => document.querySelector('figure polyline')?.getAttribute('points')?.trim().split(' ').length === 9)
  await page.locator('[data-ply="7"].blunder').waitFor()
  const marked = () => page.locator('.blunder').evaluateAll((moves) => moves.map((move) => move.dataset.ply))
  const blunders = await marked()
  // Looking at an earlier position changes nothing about the moves; another game has no review yet.
  await page.keyboard.press('Home')
  await page.locator('[aria-current=step]').waitFor({ state: 'detached' })
  await settled(page, 8)
  await soon(async () => assert.deepEqual(await marked(), blunders))
  await page.keyboard.press('End')
  await page.locator('[data-ply="8"][aria-current=step]').waitFor()
  await settled(page, 8)
  await page.keyboard.press('u')
  await page.locator('figure polyline').waitFor({ state: 'detached' })
  await page.done()
})

test('a review can be stopped, and what it has found stays', async () => {
  // Column by column, nine in a row: the first stone of the last column completes a diagonal, so there is much to review.
  const moves = `${[...'12345678'].map((column) => column.repeat(9)).join('')}9`
  const page = await world.visit(`/play/connect4:9x9:9?moves=${moves}&first=human&second=human`)
  await settled(page, 73)
  await page.getByRole('button', { name: 'Review the game' }).click()
  await page.locator('figure polyline').waitFor({ state: 'attached' })
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  const points = (await page.locator('figure polyline').getAttribute('points')).trim().split(' ')
  assert.ok(points.length > 0 && points.length < 74, `${points.length} positions`)
  await page.done()
})

test('runs of the command line are in the arena, and a stopped one goes on', async () => {
  const [game, seed] = ['connect4:5x4', '7']
  const words = ['match', 'random', 'ninja2', '--game', game, '--games', '4', '--seed', seed, '--quiet', '--db', join(world.folder, 'arena.db')]
  execFileSync(poda, words, { stdio: 'ignore' })
  const page = await world.visit('/arena')
  await page.getByRole('link', { name: 'random against ninja2' }).click()
  await page.getByText('4 / 4').waitFor()
  await page.locator('.boards a svg').first().waitFor()
  // A long one shows its boards while they are played on.
  await page.getByRole('link', { name: 'Arena' }).click()
  await page.locator('form select').first().selectOption('parchis')
  await page.getByLabel('Player 1').selectOption('random')
  await page.getByLabel('Player 2').selectOption('random')
  await page.getByLabel('Games per pair').fill('2000')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.locator('.live svg').first().waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  // Somebody else may watch.
  const other = await world.visit(new URL(page.url()).pathname)
  await other.locator('.live svg').first().waitFor()
  await soon(async () => assert.equal(await other.getByRole('button', { name: 'Stop' }).count(), 0))
  await other.done()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.done()
})

test('a run says who beat whom, shows the games of one player, and why it loses', async () => {
  const players = ['weak=alphabeta:depth=1,eval=neighbours', 'ninja2', 'random']
  const words = ['tournament', '--players', ...players, '--game', 'connect4', '--games', '4', '--seed', '4', '--quiet', '--json', '--db', join(world.folder, 'arena.db')]
  const { run, table } = JSON.parse(execFileSync(poda, words, { stdio: ['ignore', 'pipe', 'ignore'] }))
  const page = await world.visit(`/arena/${run.id}`)
  // The cross table has the points of the command line.
  const row = table.find(({ player }) => player.name === 'weak')
  const met = row.against.find(({ name }) => name === 'ninja2').results
  const cross = page.getByRole('region', { name: 'Who beat whom' })
  await cross.getByRole('row', { name: 'weak' }).getByText(`${met.wins + met.draws / 2} / 4`, { exact: true }).first().waitFor()
  // A name has its own direction of writing.
  assert.deepEqual((await cross.locator('th bdi').allTextContents()).sort(), ['ninja2', 'random', 'weak'])
  await page.locator('ul.boards:not(.live) bdi').first().waitFor()
  // Games of one player, and those that it lost.
  const games = page.getByRole('list', { name: 'Games' }).getByRole('listitem')
  await games.nth(11).waitFor()
  await page.getByLabel('Games of').selectOption('weak')
  await page.waitForFunction(() => document.querySelectorAll('ul.boards:not(.live) li').length === 8)
  await page.getByLabel('lost games only').check()
  await page.waitForFunction((lost) => document.querySelectorAll('ul.boards:not(.live) li').length === lost, row.results.losses)
  // Why it loses: the costliest move is open, and the better line can be stepped through.
  await page.getByRole('link', { name: 'weak: Why does it lose?' }).click()
  await page.waitForURL(/\/lost\/0/)
  await page.getByRole('heading', { name: 'What both heuristics saw' }).waitFor()
  await page.locator('.pair li.played').first().waitFor()
  await page.getByRole('button', { name: 'The better line' }).click()
  await page.locator('.line .done').first().waitFor()
  await page.getByText('(proved)').first().waitFor()
  await page.waitForFunction((lost) => document.querySelectorAll('.losses li').length === lost, Math.min(8, row.results.losses), { timeout: 120_000 })
  // What is stepped through stays, however costly the moves are that are found later.
  await page.locator('.line .done').first().waitFor({ timeout: 5_000 })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme)
    assert.deepEqual(await violations(page), [])
    await page.screenshot({ path: join(artifacts, `losses-${theme}.png`), fullPage: true })
  }
  await page.getByRole('link', { name: 'Open the game here' }).click()
  await page.waitForURL(/\/play\/.*ply=/)
  await page.done()
})

test('programs of the list play by their names, behind a token that reloads keep', async () => {
  const bot = `json:python3 ${fileURLToPath(new URL('../../examples/bots/json_bot.py', import.meta.url))}`
  const card = (page) => page.locator('article', { has: page.getByRole('heading', { name: 'Conecta-4 Crush' }) })
  // A command is none of the players, here as little as there.
  const refused = await world.visit('/')
  await card(refused).getByText('Advanced').click()
  await card(refused).getByLabel('Plays second').selectOption('Custom engine…')
  await card(refused).getByLabel('Engine spec').fill(bot)
  await card(refused).getByRole('button', { name: 'Play', exact: true }).click()
  await settled(refused, 0)
  await refused.keyboard.press('4')
  await refused.locator('.error', { hasText: '--bots' }).waitFor()
  await refused.done()
  const list = join(world.folder, 'bots.toml')
  // A sandbox shows a listed program the folder of the list, and nothing else.
  copyFileSync(new URL('../../examples/bots/json_bot.py', import.meta.url), join(world.folder, 'bot.py'))
  writeFileSync(list, '[[bot]]\nname = "mine"\ncommand = "json:python3 bot.py"\ngames = ["crush"]\n')
  const open = await World.open('--bots', list)
  // Whoever does not know the token sees nothing of it.
  assert.equal((await fetch(`${open.address}/api/catalog`)).status, 401)
  const page = await open.visit('/', { token: true })
  assert.ok(!page.url().includes('token'), page.url())
  await page.reload()
  await card(page).getByText('Advanced').click()
  await card(page).getByLabel('Plays second').selectOption('mine')
  await card(page).getByRole('button', { name: 'Play', exact: true }).click()
  await settled(page, 0)
  await page.keyboard.press('4')
  await settled(page, 2)
  for (const [column, plies] of [['3', 4], ['5', 6]]) {
    await page.keyboard.press(column)
    await settled(page, plies)
  }
  await page.screenshot({ path: join(artifacts, 'bot.png'), fullPage: true })
  await page.done()
  await open.close()
})

test('a match in the arena', async () => {
  const page = await world.visit('/arena')
  await page.locator('form').waitFor()
  await page.getByLabel('Games per pair').fill('4')
  await page.getByLabel('Player 2').selectOption('minimax')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL(/\/arena\/\d+/)
  await page.getByText('4 / 4').waitFor()
  await page.locator('.verdict').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.screenshot({ path: join(artifacts, 'run.png'), fullPage: true })
  await page.locator('.boards a').first().click()
  await page.waitForURL(/\/play\//)
  await settled(page, 1)
  // Who played is kept.
  const who = new URL(page.url()).searchParams
  assert.deepEqual([who.get('first'), who.get('second')].sort(), ['minimax', 'ninja1'])
  await page.done()
})

test('the program of the guide follows its protocol', () => {
  const bot = fileURLToPath(new URL('../src/guide/bot.py', import.meta.url))
  const said = execFileSync(poda, ['check-bot', `json:python3 ${bot}`, '--game', 'connect4', '--sandbox', 'none'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  assert.match(said, /all well/)
})
