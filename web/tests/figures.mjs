// What the page of a folder costs, measured in Chromium: `npm run figures`. Figures of docs/site.md, not a test.

import { readFileSync } from 'node:fs'

import { Folder } from './folder.mjs'

/** Chromium's "slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms to the server and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const playable = '.stage[aria-busy=false] .column.open'
const print = (name, value) => console.log(`${name.padEnd(58)} ${value}`)
const middle = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]

/** The first visit: how many bytes until a board can be played on, and how long that takes. */
async function firstVisit() {
  const folder = await Folder.open({ squeeze: true })
  const times = []
  let bytes = 0
  for (let visit = 0; visit < 3; visit++) {
    const context = await folder.person()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW)
    bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.goto(`${folder.address}#/play/connect4?first=human&second=ninja1`)
    await page.locator(playable).first().waitFor()
    times.push(await page.evaluate(() => performance.now()))
    await context.close()
  }
  print('first visit at 1.6 Mbit/s, until a board is playable', `${times.map((time) => `${(time / 1000).toFixed(2)} s`).join(', ')}`)
  print('bytes over the network until then, gzip, heads included', `${(bytes / 1000).toFixed(0)} kB`)
  await folder.close()
}

/** How long it takes from a stop to the next answer of an engine. */
async function stopping() {
  const folder = await Folder.open()
  const page = await folder.visit('#/play/boom?first=human&second=human')
  await page.locator(playable).first().waitFor()
  await page.locator('section[aria-labelledby=analysis-title] button[aria-pressed]').click()
  const NAME = 'poda: from a stop to the next search'
  // Every move ends the analysis of the position before it.
  for (const column of '1726354123456') {
    await page.locator('section[aria-labelledby=analysis-title] ol li').first().waitFor()
    const known = await page.evaluate((name) => performance.getEntriesByName(name).length, NAME)
    await page.keyboard.press(column)
    await page.waitForFunction(([name, known]) => performance.getEntriesByName(name).length > known, [NAME, known])
  }
  const times = await page.evaluate((name) => performance.getEntriesByName(name).map(({ duration }) => duration), NAME)
  print('from a stop to the next search, the middle of 13', `${middle(times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(' ')})`)
  await folder.close()
}

/** What the tab takes while it analyses. */
async function memory() {
  // The browser only counts workers for pages that nobody else shares a process with.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  const folder = await Folder.open({ headers })
  const page = await folder.visit('#/play/boom?first=human&second=human')
  await page.locator(playable).first().waitFor()
  await page.locator('section[aria-labelledby=analysis-title] button[aria-pressed]').click()
  await page.locator('section[aria-labelledby=analysis-title] ol li').first().waitFor()
  let most = 0
  let resident = 0
  const session = await folder.browser.newBrowserCDPSession()
  for (let look = 0; look < 6; look++) {
    const measured = page.evaluate(() => performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes))
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0))
    resident = Math.max(resident, ...renderers)
    most = Math.max(most, await measured)
  }
  print('memory of the tab with a BOOM analysis, as the browser counts', `${(most / 1e6).toFixed(0)} MB`)
  print('private memory of its process', `${(resident / 1000).toFixed(0)} MB`)
  await folder.close()
}

await firstVisit()
await stopping()
await memory()
