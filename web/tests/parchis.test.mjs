// Parchís told and shown: whoever does not know the rules must be able to follow it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { World, settled, soon, status } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const PEOPLE = 'first=human&second=human'

/** Records every task of the page's main thread; at the end, the milliseconds of processor time that each took. */
async function trace(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Tracing.start', { categories: 'toplevel,disabled-by-default-devtools.timeline', transferMode: 'ReturnAsStream' })
  return {
    async stop() {
      const complete = new Promise((resolve) => session.on('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      const { stream } = await complete
      let text = ''
      for (let part = { eof: false }; !part.eof; text += part.data) part = await session.send('IO.read', { handle: stream, size: 1 << 20 })
      const events = JSON.parse(text).traceEvents
      const main = events.filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map((event) => `${event.pid}:${event.tid}`)
      const tasks = events.filter((event) => event.name === 'RunTask' && event.ph === 'X' && main.includes(`${event.pid}:${event.tid}`))
      return tasks.map((event) => (event.tdur ?? 0) / 1000)
    },
  }
}

test('every move is told, with pictures, in both languages', async () => {
  const page = await world.visit(`/play/parchis?moves=y1:1.b1:6&${PEOPLE}`)
  await settled(page, 2)
  await page.getByText('yellow 1 walks 1 to cell 5; it takes the star').first().waitFor()
  const row = page.locator('[data-ply="2"]')
  await soon(async () => assert.match(await row.innerText(), /blue 1 walks 7 to cell 28; another turn/))
  assert.ok((await row.locator('svg').count()) >= 2)
  // Below the board stands what has just happened, and by whom.
  await soon(async () => assert.match(await page.getByRole('list', { name: 'Last move' }).innerText(), /Player 2:\s+blue 1 walks 7/))
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByText('la amarilla 1 avanza 1 hasta la casilla 5; recoge: estrella').first().waitFor()
  await page.done()
})

test('a chosen die shows where pieces would land, and a ghost is as good as its piece', async () => {
  const page = await world.visit(`/play/parchis?${PEOPLE}`)
  await settled(page)
  await soon(async () => assert.equal(await page.locator('.ghost').count(), 0))
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '2', exact: true }).click()
  const ghosts = page.locator('.cross g.ghost')
  await ghosts.first().waitFor()
  await soon(async () => assert.equal(await ghosts.count(), await page.locator('.piece-button').count()))
  const box = await ghosts.first().boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await settled(page, 1)
  await soon(async () => assert.match(await page.locator('[data-ply="1"]').innerText(), /walks 2/))
  await page.done()
})

test('a piece that cannot move says why', async () => {
  const home = 'turn=1 mover=y y=home,13,17 b=21,30,34 r=38,47,51 g=55,64,68 dice=12456/12456 hands=-/- objects=- bananas=- flags=- bounces=0,0,0,0 winner=-'
  const page = await world.visit(`/play/parchis?from=${encodeURIComponent(home)}&${PEOPLE}`)
  await settled(page)
  await soon(async () => assert.equal(await page.locator('.piece-stuck').count(), 0))
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '4', exact: true }).click()
  const stuck = page.locator('.piece-stuck')
  await stuck.waitFor({ state: 'attached' })
  await soon(async () => assert.equal(await stuck.locator('title').textContent(), '4: only a 5 leaves home'))
  await stuck.click({ force: true })
  await page.locator('.tip', { hasText: 'only a 5 leaves home' }).waitFor()
  await page.done()
})

test('a piece can be hit with a finger', async () => {
  const page = await world.visit(`/play/parchis?${PEOPLE}`, { phone: true })
  await settled(page)
  const sizes = await page.locator('.piece-button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  assert.ok(sizes.length > 0 && Math.min(...sizes) >= 32, sizes.join(' '))
  const dice = await page.locator('.die').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
  assert.ok(Math.min(...dice) >= 44, dice.join(' '))
  await page.done()
})

for (const [name, options] of Object.entries({ mouse: {}, phone: { phone: true, locale: 'es-ES' } })) {
  test(`a whole game of Parchís by ${name}, from what the page says alone`, async () => {
    const page = await world.visit('/play/parchis:2022:almost-goal?first=human&second=random', options)
    const press = async (part) => (options.phone ? part.tap({ force: true }) : part.click({ force: true }))
    for (let turn = 0; turn < 300; turn++) {
      await settled(page)
      if (/win|gana/i.test(await status(page))) break
      const before = await page.locator('[data-ply]').count()
      const piece = page.locator('.piece-button')
      const count = await piece.count()
      if (count > 0) {
        // First a piece, then what it should do.
        await press(piece.nth(turn % count))
        const choice = page.locator('.choice button')
        await page.waitForFunction((before) => document.querySelector('.choice button') || document.querySelectorAll('[data-ply]').length > before, before)
        if ((await choice.count()) > 0) await choice.first().click()
      } else await page.locator('.dice .row button').last().click()
      await settled(page, before + 1)
    }
    await soon(async () => assert.match(await status(page), /win|gana/i))
    assert.ok((await page.locator('.end').innerText()).length > 0)
    await page.done()
  })
}

test('a whole game of Parchís by keyboard', async () => {
  const page = await world.visit('/play/parchis:2022:almost-goal?first=human&second=random')
  for (let turn = 0; turn < 300; turn++) {
    await settled(page)
    if (/win/i.test(await status(page))) break
    const before = await page.locator('[data-ply]').count()
    const piece = page.locator('.piece-button')
    if ((await piece.count()) > 0) {
      await piece.nth(turn % (await piece.count())).focus()
      await page.keyboard.press('Enter')
      await page.waitForFunction((before) => document.querySelector('.choice button') || document.querySelectorAll('[data-ply]').length > before, before)
      const choice = page.locator('.choice button')
      if ((await choice.count()) > 0) {
        await choice.first().focus()
        await page.keyboard.press('Enter')
      }
    } else {
      await page.locator('.dice .row button').last().focus()
      await page.keyboard.press('Enter')
    }
    await settled(page, before + 1)
  }
  await soon(async () => assert.match(await status(page), /win/i))
  await page.done()
})

test('at full speed: long tasks and memory, measured, not judged', async () => {
  const page = await world.visit('/play/parchis?first=random:seed=5&second=random:seed=6', { moving: true })
  await page.getByLabel('Speed').fill('4')
  await page.evaluate(() => {
    globalThis.tasks = []
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map((entry) => Math.round(entry.duration)))).observe({ type: 'longtask', buffered: false })
  })
  const heap = async () => {
    const session = await page.context().newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return (usedSize / 1e6).toFixed(1)
  }
  const before = await heap()
  const work = await trace(page)
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length >= 300 || document.querySelector('.end'))
  const plies = await page.locator('[data-ply]').count()
  const tasks = await page.evaluate(() => globalThis.tasks)
  const busy = await work.stop()
  console.log(`  ${plies} moves of Parchís at full speed: ${tasks.length} long tasks, worst ${Math.max(0, ...tasks)} ms; heap ${before} to ${await heap()} MB`)
  console.log(`  in time of the processor, whatever else the machine does: worst task ${Math.max(...busy).toFixed(0)} ms of ${busy.length}`)
  assert.ok(plies > 100)
  await page.done()
})
