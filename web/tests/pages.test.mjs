// Every page, in both themes, both languages and both sizes: no violation of WCAG that axe-core can see, nothing the
// browser complains about, nothing that sticks out, and a picture of it for people to look at.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { World, artifacts, violations } from './browser.mjs'

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
  { name: 'lobby', path: '/', wait: '.cards li:nth-child(5) .mini svg' },
  { name: 'rules', path: '/rules/crush', wait: 'figure svg' },
  { name: 'rules-parchis', path: '/rules/parchis', wait: 'table' },
  { name: 'play', path: GAME, wait: '.stage[aria-busy=false] svg' },
  { name: 'parchis', path: `/play/parchis?${PEOPLE}`, wait: '.dice' },
  { name: 'search', path: GAME.replace('/play/', '/search/'), wait: '[role=tree]' },
  { name: 'heuristics', path: GAME.replace('/play/', '/heuristics/'), wait: '.evaluators' },
  { name: 'arena', path: '/arena', wait: 'form' },
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

test('the first load is small', async () => {
  const page = await world.visit('/api/nothing')
  page.complaints = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Map()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.endsWith('.js')) scripts.set(requestId, response.headers['content-encoding'])
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  // The page itself looks at the clock: by the time that we could ask, it is later.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.cards form .main')) return
      watch.disconnect()
      requestAnimationFrame(() => (globalThis.ready = performance.now()))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(world.address)
  await page.waitForFunction(() => globalThis.ready > 0)
  const ready = await page.evaluate(() => Math.round(globalThis.ready))
  assert.ok(scripts.size > 0 && [...scripts.values()].every((encoding) => encoding === 'gzip'), `${[...scripts]}`)
  assert.ok(bytes > 10_000 && bytes < 60_000, `${bytes} bytes of script`)
  console.log(`  first load: ${bytes} bytes of script with headers, a game can be begun after ${ready} ms`)
  await page.done()
})
