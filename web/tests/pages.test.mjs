// Every page, in both themes and both sizes: no violation of WCAG that axe-core can see, nothing the browser complains
// about, and a picture of it for people to look at.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { World, artifacts, settled, violations } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const GAME = '/play/boom?moves=44553321766&first=human&second=human'
const PAGES = [
  { name: 'lobby', path: '/', wait: '.cards .mini svg' },
  { name: 'rules', path: '/rules/crush', wait: 'figure svg' },
  { name: 'rules-parchis', path: '/rules/parchis', wait: 'table' },
  { name: 'play', path: GAME, wait: '.board svg' },
  { name: 'parchis', path: '/play/parchis?first=human&second=human', wait: '.dice' },
  { name: 'search', path: GAME.replace('/play/', '/search/'), wait: '[role=tree]' },
  { name: 'heuristics', path: GAME.replace('/play/', '/heuristics/'), wait: '.opinions' },
  { name: 'arena', path: '/arena', wait: 'form' },
  { name: 'lost', path: '/nowhere', wait: 'h1' },
]

for (const { name, path, wait } of PAGES) {
  for (const [kind, options] of Object.entries({
    light: { locale: 'en-GB' },
    'dark-phone': { dark: true, phone: true, locale: 'es-ES' },
  })) {
    test(`${name}, ${kind}`, async () => {
      const page = await world.visit(path, options)
      await page.locator(wait).first().waitFor()
      assert.deepEqual(await violations(page), [])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `sticks out by ${wide}`)
      await page.screenshot({ path: join(artifacts, `${name}-${kind}.png`), fullPage: true })
      await page.done()
    })
  }
}

test('the first load is small', async () => {
  const page = await world.visit('/nowhere')
  const scripts = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response)
  })
  await page.goto(world.address)
  await page.locator('.cards .mini svg').first().waitFor()
  const sizes = await Promise.all(scripts.map(async (response) => (await response.request().sizes()).responseBodySize))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const encodings = await Promise.all(scripts.map((response) => response.headerValue('content-encoding')))
  assert.ok(encodings.every((encoding) => encoding === 'gzip'), `${encodings}`)
  assert.ok(bytes > 0 && bytes < 60_000, `${bytes} bytes of script`)
  const ready = await page.evaluate(() => Math.round(performance.getEntriesByType('navigation')[0].domInteractive))
  console.log(`  first load: ${bytes} bytes of script, interactive after ${ready} ms`)
  await page.done()
})

test('scores stream in, exact ones are locked, and lines play out when pointed at', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human')
  await settled(page, 4)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.locator('.column .note').first().waitFor()
  await page.locator('path.lock').first().waitFor()
  const stones = await page.locator('.frame .piece').count()
  await page.locator('section ol li button').first().hover()
  await page.waitForFunction((count) => document.querySelectorAll('.frame .piece').length > count, stones)
  await page.mouse.move(0, 0)
  await page.waitForFunction((count) => document.querySelectorAll('.frame .piece').length === count, stones)
  await page.getByRole('checkbox').check()
  await page.waitForFunction(() => !document.querySelector('.column .note'))
  await page.keyboard.down('h')
  await page.locator('.column .note').first().waitFor()
  await page.keyboard.up('h')
  await page.waitForFunction(() => !document.querySelector('.column .note'))
  await page.done()
})

test('after a game its value is drawn and blunders are marked', async () => {
  // Player 2 lets player 1 have the fourth stone.
  const page = await world.visit('/play/connect4?moves=4152637&first=human&second=human')
  await settled(page, 7)
  await page.getByRole('button', { name: 'Review the game' }).click()
  await page.locator('figure polyline').waitFor()
  await page.waitForFunction(() => document.querySelector('figure polyline')?.getAttribute('points')?.trim().split(' ').length === 8, null, {
    timeout: 30_000,
  })
  assert.ok((await page.locator('.blunder').count()) > 0)
  await page.done()
})

test('the tree opens, steps, folds and tells why', async () => {
  const page = await world.visit('/search/boom?first=human&second=human')
  await page.locator('[role=treeitem]').first().waitFor()
  await page.getByLabel('Heuristic').selectOption('puntuacion')
  await page.getByLabel('Depth').fill('8')
  const began = Date.now()
  await page.getByRole('button', { name: 'Grow the tree' }).click()
  await page.getByText('125,430').first().waitFor({ timeout: 60_000 })
  console.log(`  BOOM at depth 8, from click to tree: ${Date.now() - began} ms`)
  const items = page.locator('[role=treeitem]')
  const before = await items.count()
  await page.getByRole('button', { name: 'Next node' }).click()
  await page.getByRole('button', { name: 'Next node' }).click()
  await page.waitForFunction((count) => document.querySelectorAll('[role=treeitem]').length > count, before)
  // Onwards until something was cut.
  for (let steps = 0; steps < 200 && (await page.locator('.knot.severed').count()) === 0; steps++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(30)
  }
  await page.locator('.knot.severed').first().hover()
  await page.getByText('severed: never looked at').waitFor()
  await page.locator('.knot.cut').first().hover()
  await page.getByText(/prune if/).waitFor()
  const open = await items.count()
  await items.first().click()
  await page.waitForFunction((count) => document.querySelectorAll('[role=treeitem]').length < count, open)
  await page.done()
})

test('a match in the arena', async () => {
  const page = await world.visit('/arena')
  await page.locator('form').waitFor()
  await page.getByLabel('Games per pair').fill('4')
  await page.getByLabel('Player 2').selectOption('minimax')
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/arena\/\d+/)
  await page.getByText('4 / 4').waitFor({ timeout: 60_000 })
  await page.locator('.verdict').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.screenshot({ path: join(artifacts, 'run.png'), fullPage: true })
  await page.locator('.boards a').first().click()
  await page.waitForURL(/\/play\//)
  await settled(page, 1)
  await page.done()
})
