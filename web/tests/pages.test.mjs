// Every page, in both themes, both languages and both sizes: no violation of WCAG that axe-core can see, nothing the
// browser complains about, nothing that sticks out, and a picture of it for people to look at.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { World, artifacts, soon, violations } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const PEOPLE = 'first=human&second=human'
const GAME = `/play/boom?moves=44553321766&${PEOPLE}`
const PAGES = [
  { name: 'lobby', path: '/', wait: '.cards li:nth-child(7) .mini svg' },
  { name: 'rules', path: '/rules/crush', wait: 'figure svg' },
  { name: 'rules-parchis', path: '/rules/parchis', wait: 'table' },
  { name: 'play', path: GAME, wait: '.stage[aria-busy=false] svg' },
  { name: 'parchis', path: `/play/parchis?${PEOPLE}`, wait: '.dice' },
  { name: 'nraya', path: `/play/nraya?moves=f9.f8.d9&${PEOPLE}`, wait: '.cell.open' },
  { name: 'search', path: GAME.replace('/play/', '/search/'), wait: '[role=tree]' },
  { name: 'search-pvs', path: `/search/connect4?moves=4455&${PEOPLE}&engine=pvs&depth=6&event=300`, wait: '[role=tree]' },
  { name: 'search-mcts', path: `/search/connect4?moves=44&${PEOPLE}&engine=mcts&games=200&event=500`, wait: '[role=tree]' },
  { name: 'practice', path: '/practice?ask=cuts&level=2&seed=3', wait: '[role=tree]' },
  { name: 'practice-values', path: '/practice?ask=values&level=3&seed=5', wait: '[role=tree]' },
  { name: 'practice-game', path: `/practice/connect4?moves=4455&${PEOPLE}`, wait: '[role=tree]' },
  { name: 'heuristics', path: GAME.replace('/play/', '/heuristics/'), wait: '.evaluators' },
  { name: 'arena', path: '/arena', wait: 'form' },
  { name: 'edit', path: '/edit/boom', wait: '.board svg' },
  { name: 'edit-parchis', path: '/edit/parchis', wait: '.board svg' },
  { name: 'guide', path: '/guide', wait: 'pre' },
  { name: 'about', path: '/about', wait: 'h1' },
  { name: 'end', path: `/play/connect4?moves=1212121&${PEOPLE}`, wait: '.end' },
  { name: 'refused', path: '/play/connect4?moves=49', wait: '.error' },
  { name: 'stories', path: '/stories', wait: 'section.card table' },
  { name: 'lost', path: '/nowhere', wait: 'h1' },
]

async function look(page, name, strictly) {
  // Fonts first: a picture of something half drawn helps nobody.
  await page.evaluate(() => document.fonts.ready)
  if (strictly) assert.deepEqual(await violations(page), [], name)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${name} sticks out by ${wide}`)
  await page.screenshot({ path: join(artifacts, `${name}.png`), fullPage: true })
}

for (const { name, path, wait } of PAGES) {
  for (const [size, options] of Object.entries({ desktop: {}, phone: { phone: true } })) {
    test(`${name}, ${size}`, async () => {
      const page = await world.visit(path, options)
      await page.locator(wait).first().waitFor()
      // axe-core takes its time: each theme and each size is looked at once, not all four.
      await look(page, `${name}-${size}-light`, size === 'desktop')
      await page.getByRole('button', { name: 'Dark theme' }).click()
      await page.getByRole('button', { name: 'Español' }).click()
      await page.locator('html[data-theme=dark][lang=es]').waitFor()
      await page.locator(wait).first().waitFor()
      await look(page, `${name}-${size}-dark`, size === 'phone')
      await page.done()
    })
  }
}

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
  test(`the board and its controls fit ${width}x${height}`, async () => {
    for (const game of ['connect4', 'boom?moves=4455332', 'parchis', 'parchis:2024', 'crush']) {
      const options = { viewport: { width, height }, phone: width < 500, locale: 'es-ES' }
      const page = await world.visit(`/play/${game}${game.includes('?') ? '&' : '?'}first=human&second=human`, options)
      await page.locator('.stage[aria-busy=false] svg').first().waitFor()
      await page.evaluate(() => document.fonts.ready)
      const { turn, board, bottom } = await page.evaluate(() => {
        const box = (name) => document.querySelector(name).getBoundingClientRect()
        return { turn: box('.turn').top, board: box('.frame').top, bottom: box('.controls').bottom }
      })
      assert.ok(turn < board, `${game}: whose turn it is stands above the board`)
      assert.ok(bottom <= height, `${game}: the controls end at ${bottom} of ${height}`)
      await page.done()
    }
  })
}

test('nothing sticks out at 320 pixels, in Spanish', async () => {
  for (const { name, path, wait } of PAGES) {
    const page = await world.visit(path, { viewport: { width: 320, height: 640 }, phone: true, locale: 'es-ES' })
    await page.locator(wait).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, name))
    await page.context().close()
  }
})

// What a page fetches by itself, before anybody clicks: every page, and the largest form of each.
const LOADS = [
  ...PAGES.filter(({ name }) => name !== 'refused').map(({ path }) => path),
  `/search/parchis?${PEOPLE}`,
  `/search/parchis?${PEOPLE}&engine=mcts&games=200&event=500`,
  `/practice/parchis?${PEOPLE}`,
  `/heuristics/parchis?${PEOPLE}`,
  '/together',
]
for (const start of LOADS) test(`the first load of ${start} is small`, async () => {
  const page = await world.visit('/api/nothing')
  page.complaints = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Map()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('.js')) {
      scripts.set(requestId, response.headers['content-encoding'])
      // The head is no script.
      bytes -= response.encodedDataLength
    }
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(world.address + start)
  await page.locator('main h1, main .board-drawing').first().waitFor()
  await page.waitForLoadState('networkidle')
  const [paint] = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map((entry) => Math.round(entry.startTime)))
  assert.ok(scripts.size > 0 && [...scripts.values()].every((encoding) => encoding === 'gzip'), `${[...scripts]}`)
  assert.ok(bytes > 10_000 && bytes < 60_000, `${bytes} bytes of script`)
  console.log(`  ${start}: ${bytes} bytes of script, first contentful paint after ${paint} ms`)
  await page.done()
})
