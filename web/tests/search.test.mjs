// The search that plays, and practice.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { World, artifacts, soon, violations } from './browser.mjs'

let world
before(async () => {
  world = await World.open()
})
after(async () => {
  await world.close()
})

const PEOPLE = 'first=human&second=human'
/** The event that is shown, counted from 1. */
const event = async (page) => Number((await page.locator('.count').innerText()).replace(/[^\d ]/g, '').trim().split(/\s+/)[0])
const told = (page) => page.locator('.told').innerText()
const ready = (page) => page.locator('[role=tree] [role=treeitem]').first().waitFor()

test('a search plays: steps, steps over, cuts, back, and every event in words', async () => {
  const page = await world.visit(`/search/boom?${PEOPLE}&engine=alphabeta&eval=puntuacion&depth=4`)
  await ready(page)
  await soon(async () => assert.match(await told(page), /^The search begins at the root, 4 levels deep/))
  await soon(async () => assert.equal(await page.locator('[role=treeitem]').count(), 1, 'only the root has been entered'))
  await page.getByRole('button', { name: 'One event on' }).click()
  await soon(async () => assert.match(await told(page), /^MAX tries 1\. Any value may still matter\./))
  await soon(async () => assert.equal(await page.locator('[role=treeitem]').count(), 2))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await soon(async () => assert.equal(await event(page), 2))
  // Over the second move: everything below it has happened.
  await page.keyboard.press('o')
  await soon(async () => assert.match(await told(page), /returns|leaf/))
  const over = await event(page)
  assert.ok(over > 3, `event ${over}`)
  await page.keyboard.press('c')
  await soon(async () => assert.match(await told(page), /already has .* (cannot matter|nothing left)/))
  await page.locator('.tree-node.pruned').first().waitFor()
  await page.getByText('Window closed: β ≤ α').waitFor()
  // The sentence leads to the sibling that is responsible, and back.
  await page.locator('.told .named').last().click()
  await page.getByText('You are looking at another node.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('You are looking at another node.').waitFor({ state: 'detached' })
  const cut = await event(page)
  await page.keyboard.press('c')
  assert.ok((await event(page)) > cut)
  await page.keyboard.press('Shift+C')
  await soon(async () => assert.equal(await event(page), cut))
  await page.keyboard.press('End')
  await soon(async () => assert.match(await told(page), /^Done: MAX plays/))
  await page.keyboard.press('Home')
  await soon(async () => assert.equal(await event(page), 1))
  assert.deepEqual(await violations(page), [])
  await page.done()
})

test('it plays by itself at any speed, and the slider goes anywhere', async () => {
  const page = await world.visit(`/search/connect4?moves=44&${PEOPLE}&engine=alphabeta&depth=4`)
  await ready(page)
  await page.getByLabel('Events per second').selectOption('100')
  await page.getByRole('button', { name: 'Play', exact: false }).first().click()
  await page.waitForFunction(() => Number(document.querySelector('.count')?.textContent?.replace(/[^\d ]/g, '').trim().split(/\s+/)[0]) > 40)
  await page.keyboard.press(' ')
  const paused = await event(page)
  await page.waitForTimeout(300)
  await soon(async () => assert.equal(await event(page), paused))
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await soon(async () => assert.equal(await event(page), paused + 1))
  await slider.fill('200')
  await soon(async () => assert.equal(await event(page), 201))
  await page.getByRole('button', { name: 'Projector size' }).click()
  await page.locator('.show.projector').waitFor()
  await page.screenshot({ path: join(artifacts, 'search-projector.png') })
  await page.done()
})

test('125,430 nodes open at once and are stepped through without a pause', async () => {
  const page = await world.visit(`/search/boom?${PEOPLE}&engine=alphabeta&depth=2`)
  await ready(page)
  await page.getByLabel('Heuristic').selectOption('puntuacion')
  await page.getByLabel('Depth', { exact: true }).fill('8')
  const began = Date.now()
  await page.getByRole('button', { name: 'Run the search' }).click()
  await page.getByText('125,430').first().waitFor()
  const opened = Date.now() - began
  const steps = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const press = (key) => dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const times = []
    for (const key of [...Array(60).fill('ArrowRight'), ...Array(40).fill('c'), ...Array(20).fill('o'), 'End', 'ArrowLeft', 'Home']) {
      const start = performance.now()
      press(key)
      await frame()
      times.push(performance.now() - start)
    }
    const heap = performance.memory?.usedJSHeapSize ?? 0
    return { worst: Math.max(...times), mean: times.reduce((sum, time) => sum + time, 0) / times.length, heap }
  })
  console.log(`  BOOM at depth 8: ${opened} ms from click to tree, steps ${steps.mean.toFixed(1)} ms, the longest ${steps.worst.toFixed(1)} ms, heap ${(steps.heap / 1e6).toFixed(1)} MB`)
  await soon(async () => assert.equal(await event(page), 1))
  await page.done()
})

test('the address holds engine, heuristic, depth and event, and a reload keeps them', async () => {
  const page = await world.visit(`/search/boom?moves=44&${PEOPLE}`)
  await ready(page)
  await page.getByLabel('Engine').selectOption('pvs')
  await page.getByLabel('Heuristic').selectOption('puntuacion')
  await page.getByLabel('Depth', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Run the search' }).click()
  await page.waitForURL(/engine=pvs&eval=puntuacion&depth=5/)
  await page.locator('.tools', { hasText: 'Iteration' }).waitFor()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
  await page.waitForURL(/event=6$/)
  await page.reload()
  await ready(page)
  assert.deepEqual([await page.getByLabel('Engine').inputValue(), await page.getByLabel('Depth', { exact: true }).inputValue()], ['pvs', '5'])
  await soon(async () => assert.equal(await event(page), 7))
  // An empty depth is what is usual, not an error.
  await page.getByLabel('Engine').selectOption('alphabeta')
  await page.getByLabel('Depth', { exact: true }).evaluate((field) => {
    field.required = false
    field.value = ''
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByRole('button', { name: 'Run the search' }).click()
  await page.waitForURL(/engine=alphabeta.*depth=4/)
  await soon(async () => assert.equal(await page.locator('.error').count(), 0))
  await page.goBack()
  await page.waitForURL(/engine=pvs/)
  await page.locator('.tools', { hasText: 'Iteration' }).waitFor()
  await page.done()
})

test('every engine can be watched', async () => {
  for (const [engine, sentence] of [
    ['minimax:depth=3', /^The search begins/],
    ['pvs:depth=4', /^Iteration of depth 1 begins/],
    ['blockfirst:depth=2', /^The search begins/],
    ['mcts:games=120', /^Selection, game 1/],
  ]) {
    const [name, option] = engine.split(':')
    const page = await world.visit(`/search/connect4?moves=${name === 'mcts' ? '44' : '172737'}&${PEOPLE}&engine=${name}&${option}`)
    await ready(page)
    await soon(async () => assert.match(await told(page), sentence, engine))
    if (name === 'blockfirst') {
      // Its searches on the side come after the main one.
      await page.locator('.tools', { hasText: 'Iteration' }).waitFor()
      await page.keyboard.press('End')
    }
    if (name === 'mcts') {
      for (const start of [/^Expansion/, /^(Playout|No random game)/, /^Backup/, /^Selection/]) {
        await page.keyboard.press('ArrowRight')
        await soon(async () => assert.match(await told(page), start))
      }
    }
    await page.done()
  }
})

test('a search that takes too long can be stopped, and says so', async () => {
  const page = await world.visit(`/search/boom?${PEOPLE}&engine=alphabeta&depth=2`)
  await ready(page)
  await page.getByLabel('Engine').selectOption('minimax')
  await page.getByLabel('Depth', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Run the search' }).click()
  // A moment, so that it has begun; one that has not is stopped too, and says so.
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Stopped before the search was done').waitFor()
  await page.keyboard.press('End')
  await soon(async () => assert.match(await told(page), /^Here the search was stopped/))
  await page.locator('.tree-node.unfinished').first().waitFor()
  await page.done()
})

test('a search that ran out of time says so and shows what it has', async () => {
  const short = await World.open('--think', '1')
  const page = await short.visit(`/search/connect4?moves=4453&${PEOPLE}&engine=minimax&depth=12`)
  await page.getByText('The time was over before the search was done').waitFor()
  const nodes = Number((await page.locator('.facts strong').first().innerText()).replaceAll(',', ''))
  assert.ok(nodes > 1000, `${nodes} nodes`)
  await page.keyboard.press('End')
  await page.locator('.tree-node').first().waitFor()
  await page.done()
  await short.close()
})

test('which branches are cut: predicted, checked, told why, and counted', async () => {
  const page = await world.visit('/practice?ask=cuts&tree=((3 12 8) (2 4 6) (14 5 2))')
  await ready(page)
  const leaf = (value) => page.locator(`[role=treeitem][aria-label$=", ${value}"]`).first()
  // First one of two.
  await leaf(4).click()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Not quite.').waitFor()
  await page.getByText('missed: it is cut').waitFor()
  await page.getByText(/MIN already has 2 here by a; MAX is sure of 3 by a/).first().waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await leaf(6).click()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('All right!').waitFor()
  await page.getByText('0 in a row').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Watch the search' }).click()
  await page.locator('.show .told').waitFor()
  await page.getByRole('button', { name: 'Next cut' }).click()
  await soon(async () => assert.match(await told(page), /b, c cannot matter and are pruned/))
  await page.done()
})

test('an exercise by seed is the same for everybody, and right answers count', async () => {
  const first = await world.visit('/practice?ask=cuts&level=1&seed=7')
  const second = await world.visit('/practice?ask=cuts&level=1&seed=7', { locale: 'es-ES', phone: true })
  const leaves = (page) => page.locator('[role=tree]').first().locator('.tree-node.leaf').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')))
  await ready(first)
  await ready(second)
  await soon(async () => assert.deepEqual(await leaves(first), await leaves(second)))
  await second.done()
  // By keyboard alone: every branch has a box. The server knows which are right.
  const tree = await first.locator('.own input').inputValue()
  const answer = await (
    await fetch(`${world.address}/api/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ do: 'quiz', tree, seed: 1, level: 1, trees: 1 }),
    })
  ).json()
  const right = [...answer.gift.matchAll(/~%(\d[\d.]*)%(\w+)/g)].map((found) => [...found[2]].join('.'))
  await first.getByText('Mark branches by name').click()
  for (const name of right) await first.getByRole('checkbox', { name, exact: true }).check()
  await first.getByRole('button', { name: 'Check' }).click()
  await first.getByText('All right!').waitFor()
  await first.getByText('1 in a row').waitFor()
  await first.getByRole('button', { name: 'Next exercise' }).click()
  await first.waitForURL(/seed=8/)
  await first.getByRole('button', { name: 'Check' }).waitFor()
  await first.done()
})

test('values are asked for, and the quiz is a file for Moodle', async () => {
  const page = await world.visit('/practice?ask=values&tree=((3 12 8) (2 4 6) (14 5 2))')
  await ready(page)
  for (const [name, value] of Object.entries({ root: 3, a: 3, b: 2, c: 5 })) await page.getByLabel(`Value of ${name}`, { exact: true }).fill(String(value))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('min(14, 5, 2) = 2').waitFor()
  await page.getByLabel('Value of c', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('All right!').waitFor()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const gift = readFileSync(await (await waiting).path(), 'utf8')
  assert.match(gift, /^\/\/ \(\(3 12 8\) \(2 4 6\) \(14 5 2\)\)\n::Poda 1\\: value::\[html\]/)
  assert.match(gift, /\{#3\}/)
  await page.done()
})

test('another order has other nodes and the same value, and what is no tree is refused', async () => {
  const page = await world.visit('/practice?ask=cuts&tree=((6 2) (7 1) (8 9))')
  const nodes = async (engine) => Number(await page.locator(`[data-engine=${engine}]`).innerText())
  await page.locator('[data-engine=pvs]').waitFor()
  const before = [await nodes('minimax'), await nodes('alphabeta')]
  assert.deepEqual(before, [10, 10])
  await page.getByRole('button', { name: 'Best first' }).click()
  await page.waitForURL(/tree=/)
  await page.waitForFunction(() => document.querySelector('[data-engine=alphabeta]')?.textContent === '8')
  await soon(async () => assert.equal(await nodes('minimax'), 10))
  await page.getByRole('button', { name: 'As given' }).click()
  await page.waitForFunction(() => document.querySelector('[data-engine=alphabeta]')?.textContent === '10')
  await page.locator('.own input').fill('(3 x)')
  await page.getByRole('button', { name: 'Use this tree' }).click()
  await page.locator('.error', { hasText: '"x" is no number' }).waitFor()
  await page.done(/400/)
})

test('a position of a game is an exercise too', async () => {
  const page = await world.visit(`/search/connect4?moves=4455&${PEOPLE}&engine=alphabeta&depth=2`)
  await ready(page)
  await page.getByRole('link', { name: 'Practise' }).click()
  await page.waitForURL(/\/practice\/connect4\?moves=4455/)
  await ready(page)
  await soon(async () => assert.equal(await page.locator('[role=tree]').first().locator('.tree-node.leaf').count(), 49))
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('missed: it is cut').first().waitFor()
  await page.done()
})
