// A real browser and real clicks on the widgets, whose models are the Python objects of the test that serves the page.
//
// node click.mjs URL NODE_PACKAGE board|tree CHROMIUM

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'

const [url, from, what, executablePath] = process.argv.slice(2)
const { chromium } = createRequire(from)('playwright-core')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
try {
  const page = await browser.newPage()
  const problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  const moves = () => page.evaluate(() => fetch('/moves').then((answer) => answer.json()))
  if (what === 'board') {
    await page.locator('.poda-board').waitFor()
    // A click on a column's name, one on an empty cell, and the Enter key.
    await page.locator('[data-id="column-4"]').click()
    await page.locator('[data-id="stone-4-1"]').waitFor()
    assert.deepEqual(await moves(), ['4'])
    await page.locator('[data-id="cell-4-5"]').click()
    await page.locator('[data-id="stone-4-2"]').waitFor()
    await page.locator('[data-id="column-1"]').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-id="stone-1-1"]').waitFor()
    assert.deepEqual(await moves(), ['4', '4', '1'])
    // A stone is nothing to click.
    assert.equal(await page.locator('[data-id="stone-1-1"].poda-target').count(), 0)
  } else if (what === 'choices') {
    // Several moves of one piece: a click offers them, and a click on one plays it.
    await page.locator('.poda-board').waitFor()
    const pieces = page.locator('.poda-target')
    for (let number = 0; number < (await pieces.count()); number += 1) {
      await pieces.nth(number).click()
      if ((await page.locator('.poda-choices button').count()) > 1) break
    }
    const choice = page.locator('.poda-choices button').first()
    const move = await choice.getAttribute('data-move')
    await choice.click()
    await page.waitForFunction((move) => fetch('/moves').then((answer) => answer.json()).then((moves) => moves[0] === move), move)
  } else {
    await page.locator('.poda-sentence').waitFor()
    const sentence = () => page.locator('.poda-sentence').innerText()
    const first = await sentence()
    assert.match(first, /^1\//)
    await page.locator('[data-go="next"]').click()
    assert.match(await sentence(), /^2\/.*window/)
    assert.equal(await page.locator('.poda-here').count(), 1)
    await page.locator('[data-go="last"]').click()
    assert.match(await sentence(), /returns/)
    assert.ok((await page.locator('.poda-node').count()) > 2)
    await page.locator('[data-go="first"]').click()
    assert.equal(await sentence(), first)
  }
  assert.deepEqual(problems, [])
} finally {
  await browser.close()
}
