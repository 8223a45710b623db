// The stories of the reports: their stages, their tables, and playing against them.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { World, settled, soon } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

test('every report is told stage by stage, with a table of all its stages', async () => {
  const page = await world.visit('/')
  await page.getByRole('link', { name: 'Stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Stories' }).waitFor()
  const stories = page.locator('section.card')
  await page.getByRole('heading', { level: 2, name: /gaps/ }).waitFor()
  await soon(async () => assert.equal(await stories.count(), 5))
  for (const story of await stories.all()) {
    const stages = await story.locator('ol > li').count()
    assert.ok(stages >= 3)
    // A row and a column for each, and a share with its error for each two.
    await soon(async () => assert.equal(await story.locator('tbody tr').count(), stages))
    const cells = await story.locator('tbody td').allTextContents()
    assert.equal(cells.filter((cell) => /^\d+ ± \d+$/.test(cell.trim())).length, stages * (stages - 1))
    assert.ok((await story.getByText(/Elo \(/).count()) >= stages - 1)
  }
  await page.done()
})

test('a stage is played against by its link', async () => {
  const page = await world.visit('/stories')
  await page.getByRole('link', { name: 'Play against it: always-explode' }).click()
  await page.waitForURL(/\/play\/crush\?/)
  assert.match(page.url(), /second=always-explode/)
  await page.locator('.frame').waitFor()
  await page.keyboard.press('4')
  await settled(page, 2)
  await page.done()
})

test('the tree of whoever blocks first is shown', async () => {
  const page = await world.visit('/search/connect4:8x8?moves=817283')
  await page.getByLabel('Engine').selectOption('blockfirst')
  await page.getByLabel('Heuristic').selectOption('gaps')
  await page.getByRole('button', { name: 'Run the search' }).click()
  await page.getByText('4,546').first().waitFor()
  await page.done()
})
