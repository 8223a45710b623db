// What a game can do beside being played: end well, be shared, edited, presented and explained.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'

import { chunks } from './apng.mjs'
import { World, asked, settled, soon, status } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})


test('a game ends with a result, a reason, and what comes next', async () => {
  const page = await world.visit('/play/desconecta?moves=1213141&first=human&second=ninja1')
  await settled(page, 7)
  const end = page.locator('.end')
  await soon(async () => assert.match(await end.innerText(), /ninja1 wins\s+Four in a row: in this game that loses\./))
  await end.getByRole('link', { name: 'Swap sides' }).click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('first') === 'ninja1')
  await asked(page, { second: 'human' })
  await page.goBack()
  await settled(page, 7)
  await end.getByRole('link', { name: 'Rematch' }).click()
  await settled(page, 0)
  await soon(async () => assert.equal(await status(page), 'Your turn'))
  await page.goto(`${world.address}/play/connect4?moves=1212121&first=human&second=ninja1`)
  await settled(page, 7)
  await soon(async () => assert.match(await end.innerText(), /You win/))
  await page.done()
})

test('a ghost shows where the stone would fall, and the last one is marked', async () => {
  const page = await world.visit('/play/connect4?moves=4&first=human&second=human')
  await settled(page, 1)
  const centre = (part) => part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [Math.round(x + width / 2), Math.round(y + height / 2)]
  })
  const stone = await centre(page.locator('.frame .piece').first())
  const mark = await centre(page.locator('circle.last'))
  assert.ok(Math.hypot(stone[0] - mark[0], stone[1] - mark[1]) < 4, `${stone} ${mark}`)
  await page.locator('.column').nth(3).hover()
  const ghost = await centre(page.locator('g.ghost'))
  assert.ok(Math.abs(ghost[0] - stone[0]) < 4 && ghost[1] < stone[1], `${ghost}`)
  await page.mouse.move(0, 0)
  await page.locator('g.ghost').waitFor({ state: 'detached' })
  await page.done()
})

test('an explosion flashes', async () => {
  const page = await world.visit('/play/crush?moves=41526317&first=human&second=human', { moving: true })
  await settled(page, 8)
  await page.keyboard.press('b')
  await page.locator('circle.burst').first().waitFor({ state: 'attached' })
  await settled(page, 9)
  await page.done()
})

test('games are exported and imported as moves, PGN and a picture', async () => {
  const page = await world.visit('/play/boom?moves=44535&first=human&second=human')
  await settled(page, 5)
  await page.getByRole('button', { name: 'Share' }).click()
  await soon(async () => assert.equal(await page.getByRole('textbox', { name: 'Moves', exact: true }).inputValue(), '44535'))
  const pgn = await page.getByRole('textbox', { name: 'PGN', exact: true }).inputValue()
  assert.match(pgn, /\[Variant "boom"\][^]*1\. 4 1\.\.\. 4 2\.\.\. 5 3\. 3/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the board as PNG' }).click()
  const picture = readFileSync(await (await saved).path())
  assert.equal(picture.subarray(1, 4).toString(), 'PNG')
  assert.ok(picture.length > 10_000, `${picture.length} bytes`)
  const filmed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the game as an animation' }).click()
  const film = chunks(readFileSync(await (await filmed).path()))
  // The start and the position after each of the five moves, none like the other.
  const frames = film.filter(({ type }) => type === 'IDAT' || type === 'fdAT').map(({ type, data }) => data.subarray(type === 'IDAT' ? 0 : 4).toString('latin1'))
  assert.equal(film.filter(({ type }) => type === 'fcTL').length, 6)
  assert.equal(new Set(frames).size, frames.length)
  await page.getByLabel('Moves or PGN of another game').fill('4 4 9')
  await page.getByRole('button', { name: 'Open the game' }).click()
  await page.locator('dialog .error', { hasText: 'illegal move "9"' }).waitFor()
  await page.getByLabel('Moves or PGN of another game').fill(pgn)
  await page.getByRole('button', { name: 'Open the game' }).click()
  await settled(page, 5)
  await asked(page, { moves: '44535', second: 'human' })
  await page.done()
})

test('a position is edited by clicks and by its text, and played from', async () => {
  const page = await world.visit('/edit/connect4')
  await page.getByRole('button', { name: 'Stone of player 1' }).click()
  await page.locator('.column').nth(3).click()
  await page.locator('.piece').first().waitFor()
  await page.getByRole('button', { name: 'Stone of player 2' }).click()
  await page.locator('.column').nth(3).click()
  await page.waitForFunction(() => document.querySelectorAll('.piece').length === 2)
  await page.locator('.column').nth(3).click()
  await page.getByText('1 stones x against 2 stones o').waitFor()
  await soon(async () => assert.equal(await page.getByRole('button', { name: 'Play from here' }).isDisabled(), true))
  await page.getByRole('button', { name: 'Take away' }).click()
  await page.locator('.column').nth(3).click()
  await page.waitForFunction(() => document.querySelectorAll('.piece').length === 2)
  await page.getByRole('button', { name: 'Play from here' }).click()
  await settled(page, 0)
  await asked(page, { from: '7/7/7/7/3o3/3x3 1' })
  await page.getByRole('link', { name: 'Edit the position' }).click()
  await page.getByLabel('The position as text').fill('7/7/7/7/7/3x3 2')
  await page.waitForFunction(() => document.querySelectorAll('.piece').length === 1)
  // Parchís: a piece, then a cell.
  await page.goto(`${world.address}/edit/parchis`)
  await page.getByTitle('blue 1').click()
  const board = await page.locator('.cross').boundingBox()
  await page.mouse.click(board.x + (1300 / 2200) * board.width, board.y + (2050 / 2200) * board.height)
  await page.waitForFunction(() => /b=2,/.test(document.querySelector('textarea').value))
  // What lies beside the board has controls: whose turn it is, dice, objects, energy.
  const says = (text) => page.waitForFunction((text) => document.querySelector('textarea').value.includes(text), text)
  await page.getByRole('group', { name: 'To move' }).getByRole('button', { name: 'Player 2' }).click()
  await says('mover=b')
  await page.getByRole('group', { name: 'Dice: player 1' }).getByRole('button', { name: '4' }).click()
  await says('dice=1256/12456')
  await page.getByRole('group', { name: 'Objects, at most two: player 2' }).getByTitle('star').click()
  await says('hands=-/star')
  await page.goto(`${world.address}/edit/parchis:2024`)
  await page.getByLabel('Energy: player 2').focus()
  await page.keyboard.press('End')
  await says('energy=0/100')
  await page.getByRole('button', { name: 'Play from here' }).click()
  await settled(page, 0)
  await page.done()
})

test('a review is there at once when its game is opened again', async () => {
  const page = await world.visit('/play/connect4?moves=1212121&first=human&second=human')
  await page.getByRole('button', { name: 'Review the game' }).click()
  await page.getByText('Evaluation by move').first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  const marks = await page.locator('.blunder').count()
  assert.ok(marks > 0)
  await page.reload()
  // Nobody asks for it: the marks are there.
  await page.locator('.blunder').first().waitFor()
  await soon(async () => assert.equal(await page.locator('.blunder').count(), marks))
  await soon(async () => assert.equal(await page.getByRole('button', { name: 'Review the game' }).count(), 0))
  await page.done()
})

test('the link to the content leads there and leaves the address alone', async () => {
  const page = await world.visit('/about')
  await page.locator('h1').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.id === 'content')
  assert.equal(new URL(page.url()).hash, '')
  await page.done()
})

test('difficulty is four buttons, engines are advanced', async () => {
  const page = await world.visit('/')
  const card = page.locator('article', { has: page.getByRole('heading', { name: 'Conecta-4 BOOM', exact: true }) })
  const levels = card.getByRole('group', { name: 'Opponent' }).getByRole('button')
  await levels.first().waitFor()
  await soon(async () => assert.deepEqual(await levels.allInnerTexts(), ['Beginner', 'Club player', 'Expert', 'Master']))
  await levels.nth(2).click()
  await card.getByRole('button', { name: 'They begin' }).click()
  await card.getByRole('button', { name: 'Play', exact: true }).click()
  await page.waitForURL(/\/play\/boom/)
  await asked(page, { first: 'ninja3', second: 'human' })
  await page.done()
})

test('the tour explains every part once', async () => {
  const page = await world.visit('/')
  await page.getByRole('link', { name: 'One-minute tour' }).click()
  const step = page.getByRole('dialog', { name: 'One-minute tour' })
  for (let seen = 1; seen < 6; seen++) {
    await step.getByText(`${seen} / 6`).waitFor()
    await step.getByRole('button', { name: 'Next' }).click()
  }
  await step.getByRole('button', { name: 'Done' }).click()
  await step.waitFor({ state: 'detached' })
  await page.done()
})

test('a presentation is only the board, large', async () => {
  const page = await world.visit('/play/boom?moves=44&first=human&second=human')
  await settled(page, 2)
  const before = (await page.locator('.frame .board').boundingBox()).width
  await page.keyboard.press('p')
  await page.locator('header').waitFor({ state: 'hidden' })
  assert.ok((await page.locator('.frame .board').boundingBox()).width > before)
  await soon(async () => assert.equal(await page.locator('.judgement').isVisible(), false))
  await page.keyboard.press('Escape')
  await page.locator('header').waitFor()
  await page.done()
})
