// Boards of cells: k in a row and N en raya, by every means that a person has.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { World, pieces, settled, soon, status } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const over = /win|Draw|gana|Tablas/i
const cell = (page, name) => page.locator(`.cell[data-on="cell-${name}"]`)

for (const [how, options] of [
  ['by mouse', {}],
  ['on a phone', { phone: true }],
]) {
  test(`a whole game of N en raya ${how}`, async () => {
    const page = await world.visit('/play/nraya?first=human&second=ninja1', options)
    for (let turn = 0; ; turn++) {
      assert.ok(turn < 400, 'no end')
      await settled(page)
      if (over.test(await status(page))) break
      const before = await page.locator('[data-ply]').count()
      const pass = page.locator('.pass')
      const open = page.locator('.cell.open')
      const next = (await pass.count()) > 0 ? pass : open.nth(turn % (await open.count()))
      await (options.phone ? next.tap() : next.click())
      await settled(page, before + 1)
    }
    await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true))
    await page.done()
  })
}

test('tic-tac-toe by keyboard: one tab stop, arrows from cell to cell', async () => {
  const page = await world.visit('/play/mnk?first=human&second=human')
  await settled(page)
  await soon(async () => assert.equal(await page.locator('.cell[tabindex="0"]').count(), 1))
  await page.locator('.cell[tabindex="0"]').focus()
  for (const keys of [['Enter'], ['ArrowDown', 'Enter'], ['ArrowUp', 'ArrowRight', 'Enter'], ['ArrowDown', 'Enter'], ['ArrowUp', 'ArrowRight', 'Enter']]) {
    const before = await page.locator('[data-ply]').count()
    for (const key of keys) await page.keyboard.press(key)
    await settled(page, before + 1)
  }
  await soon(async () => assert.match(await status(page), /win/i))
  // The line that won stands out.
  await soon(async () => assert.equal(await page.locator('.piece .won').count(), 3))
  await page.done()
})

test('special cells of N en raya show and say what they do', async () => {
  const position = encodeURIComponent('4x4/3xo4/9/9/x7o/9/9/9/4o4 1 2 0 4')
  const page = await world.visit(`/play/nraya?from=${position}&first=human&second=human`)
  await settled(page)
  await soon(async () => assert.equal(await page.locator('.cell.red').count(), 5))
  await soon(async () => assert.equal(await page.locator('.cell.yellow').count(), 4))
  await soon(async () => assert.equal(await page.locator('.cell.green').count(), 4))
  await cell(page, 'e7').hover()
  await soon(async () => assert.equal(await page.locator('.piece.hit').count(), 3))
  await soon(async () => assert.equal(await page.locator('.ghost').count(), 1))
  await cell(page, 'e7').click()
  await settled(page, 1)
  await pieces(page, 4)
  // A single move of two characters stands in the address as one.
  await page.waitForFunction(() => location.search.includes('moves=e7.'))
  await page.reload()
  await settled(page, 1)
  await page.locator('.piece').nth(3).waitFor()
  await page.done()
})

test('who cannot play passes by a button', async () => {
  const full = 'xoxoxoxox/xoxoxoxox/oxoxoxoxo/oxoxoxoxo/xoxoxoxox/xoxoxoxox/oxoxoxoxo/oxoxoxoxo/xoxoxoxo1 1 1 0 99'
  const page = await world.visit(`/play/nraya?from=${encodeURIComponent(full)}&first=human&second=human`)
  await settled(page)
  await page.locator('.pass').click()
  await settled(page, 1)
  await soon(async () => assert.match(await status(page), /2/))
  await page.done()
})
