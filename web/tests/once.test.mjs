// What was wrong once, and must not be again.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { World, asked, settled, soon, status, violations } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})


test('back to the game is back to the whole game', async () => {
  const page = await world.visit('/play/connect4?moves=1713252372&first=human&second=ninja1&ply=3')
  await settled(page, 10)
  for (const room of ['Inside the search', 'Heuristics']) {
    await page.getByRole('link', { name: room }).click()
    await page.getByRole('link', { name: 'Back to the game' }).click()
    await settled(page, 10)
    await asked(page, { moves: '1713252372', ply: '3' })
  }
  await page.done()
})

test('moves keep the colours of who made them while one looks back', async () => {
  // In BOOM nobody can tell by counting.
  const page = await world.visit('/play/boom?moves=4455332&first=human&second=human')
  await settled(page, 7)
  const colours = () => page.locator('[data-ply]').evaluateAll((all) => all.map((one) => one.className.match(/p\d/)[0]).join(' '))
  await page.waitForFunction(() => !document.querySelector('[data-ply].p0'))
  const whole = await colours()
  assert.equal(whole, 'p1 p2 p2 p1 p1 p2 p2')
  await page.keyboard.press('Home')
  await page.waitForFunction(() => location.search.includes('ply=0'))
  await settled(page, 7)
  await soon(async () => assert.equal(await colours(), whole))
  await page.done()
})

test('the same game has the same review, three times: made once, then kept', async () => {
  const marks = []
  for (let time = 0; time < 3; time++) {
    const page = await world.visit('/play/connect4?moves=1212121&first=human&second=human')
    await settled(page, 7)
    if (time === 0) await page.getByRole('button', { name: 'Review the game' }).click()
    await page.waitForFunction(() => document.querySelector('figure polyline')?.getAttribute('points')?.trim().split(' ').length === 8)
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' })
    marks.push(await page.locator('.blunder').evaluateAll((moves) => moves.map((move) => move.dataset.ply).join()))
    if (time === 2) {
      // Another game has none.
      await page.getByRole('button', { name: 'New game' }).click()
      await settled(page, 0)
      await soon(async () => assert.equal(await page.locator('figure polyline').count(), 0))
    }
    await page.done()
  }
  assert.deepEqual(marks, [marks[0], marks[0], marks[0]])
})

test('in Parchís each side has its own colours, on the bar and on the moves', async () => {
  const page = await world.visit('/play/parchis?moves=y1:1&first=human&second=human')
  await settled(page, 1)
  const look = (name, pseudo) => page.evaluate(([name, pseudo]) => getComputedStyle(document.querySelector(name), pseudo).backgroundImage, [name, pseudo])
  const [yellow, red] = ['rgb(232, 182, 44)', 'rgb(216, 71, 43)']
  const move = await look('[data-ply="1"].p1', '::before')
  assert.ok(move.includes(yellow) && move.includes(red), move)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.locator('.bar .first').waitFor()
  const bar = await look('.bar .first', null)
  assert.ok(bar.includes(yellow) && bar.includes(red), bar)
  await page.done()
})

test('whoever gets an address has a game of their own', async () => {
  const page = await world.visit('/play/crush?first=human&second=human&id=shared0001')
  await settled(page, 0)
  const saved = page.waitForResponse((response) => response.url().includes('/api/saved/') && response.ok())
  await page.keyboard.press('4')
  await settled(page, 1)
  await saved
  const other = await world.visit(new URL(page.url()).pathname + new URL(page.url()).search)
  await settled(other, 1)
  const kept = other.waitForResponse((response) => response.url().includes('/api/saved/') && response.ok())
  await other.keyboard.press('5')
  await other.waitForFunction(() => !location.search.includes('id=shared0001'))
  await settled(other, 2)
  await kept
  await other.goto(world.address)
  await other.locator('.kept a').first().click()
  await settled(other, 2)
  await other.done(/403/)
  await page.done()
})

test('a link is copied where the browser gives no clipboard', async () => {
  // As over plain http in a classroom's network.
  const before = () => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
  const page = await world.visit('/play/connect4?moves=44&first=human&second=human', { before })
  await settled(page, 2)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByLabel('Moves or PGN of another game').focus()
  await page.keyboard.press('Control+v')
  await soon(async () => assert.match(await page.getByLabel('Moves or PGN of another game').inputValue(), /\/play\/connect4\?moves=44/))
  await page.done()
})

test('a heuristic that does not decide is neither right nor wrong, and bars have a side', async () => {
  const page = await world.visit('/heuristics/boom?moves=445362')
  const windows = page.locator('section', { has: page.getByRole('heading', { name: 'windows' }) })
  await windows.getByText('only some of them are best').waitFor()
  const left = await windows.locator('.bar span').evaluateAll((bars) => bars.map((bar) => parseFloat(bar.style.left)))
  const values = (await windows.locator('tbody td:not(.bars)').allInnerTexts()).map((text) => Number(text.replace('−', '-').replaceAll(',', '')))
  values.forEach((value, index) => assert.equal(left[index] < 50, value < 0, `${value} at ${left[index]}`))
  await soon(async () => assert.equal(await page.getByText('an infinite term overrides the rest').count(), 0))
  await page.done()
})

test('energy is a picture and a bar, not a number that sticks out', async () => {
  const page = await world.visit('/play/parchis:2024?first=human&second=human')
  await settled(page)
  const texts = await page.locator('.cross text').allTextContents()
  assert.ok(!texts.some((text) => text === '100' || text.includes('[')), texts.join(' '))
  await soon(async () => assert.equal(await page.locator('.cross rect.energy').count(), 2))
  await page.done()
})

test('objects have pictures in the rules, and say what they are on the board', async () => {
  const page = await world.visit('/rules/parchis')
  await page.locator('table svg').nth(9).waitFor()
  await page.goto(`${world.address}/play/parchis?first=human&second=human`)
  await settled(page)
  // The board comes after the page.
  await page.locator('.piece title').first().waitFor({ state: 'attached' })
  const titles = await page.locator('.piece title').allTextContents()
  assert.ok(titles.some((text) => text.startsWith('Star: for three more moves')), titles.join('; '))
  await page.done()
})

test('a click on a column leaves no frame around it, the keyboard does', async () => {
  const page = await world.visit('/play/connect4?first=human&second=human')
  await settled(page)
  await page.locator('.column').nth(3).click()
  await settled(page, 1)
  const frame = () => page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
    const rect = document.activeElement.querySelector('rect')
    return { outline: outlineStyle === 'none' || outlineWidth === '0px', stroke: rect ? getComputedStyle(rect).stroke : 'none' }
  })
  await soon(async () => assert.deepEqual(await frame(), { outline: true, stroke: 'none' }))
  await page.keyboard.press('Tab')
  assert.notEqual((await frame()).stroke, 'none')
  await page.done()
})

test('an address that cannot be decoded is an error with a heading', async () => {
  const page = await world.visit('/play/%E0%A4%A')
  await page.locator('.error').waitFor()
  await soon(async () => assert.equal(await page.locator('h1').count(), 1))
  await page.goto(`${world.address}/rules/%E0%A4%A`)
  await page.locator('.error').waitFor()
  await soon(async () => assert.equal(await page.locator('h1').count(), 1))
  await page.done(/40\d/)
})

test('a column with the letter of a command is a column', async () => {
  const page = await world.visit('/play/connect4:16x6?first=human&second=human')
  await settled(page)
  const first = () => page.evaluate(() => document.querySelector('.column').getBoundingClientRect().x < innerWidth / 3)
  await page.keyboard.press('f')
  await settled(page, 1)
  await asked(page, { moves: 'f' })
  await soon(async () => assert.equal(await first(), true))
  await page.keyboard.press('Shift+F')
  await page.waitForFunction(() => document.querySelector('.column').getBoundingClientRect().x > innerWidth / 3)
  await page.keyboard.press('?')
  await page.getByText('1 … 9 a … g').waitFor()
  await page.done()
})

test('the keys are shown where one can see them', async () => {
  const page = await world.visit('/play/boom?first=human&second=human', { viewport: { width: 1280, height: 600 } })
  await settled(page)
  await page.keyboard.press('?')
  await page.getByText('detonate your bomb').waitFor()
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('details dl').getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
  await page.done()
})

test('a finger looks at a line before it plays it', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human', { phone: true })
  await settled(page, 4)
  await page.getByRole('button', { name: 'Analyse' }).tap()
  const row = page.locator('.judgement li').first()
  await row.waitFor()
  await row.locator('button').first().tap()
  await page.locator('.board.preview').waitFor()
  await soon(async () => assert.equal(await page.locator('[data-ply]').count(), 4))
  await page.getByRole('button', { name: 'Play', exact: true }).tap()
  await settled(page, 5)
  await page.done()
})

test('games to continue come first, finished ones last, and each says who played', async () => {
  const page = await world.visit('/play/connect4:5x4:3?first=human&second=human')
  await settled(page)
  for (const [ply, key] of [...'12121'].entries()) {
    await page.keyboard.press(key)
    await settled(page, ply + 1)
  }
  await page.goto(`${world.address}/play/crush?first=human&second=random`)
  await settled(page)
  await page.keyboard.press('4')
  await settled(page, 2)
  await page.goto(world.address)
  const going = page.locator('.kept', { has: page.getByRole('heading', { name: 'Continue' }) })
  const over = page.locator('.kept', { has: page.getByRole('heading', { name: 'Your games' }) })
  await going.getByText('You against random').waitFor()
  await over.getByText('Two players').waitFor()
  const top = (part) => part.evaluate((element) => element.getBoundingClientRect().top)
  assert.ok((await top(going)) < (await top(page.locator('.cards'))) && (await top(page.locator('.cards'))) < (await top(over)))
  await page.done()
})

test('a page that is left saves its last move, and a save that is overtaken does not undo it', async () => {
  const page = await world.visit('/play/connect4:5x4:3?first=human&second=human&id=overtaken001')
  let release
  const released = new Promise((resolve) => (release = resolve))
  const sent = []
  await page.route('**/api/saved/overtaken001', async (route) => {
    const plies = route.request().postDataJSON().line.moves.length
    sent.push(plies)
    if (plies === 1) await released
    await route.continue()
  })
  const saved = (plies) => page.waitForResponse((response) => response.request().method() === 'PUT' && response.request().postDataJSON().line.moves.length === plies)
  await settled(page)
  const [first, last] = [saved(1), saved(2)]
  // Asked for before the key: the save may be on its way before the key is let go.
  const begun = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('1')
  await begun
  await page.keyboard.press('2')
  await settled(page, 2)
  // The save of the first move is on its way: whoever leaves does not wait for it.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await last
  release()
  await first
  assert.deepEqual(sent, [1, 2])
  await page.unroute('**/api/saved/overtaken001')
  const kept = await page.evaluate(() => fetch('/api/saved/overtaken001', { headers: { 'poda-owner': localStorage.getItem('poda.owner') } }).then((answer) => answer.json()))
  assert.deepEqual(kept.line?.moves, ['1', '2'], JSON.stringify(kept))
  await page.done()
})

test('a stone and its reply are three requests', async () => {
  const page = await world.visit('/play/connect4?first=human&second=ninja1')
  const asked = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(JSON.parse(payload).do)))
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !request.url().endsWith('/live')) asked.push(request.method())
  })
  await page.reload()
  await settled(page)
  for (const plies of [2, 4, 6]) {
    asked.length = 0
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.keyboard.press('4')
    await settled(page, plies)
    await saved
    assert.deepEqual(asked, ['show', 'choose', 'PUT'])
  }
  await page.done()
})

test('what a column says is what it is called, also under analysis', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human')
  await settled(page, 4)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.locator('.column .note').nth(6).waitFor()
  assert.deepEqual(await violations(page), [])
  // The number stays where the score is.
  assert.match((await page.locator('.column').first().textContent()).trim(), /^1\s*\S+/)
  await page.done()
})

test('a move in the past keeps the future as a variation, also after a reload', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human&id=varied0001&ply=2')
  await settled(page, 4)
  await page.keyboard.press('1')
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves') === '441')
  const tree = page.getByRole('list', { name: 'Variations' })
  await tree.getByRole('button').first().waitFor()
  await page.waitForFunction(() => localStorage.getItem('poda.variations')?.includes('varied0001'))
  await page.reload()
  await settled(page, 3)
  await soon(async () => assert.deepEqual(await tree.getByRole('button').allInnerTexts(), ['5', '5']))
  await tree.getByRole('button').last().click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves') === '4455')
  await soon(async () => assert.match(await status(page), /Player 1/))
  await page.done()
})
