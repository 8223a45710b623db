// The page as a folder of files: the engines in the browser, first with a network and then without.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { join } from 'node:path'

import { artifacts, settled, soon, status, violations } from './browser.mjs'
import { Folder, bytesOfFirstBoard } from './folder.mjs'

// Where its engines cannot be compiled, `cargo xtask test` says so.
const skip = !!process.env.PODA_WITHOUT_SITE

let folder
before(async () => {
  if (!skip) folder = await Folder.open()
})
after(async () => {
  await folder?.close()
})

const over = /win|Draw|gana|Tablas/i
const PEOPLE = 'first=human&second=human'

/** Goes somewhere inside the page, without loading it again. */
async function go(page, address, title) {
  await page.goto(`${folder.address}#${address}`)
  await page.waitForFunction((title) => document.title.startsWith(title), title)
}

/** Opens a game and waits until its position is on the screen. */
async function open(page, game, query, plies = 0) {
  await go(page, `/play/${game}?${query}`, `${game} `)
  await settled(page, plies)
}

/** Waits until the address has that many moves: it is written after the board is drawn. */
const asked = (page, plies) => page.waitForFunction((plies) => new URLSearchParams(location.hash.split('?')[1]).get('moves')?.length === plies, plies)

const proofs = (page) => page.locator('.judgement svg[role=img]').count()

/** A person by keyboard against a player that searches. */
async function playByKeyboard(page) {
  await open(page, 'connect4:5x4:3', 'first=human&second=ninja1')
  for (let turn = 0; turn < 12; turn++) {
    await settled(page)
    if (over.test(await status(page))) return
    const plies = await page.locator('[data-ply]').count()
    const [column] = await page.locator('.column.open').allTextContents()
    await page.keyboard.press(column.trim()[0])
    await settled(page, plies + 1)
  }
  assert.fail('no end')
}

/** Players against each other, as fast as the page goes. */
async function watch(page, game) {
  await go(page, `/play/${game}?first=random:seed=3&second=random:seed=4`, `${game} `)
  await page.locator('.speed input').fill('4')
  await page.waitForFunction((over) => new RegExp(over, 'i').test(document.querySelector('.status')?.textContent ?? ''), over.source, { timeout: 120_000 })
}

/** Everything that a class does, one after the other. */
async function everything(page) {
  await playByKeyboard(page)
  for (const game of ['crush', 'boom', 'desconecta', 'nraya', 'mnk', 'parchis:2022:almost-goal']) await watch(page, game)

  // Analysis with proofs: 4 wins, 7 stops the other's three, and whatever else is played loses to it.
  await open(page, 'crush', `moves=172737&${PEOPLE}`, 6)
  await page.getByRole('button', { name: 'Analyse' }).click()
  await page.getByRole('button', { name: /^4\s*W1$/ }).waitFor()
  await page.getByRole('button', { name: /^1\s*L2$/ }).waitFor()
  // And with the book: nothing else knows the exact score of an opening so soon.
  await open(page, 'connect4', `moves=44&${PEOPLE}`, 2)
  await page.waitForFunction(() => document.querySelectorAll('.judgement li svg[role=img]').length === 7)
  assert.ok((await proofs(page)) >= 7)
  await page.locator('.judgement button[aria-pressed]').click()

  // A reload in the middle.
  await open(page, 'boom', 'first=human&second=ninja1')
  await page.keyboard.press('4')
  // The other has two actions.
  await page.locator('[data-ply="3"]').waitFor()
  await page.getByText('Your turn').waitFor()
  const before = await page.locator('[data-ply]').allTextContents()
  await asked(page, before.length)
  await page.reload()
  await page.getByText('Your turn').waitFor()
  await soon(async () => assert.deepEqual(await page.locator('[data-ply]').allTextContents(), before))

  // A search in time, with more events than one answer holds.
  await go(page, `/search/boom?${PEOPLE}&engine=minimax&eval=puntuacion&depth=5`, 'Inside')
  await page.locator('[role=tree] [role=treeitem]').first().waitFor()
  await page.keyboard.press('End')
  await page.getByText(/^Done: MAX plays/).waitFor()

  // Practice.
  await go(page, `/practice?ask=cuts&tree=${encodeURIComponent('((3 12 8) (2 4 6) (14 5 2))')}`, 'Which branches will be cut?')
  await page.locator('[role=tree] [role=treeitem]').first().waitFor()
  for (const value of [4, 6]) await page.locator(`[role=treeitem][aria-label$=", ${value}"]`).first().click()
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('All right!').waitFor()

  // Heuristics, rules, the editor and the stories, in both languages.
  await go(page, `/heuristics/connect4?moves=4455&${PEOPLE}`, 'Heuristics')
  await page.getByText('✓ right').first().waitFor()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByText('✓ acierta').first().waitFor()
  await go(page, '/rules/boom', 'Reglas')
  await page.getByText(/bomba/).first().waitFor()
  await go(page, '/edit/connect4', 'Editar')
  await page.locator('svg.board-drawing').first().waitFor()
  await go(page, '/stories', 'Historias')
  await page.locator('main h2').first().waitFor()
  await page.getByRole('button', { name: 'English' }).click()
}

test('a search that is stopped keeps what it has found, and the next question is answered', { skip }, async () => {
  // Column by column, nine in a row: the first stone of the last column completes a diagonal, so there is much to review.
  const moves = `${[...'12345678'].map((column) => column.repeat(9)).join('')}9`
  const page = await folder.visit(`#/play/connect4:9x9:9?moves=${moves}&${PEOPLE}`)
  await settled(page, 73)
  await page.getByRole('button', { name: 'Review the game' }).click()
  await page.locator('figure polyline').waitFor({ state: 'attached' })
  const stop = page.getByRole('button', { name: 'Stop', exact: true })
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  const points = (await page.locator('figure polyline').getAttribute('points')).trim().split(' ')
  assert.ok(points.length > 0 && points.length < 74, `${points.length} positions`)
  // Then an analysis, and another one before it is done, and so on: each is ended by the next.
  await open(page, 'boom', PEOPLE)
  await page.getByRole('button', { name: 'Analyse' }).click()
  for (const [ply, column] of [...'172635'].entries()) {
    await page.locator('.judgement li .line').first().waitFor()
    await page.keyboard.press(column)
    await settled(page, ply + 1)
  }
  await page.locator('.judgement li .score:not(.open)').first().waitFor()
  const times = await page.evaluate(() => performance.getEntriesByName('poda: from a stop to the next search').map(({ duration }) => Math.round(duration)))
  assert.ok(times.length > 0)
  console.log(`# milliseconds from a stop to the next search: ${times.join(' ')}`)
  await page.done()
})

test('games are kept by the browser, and as a file they go to another one', { skip }, async () => {
  const page = await folder.visit('#/play/crush?first=human&second=human')
  await settled(page)
  for (const [ply, column] of [...'4455'].entries()) {
    await page.keyboard.press(column)
    await settled(page, ply + 1)
  }
  // The address comes a frame after the board; whoever leaves then loses nothing.
  await asked(page, 4)
  await page.reload()
  await settled(page, 4)
  await go(page, '/', 'Poda')
  await page.getByRole('heading', { name: 'Continue' }).waitFor()
  const kept = page.locator('.kept li')
  await soon(async () => assert.match(await kept.first().innerText(), /Crush[^]*4\s+moves/))
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save all games' }).click()
  const file = await (await waiting).path()
  const { form, games } = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal(form, 'poda-games')
  assert.deepEqual(games[0].line, { game: 'crush', start: null, moves: ['4', '4', '5', '5'] })

  const other = await folder.visit('', { locale: 'es-ES', phone: true })
  await other.getByRole('heading', { name: 'Tus partidas en un fichero' }).waitFor()
  const field = other.locator('input[type=file]')
  const refused = async (text, why) => {
    await field.setInputFiles({ name: 'games.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await other.locator('.error').filter({ hasText: why }).waitFor()
  }
  const changed = (change) => JSON.stringify({ form, games: [{ ...games[0], ...change }] })
  await refused('no', /este no es un fichero/)
  await refused('[]', /este no es un fichero/)
  await refused(changed({ line: { game: 'crush', start: null, moves: ['4', '99'] } }), /la partida 1: .*99/)
  await refused(changed({ line: { game: 'chess', start: null, moves: [] } }), /la partida 1: .*chess/)
  await refused(changed({ updated: 'now' }), /la partida 1: updated: "now"/)
  await soon(async () => assert.equal(await other.locator('.kept li').count(), 0))
  await field.setInputFiles(file)
  await other.getByText('Partidas nuevas o más recientes: 1').waitFor()
  await other.locator('.kept li').first().waitFor()
  await field.setInputFiles(file)
  await other.getByText('Partidas nuevas o más recientes: 0').waitFor()
  assert.deepEqual(await violations(other), [])
  await other.done()
  await page.done()
})

test('engines that cannot be had are said to be missing, in both languages', { skip }, async () => {
  // A file that is not there is the browser's complaint too; nothing else is.
  const expected = /status of 404|was preloaded/
  const play = `#/play/boom?${PEOPLE}`
  const broken = [
    [{ status: 404, contentType: 'text/plain', body: 'no' }, 'en-GB', play, /engines of this page could not be loaded\. Reload[^]*poda\.wasm: 404/],
    [{ status: 200, contentType: 'application/wasm', body: '<html>' }, 'es-ES', play, /No se han podido cargar los motores[^]*poda\.wasm: /],
    [{ status: 200, contentType: 'text/plain', body: '' }, 'es-ES', '', /No se han podido cargar los motores/],
  ]
  for (const [answer, locale, path, text] of broken) {
    const context = await folder.person({ locale })
    await context.route(/\.wasm/, (route) => route.fulfill(answer))
    const page = await folder.visit(path, { context, expected })
    await page.locator('main').filter({ hasText: text }).waitFor()
    await page.done()
    await context.close()
  }
  const old = await folder.visit(play, { locale: 'es-ES', expected, before: () => void delete globalThis.WebAssembly })
  await old.locator('main').filter({ hasText: /no tiene WebAssembly/ }).waitFor()
  await old.done()
})

test('without its scripts the page says what is missing', { skip }, async () => {
  const context = await folder.person()
  const missing = { status: 404, contentType: 'text/plain', body: '' }
  await context.route(/assets\/index-.*\.js/, (route) => route.fulfill(missing))
  const page = await folder.visit('', { context })
  await page.getByText(/browser is too old for this page, or files of it are missing/).waitFor()
  await page.getByText(/navegador es demasiado antiguo/).waitFor()
  await context.unroute(/assets\/index-.*\.js/)
  // A tab of a version whose parts are gone: reloading gets the new one.
  await context.route(/assets\/Practice-.*\.js/, (route) => route.fulfill(missing))
  await page.reload()
  await page.getByRole('link', { name: 'Practice' }).click()
  await page.getByText(/a new version has been published/).waitFor()
  await soon(async () => assert.equal(await page.getByText(/Loading…/).count(), 0))
  await context.unroute(/assets\/Practice-.*\.js/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.locator('[role=tree] [role=treeitem]').first().waitFor()
  await context.close()
})

test('a browser that keeps nothing says so, and what was played can be saved as a file', { skip }, async () => {
  const blocked = () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no', 'SecurityError')
    }
  }
  const full = () => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (row) {
      if (localStorage.getItem('room')) return put.call(this, row)
      throw new DOMException('full', 'QuotaExceededError')
    }
  }
  const said = /does not keep your games/
  for (const before of [blocked, full]) {
    const page = await folder.visit(`#/play/crush?${PEOPLE}`, { before })
    await settled(page)
    await soon(async () => assert.equal(await page.getByText(said).count(), 0))
    await page.keyboard.press('4')
    await page.getByText(said).waitFor()
    await asked(page, 1)
    await go(page, '/', 'Poda')
    await page.locator('.kept li').first().waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save all games' }).click()
    const { games } = JSON.parse(readFileSync(await (await waiting).path(), 'utf8'))
    assert.deepEqual(games.map(({ line }) => line.moves), [['4']])
    if (before === full) {
      // Where there is room again, it is kept, and no longer said.
      await page.evaluate(() => localStorage.setItem('room', 'yes'))
      await page.locator('.kept a').first().click()
      await settled(page, 1)
      await page.keyboard.press('5')
      await page.getByText(said).waitFor({ state: 'detached' })
      await asked(page, 2)
      await page.reload()
      await go(page, '/', 'Poda')
      await page.locator('.kept li').filter({ hasText: /2\s+moves/ }).waitFor()
    }
    await page.done()
  }
})

test('a new version comes when every tab of the old one is closed, and the games stay', { skip }, async (context) => {
  let isNew = false
  const edit = (name, content) => {
    if (!isNew || !['index.html', 'sw.js'].includes(name)) return content
    const text = content.toString()
    return Buffer.from(name === 'sw.js' ? text.replace(/VERSION ?= ?"/, '$&new') : text.replace('<title>', '<meta name="edition" content="new"><title>'))
  }
  const published = await Folder.open({ edit })
  context.after(() => published.close())
  const person = await published.person()
  const editions = (page) => page.locator('meta[name=edition]').count()
  const copies = (page) => page.evaluate(() => caches.keys().then((names) => names.length))
  const tabs = []
  for (const game of ['crush', 'boom']) {
    const page = await published.visit(`#/play/${game}?${PEOPLE}`, { context: person })
    await settled(page)
    await page.keyboard.press('4')
    await settled(page, 1)
    await asked(page, 1)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    tabs.push(page)
  }
  isNew = true
  const [one, two] = tabs
  await two.reload()
  await settled(two, 1)
  await two.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update())
  await two.waitForFunction(async () => !!(await navigator.serviceWorker.getRegistration()).waiting)
  // Both are whole pages of the old version: nothing is taken from the new one.
  assert.deepEqual([await editions(one), await editions(two), await copies(one)], [0, 0, 2])
  await one.keyboard.press('5')
  await settled(one, 2)
  await asked(one, 2)
  for (const page of tabs) await page.done()
  // The browser changes over when it has noticed that nobody is there any more, a moment after the last tab: whoever comes before that
  // is in the old version once more.
  let next
  for (let visits = 0; visits < 10; visits++) {
    next = await published.visit('', { context: person })
    await next.locator('.kept li').nth(1).waitFor()
    if ((await editions(next)) === 1) break
    await next.done()
  }
  await soon(async () => assert.equal(await editions(next), 1))
  await next.locator('.kept li').filter({ hasText: /Crush[^]*2\s+moves/ }).waitFor()
  await next.waitForFunction(() => caches.keys().then((names) => names.length === 1))
  await next.done()
  await person.close()
})

test('a board in a frame of another page: a position and nothing else', { skip }, async () => {
  const page = await folder.visit(null)
  await page.setContent(`<iframe title="Poda" width="420" height="520" src="${folder.address}?embed&lang=es&theme=dark#/play/boom?moves=4455"></iframe>`)
  const frame = page.frameLocator('iframe')
  await frame.locator('.stage[aria-busy=false] .column.open').first().waitFor()
  await soon(async () => assert.equal(await frame.locator('header:visible, footer, aside .card:visible').count(), 0))
  await soon(async () => assert.match(await frame.locator('.status').innerText(), /jugador 1/i))
  await frame.locator('.column.open').first().click()
  await frame.locator('.stage[aria-busy=false] .piece').nth(4).waitFor()
  const whole = await frame.getByRole('link', { name: 'Abrir en Poda' }).getAttribute('href')
  assert.match(whole, /poda\/#\/play\/boom\?moves=44551/)
  await page.screenshot({ path: join(artifacts, 'site-embed.png') })
  await page.done()
})

test('a server that does not know what the engines are is good enough, and old copies are cleaned away', { skip }, async (context) => {
  const plain = await Folder.open({ types: { '.wasm': 'text/plain' } })
  context.after(() => plain.close())
  // The page registers its service worker much later.
  const before = () => {
    void caches.open(`poda ${new URL('.', location.href).pathname} old`)
    void caches.open('poda /another/folder/ its')
  }
  const page = await plain.visit('', { before })
  await page.locator('.cards article svg').first().waitFor()
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    return names.length === 2 && names.includes('poda /another/folder/ its') && !names.some((name) => name.endsWith(' old'))
  })
  await page.done()
})

test('matches in this tab: played, kept over a reload, resumed, looked into', { skip }, async () => {
  const page = await folder.visit('#/arena')
  await page.getByRole('heading', { name: 'Matches in this tab' }).waitFor()
  await page.locator('form select').first().selectOption('boom')
  await page.getByLabel('Player 1').selectOption('ninja3')
  await page.getByLabel('Player 2').selectOption('ninja2')
  await page.getByRole('button', { name: 'Add a player' }).click()
  await page.getByLabel('Games per pair').fill('30')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.waitForURL(/#\/arena\/1$/)
  const played = () => page.locator('[role=status].about').innerText().then((text) => Number(/(\d+) \/ 90/.exec(text)?.[1]))
  await page.waitForFunction(() => Number(/(\d+) \/ 90/.exec(document.querySelector('[role=status].about')?.textContent ?? '')?.[1]) > 0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  const before = await played()
  // A closed tab loses nothing that was played.
  await page.reload()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await soon(async () => assert.equal(await played(), before))
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('90 / 90').waitFor()
  await page.locator('.stage.finished').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.screenshot({ path: join(artifacts, 'site-run.png'), fullPage: true })
  // The cross table, games of one player, and why it loses.
  await soon(async () => assert.equal(await page.locator('table').nth(1).locator('tbody tr').count(), 3))
  await page.getByLabel('Games of').selectOption('2')
  await page.getByRole('checkbox', { name: 'lost games only' }).check()
  await page.locator('.boards a').first().waitFor()
  await page.locator('tbody tr', { hasText: 'random' }).first().getByRole('link').click()
  await page.waitForURL(/#\/arena\/1\/lost\/\d$/)
  await page.locator('main svg.board-drawing').first().waitFor()
  // In the list, in the other language too.
  await go(page, '/arena', 'Arena')
  await page.getByRole('button', { name: 'Español' }).click()
  await page.locator('.runs li').filter({ hasText: 'terminado' }).waitFor()
  await page.done()
})

/** What is published is small; the module of `cargo xtask test` is compiled quickly. */
async function aFirstVisitIsSmall(context) {
  const small = await Folder.open({ squeeze: true })
  context.after(() => small.close())
  const page = await small.visit('#/play/connect4?first=human&second=ninja1')
  await page.locator('.stage[aria-busy=false] .column.open').first().waitFor()
  const bytes = await bytesOfFirstBoard(page)
  console.log(`# bytes of the first visit, gzip: ${bytes}`)
  assert.ok(bytes < 600_000, `${bytes} bytes`)
  await page.done()
}
if (process.env.PODA_SITE_IS_PUBLISHED) test('a first visit is small', aFirstVisitIsSmall)

test('a class: games of every family, proofs, searches, practice, both languages; and all of it again without a network', { skip }, async () => {
  const page = await folder.visit()
  await page.locator('.cards article svg').first().waitFor()
  assert.deepEqual(await violations(page), [])
  await page.screenshot({ path: join(artifacts, 'site-lobby.png'), fullPage: true })
  await everything(page)
  // What two devices and programs need is not here, and is said.
  await go(page, '/about', 'About')
  await page.getByText(/need a server/).waitFor()
  await soon(async () => assert.equal(await page.getByRole('link', { name: 'API' }).count(), 0))
  // The copy is whole before the network goes.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active.state !== 'activated') await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
  await folder.cut()
  await page.goto('about:blank')
  await page.goto(folder.address)
  await page.locator('.cards article svg').first().waitFor()
  await everything(page)
  assert.deepEqual(await violations(page), [])
  await page.done()
})
