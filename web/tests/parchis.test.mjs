// Parchís told and shown: whoever does not know the rules must be able to follow it.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { World, settled, status } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const PEOPLE = 'first=human&second=human'

test('every move is told, with pictures, in both languages', async () => {
  const page = await world.visit(`/play/parchis?moves=y1:1.b1:6&${PEOPLE}`)
  await settled(page, 2)
  await page.getByText('yellow 1 walks 1 to cell 5; it takes the star').first().waitFor()
  const row = page.locator('[data-ply="2"]')
  assert.match(await row.innerText(), /blue 1 walks 7 to cell 28; another turn/)
  assert.ok((await row.locator('svg').count()) >= 2)
  // Below the board stands what has just happened, and by whom.
  assert.match(await page.getByRole('list', { name: 'Last move' }).innerText(), /Player 2:\s+blue 1 walks 7/)
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByText('la amarilla 1 avanza 1 hasta la casilla 5; recoge: estrella').first().waitFor()
  await page.done()
})

test('a chosen die shows where pieces would land, and a ghost is as good as its piece', async () => {
  const page = await world.visit(`/play/parchis?${PEOPLE}`)
  await settled(page)
  assert.equal(await page.locator('.ghost').count(), 0)
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '2', exact: true }).click()
  const ghosts = page.locator('.cross g.ghost')
  await ghosts.first().waitFor()
  assert.equal(await ghosts.count(), await page.locator('.piece-button').count())
  const box = await ghosts.first().boundingBox()
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await settled(page, 1)
  assert.match(await page.locator('[data-ply="1"]').innerText(), /walks 2/)
  await page.done()
})

test('a piece that cannot move says why', async () => {
  const page = await world.visit(`/play/parchis:2023:all-at-home?${PEOPLE}`)
  await settled(page)
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '5', exact: true }).click()
  await page.locator('.piece-button').first().click({ force: true })
  await settled(page, 1)
  // Blue is to move: with a 4 nobody leaves home, so that it can only be skipped, and a piece says so.
  const stuck = page.locator('.piece-stuck').first()
  if ((await stuck.count()) === 0) await page.locator('.die').first().click()
  const why = await page.locator('.piece-stuck title').first().textContent()
  assert.match(why, /only a 5 leaves home/)
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
    assert.match(await status(page), /win|gana/i)
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
  assert.match(await status(page), /win/i)
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
  await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length >= 300 || document.querySelector('.end'))
  const plies = await page.locator('[data-ply]').count()
  const tasks = await page.evaluate(() => globalThis.tasks)
  console.log(`  ${plies} moves of Parchís at full speed: ${tasks.length} long tasks, worst ${Math.max(0, ...tasks)} ms; heap ${before} to ${await heap()} MB`)
  assert.ok(plies > 100)
  await page.done()
})
