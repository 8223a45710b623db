// What the page of a folder costs, measured in Chromium: `npm run figures`. Figures of docs/site.md, not a test.

import { readFileSync } from 'node:fs'

import { Folder, bytesOfFirstBoard } from './folder.mjs'

/** Chromium's "slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms to the server and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const playable = '.stage[aria-busy=false] .column.open'
const print = (name, value) => console.log(`${name.padEnd(58)} ${value}`)
const middle = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)]

/** The first visit: how many bytes until a board can be played on, and how long that takes. */
async function firstVisit() {
  const folder = await Folder.open({ squeeze: true })
  // Once without a limit: a host has its files compressed already.
  const warm = await folder.visit('#/play/connect4?first=human&second=ninja1')
  await warm.locator(playable).first().waitFor()
  await warm.done()
  const times = []
  let bytes = 0
  for (let visit = 0; visit < 3; visit++) {
    const context = await folder.person()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW)
    await page.goto(`${folder.address}#/play/connect4?first=human&second=ninja1`)
    await page.locator(playable).first().waitFor()
    times.push(await page.evaluate(() => performance.now()))
    bytes = await bytesOfFirstBoard(page)
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

/** What the tab takes while it analyses: the private memory of its process, which has the page and all its workers. */
async function memory() {
  const folder = await Folder.open()
  const page = await folder.visit('#/play/boom?first=human&second=human')
  await page.locator(playable).first().waitFor()
  const session = await folder.browser.newBrowserCDPSession()
  const megabytes = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const renderers = processInfo.filter(({ type }) => type === 'renderer')
    return Math.max(...renderers.map(({ id }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1000))
  }
  const before = await megabytes()
  await page.locator('section[aria-labelledby=analysis-title] button[aria-pressed]').click()
  await page.locator('section[aria-labelledby=analysis-title] ol li').first().waitFor()
  let most = 0
  // As long as an analysis takes.
  for (const end = Date.now() + 9000; Date.now() < end; await page.waitForTimeout(200)) most = Math.max(most, await megabytes())
  print('private memory of the tab, before a BOOM analysis', `${before.toFixed(0)} MB`)
  print('the most while it goes on', `${most.toFixed(0)} MB`)
  await folder.close()
}

await firstVisit()
await stopping()
await memory()
