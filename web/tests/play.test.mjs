// Whole games, by every means that a person has.

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

/** Does `act` again and again, each time when the machine has answered, until the game is over. */
async function playOut(page, act, most = 200) {
  for (let turn = 0; turn < most; turn++) {
    await settled(page)
    if (over.test(await status(page))) return
    const before = await page.locator('[data-ply]').count()
    await act(turn)
    await settled(page, before + 1)
  }
  assert.fail(`no end after ${most} turns`)
}

for (const game of ['connect4:5x4:3', 'crush', 'boom', 'desconecta']) {
  test(`a whole game of ${game} by mouse`, async () => {
    const page = await world.visit(`/play/${game}?first=human&second=random`)
    await playOut(page, async (turn) => {
      // An explosion whenever there is one, else columns in turn.
      const bomb = page.locator('.piece-button')
      if ((await bomb.count()) > 0) return bomb.first().click({ force: true })
      const open = page.locator('.column.open')
      await open.nth(turn % (await open.count())).click()
    })
    await soon(async () => assert.match(await status(page), over))
    await page.done()
  })
}

test('a whole game of Parchís by mouse, dice and pieces', async () => {
  const page = await world.visit('/play/parchis:2022:almost-goal?first=human&second=random')
  await playOut(page, async (turn) => {
    const dice = page.locator('.dice .row button')
    await dice.nth(turn % (await dice.count())).click()
    const piece = page.locator('.piece-button')
    if ((await piece.count()) > 0) {
      await piece.first().click({ force: true })
    }
  }, 400)
  await soon(async () => assert.match(await status(page), over))
  await page.done()
})

test('a whole game by keyboard only', async () => {
  const page = await world.visit('/')
  // From the lobby: the first card's button is reached by tabs.
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (text.trim() === 'Play') break
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/play\/connect4/)
  await page.evaluate(() => history.replaceState(null, '', '/play/connect4:5x4:3?first=human&second=random'))
  await page.reload()
  await playOut(page, async (turn) => {
    if (turn === 0) {
      // The first move by walking to a column, the others by its number.
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(() => document.activeElement?.classList.contains('column'))) break
      }
      return page.keyboard.press('Enter')
    }
    const open = await page.locator('.column.open').allTextContents()
    await page.keyboard.press(open[turn % open.length].trim())
  })
  const plies = await page.locator('[data-ply]').count()
  await page.keyboard.press('Home')
  await page.waitForFunction(() => new URLSearchParams(location.search).get('ply') === '0')
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => new URLSearchParams(location.search).get('ply') === '1')
  await page.keyboard.press('End')
  await page.waitForFunction(() => !location.search.includes('ply='))
  await page.keyboard.press('u')
  await page.waitForFunction((count) => document.querySelectorAll('[data-ply]').length < count, plies)
  await page.done()
})

test('a whole game on a phone', async () => {
  const page = await world.visit('/play/boom?first=human&second=random', { phone: true, locale: 'es-ES' })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(wide, false, 'nothing sticks out')
  await playOut(page, async (turn) => {
    const open = page.locator('.column.open')
    await open.nth((turn * 3) % (await open.count())).tap()
  })
  await soon(async () => assert.match(await status(page), over))
  await page.done()
})

test('undo, redo and stepping', async () => {
  const page = await world.visit('/play/connect4?moves=4455&first=human&second=human')
  await settled(page, 4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves') === '445')
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves') === '4455')
  await page.getByRole('button', { name: 'Step back' }).click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('ply') === '3')
  await pieces(page, 3)
  // A move in the past begins another future.
  await page.keyboard.press('1')
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves') === '4451')
  await page.done()
})

test('the board flips, and a game plays itself back', async () => {
  const page = await world.visit('/play/connect4?moves=1122334&first=human&second=human')
  await settled(page, 7)
  const fromTheLeft = (wanted) =>
    page.waitForFunction((wanted) => {
      const columns = [...document.querySelectorAll('.column')].map((one) => ({ x: one.getBoundingClientRect().x, text: one.textContent?.trim() }))
      return columns.sort((one, other) => one.x - other.x).map((one) => one.text).join('') === wanted
    }, wanted)
  await fromTheLeft('1234567')
  await page.getByRole('button', { name: 'Flip the board' }).click()
  await fromTheLeft('7654321')
  await page.getByLabel('Speed').fill('4')
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.waitForFunction(() => new URLSearchParams(location.search).get('ply') === '3')
  await page.waitForFunction(() => !location.search.includes('ply='))
  await page.getByRole('button', { name: 'Replay' }).waitFor()
  await pieces(page, 7)
  await page.done()
})

test('pieces of Parchís walk from cell to cell', async () => {
  const page = await world.visit('/play/parchis?first=human&second=human', { moving: true })
  await settled(page)
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '5', exact: true }).click()
  const walks = page.waitForFunction(() =>
    document.getAnimations().some(({ effect }) => effect.target?.dataset.piece && effect.getKeyframes().length === 6),
  )
  await page.locator('.piece-button').first().click({ force: true })
  await walks
  await settled(page, 1)
  // A walk to the next cell is animated once, and not over and over again.
  await page.getByRole('group', { name: 'Dice' }).getByRole('button', { name: '1', exact: true }).click()
  await page.locator('.piece-button').first().click({ force: true })
  await settled(page, 2)
  await page.waitForFunction(() => document.getAnimations().every(({ effect }) => !effect.target?.dataset.piece))
  await page.done()
})

test('a link is a position, also in another browser', async () => {
  const page = await world.visit('/play/boom?first=human&second=human')
  await settled(page, 0)
  for (const key of '4453') {
    const plies = await page.locator('[data-ply]').count()
    await page.keyboard.press(key)
    await settled(page, plies + 1)
  }
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(!address.includes('id='), address)
  await page.getByRole('button', { name: 'Close' }).click()
  const other = await world.visit(address.slice(world.address.length))
  await settled(other, 4)
  await soon(async () => assert.equal(await status(other), await status(page)))
  await other.getByRole('link', { name: 'New game from here' }).click()
  await other.waitForURL(/from=/)
  await settled(other, 0)
  await soon(async () => assert.equal(await other.locator('.piece').count(), 4))
  await page.done()
  await other.done()
})

test('a reload in the middle loses nothing, and the lobby remembers', async () => {
  const page = await world.visit('/play/crush?first=human&second=random')
  await settled(page, 0)
  await page.keyboard.press('4')
  await settled(page, 2)
  const before = await page.locator('[data-ply]').allInnerTexts()
  // The address comes a frame after the board.
  await page.waitForFunction(() => new URLSearchParams(location.search).get('moves')?.length === 2)
  await page.reload()
  await settled(page, 2)
  await soon(async () => assert.deepEqual(await page.locator('[data-ply]').allInnerTexts(), before))
  await page.goto(world.address)
  await page.locator('.kept a').first().click()
  await settled(page, 2)
  await soon(async () => assert.deepEqual(await page.locator('[data-ply]').allInnerTexts(), before))
  await page.done()
})

test('the server goes away and comes back, and the game with it', async () => {
  const page = await world.visit('/play/crush?first=human&second=human')
  await settled(page, 0)
  await page.keyboard.press('4')
  await settled(page, 1)
  await world.fall()
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  // Whatever is played meanwhile is asked again when somebody listens.
  await page.keyboard.press('5')
  await world.rise()
  await settled(page, 2)
  await soon(async () => assert.equal(await page.locator('.frame .piece').count(), 2))
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' })
  await page.goto(world.address)
  await page.locator('.kept a').first().click()
  await settled(page, 2)
  // And who does nothing at all sees the connection come back too.
  await world.fall()
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  await world.rise()
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' })
  await page.done(/WebSocket|ERR_CONNECTION/)
})

test('two machines play each other, and can be paused', async () => {
  const page = await world.visit('/play/connect4:5x4:3?first=random&second=random:seed=3', { moving: true })
  await page.locator('[data-ply="1"]').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await settled(page, 1)
  const plies = await page.locator('[data-ply]').count()
  await page.getByLabel('Speed').fill('4')
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.locator(`[data-ply="${plies + 2}"]`).waitFor()
  await page.done()
})

test('the keys are a key away', async () => {
  const page = await world.visit('/play/boom?moves=44&first=human&second=human')
  await settled(page, 2)
  await page.keyboard.press('?')
  await page.getByText('detonate your bomb').waitFor()
  await page.keyboard.press('?')
  await page.getByText('detonate your bomb').waitFor({ state: 'hidden' })
  await page.done()
})

test('both languages, and the choice is kept', async () => {
  const page = await world.visit('/play/boom?moves=44&first=human&second=human')
  await settled(page, 2)
  await soon(async () => assert.match(await status(page), /Player 2 to move/))
  await page.getByRole('button', { name: 'Español' }).click()
  await page.waitForFunction(() => /Juega el jugador 2/.test(document.querySelector('.status')?.textContent ?? ''))
  await soon(async () => assert.equal(await page.evaluate(() => document.documentElement.lang), 'es'))
  await page.reload()
  await settled(page, 2)
  await soon(async () => assert.match(await status(page), /Juega el jugador 2/))
  await page.done()
})

test('how long a stone takes from click to screen: measured, not judged', async () => {
  const page = await world.visit('/play/connect4?first=human&second=human')
  await settled(page, 0)
  const times = []
  for (let turn = 0; turn < 20; turn++) {
    const plies = await page.locator('[data-ply]').count()
    // From the browser's own time of the click until the frame with the stone in it is drawn.
    await page.evaluate((plies) => {
      let clicked = 0
      addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true })
      globalThis.taken = new Promise((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelectorAll('.frame .piece').length <= plies) return
          watch.disconnect()
          const there = performance.now() - clicked
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve({ there, painted: performance.now() - clicked })
          requestAnimationFrame(() => port2.postMessage('drawn'))
        })
        watch.observe(document.querySelector('.frame .board'), { childList: true, subtree: true })
      })
    }, plies)
    await page.locator('.column.open').nth(turn % 7).click()
    times.push(await page.evaluate(() => globalThis.taken))
    await settled(page, plies + 1)
  }
  for (const what of ['there', 'painted']) {
    const sorted = times.map((time) => time[what]).sort((one, other) => one - other)
    console.log(`  from click to stone, ${what}: median ${sorted[10].toFixed(1)} ms, worst ${sorted[19].toFixed(1)} ms`)
  }
  await page.done()
})

test('a broken address says what is wrong', async () => {
  const page = await world.visit('/play/connect4?moves=49')
  await soon(async () => assert.match(await page.locator('.error').innerText(), /illegal move "9"/))
  await page.goto(world.address + '/play/chess')
  await soon(async () => assert.match(await page.locator('.error').innerText(), /unknown game "chess"/))
  await page.done()
})
