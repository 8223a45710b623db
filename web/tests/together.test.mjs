// Two people on two devices, and somebody who watches: each a browser of their own, behind a server that asks for a token.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { World, artifacts, soon, status as told, violations } from './browser.mjs'

let world
const list = join(tmpdir(), `poda-bots-${process.pid}.toml`)
before(async () => {
  // A server with programs asks for its token, on this machine too.
  writeFileSync(list, '[[bot]]\nname = "mine"\ncommand = "json:true"\n')
  world = await World.open('--bots', list)
  world.flags = ['--bots', list]
})
after(async () => {
  await world.close()
  rmSync(list)
})

/** Waits for a revision of the game, seen through a live connection. */
const at = (page, revision) => page.locator(`.stage[aria-busy=false][data-revision="${revision}"]`).waitFor()
const column = (page, number) => page.locator(`.board [data-on=column-${number}]`)
/** Whose turn it is, without the move that is told before it to those who cannot see. */
const status = async (page) => (await told(page)).split('\n').at(-1).trim()
const link = async (page, label) => new URL(await page.getByLabel(label).inputValue())

/** Somebody shares a game; the token of the server is needed for that, and only for that. */
async function host(game, options = {}) {
  const page = await world.visit('/', { ...options, token: true })
  const card = page.locator('article', { has: page.getByRole('heading', { name: game, exact: true }) })
  await card.getByRole('button', { name: 'Two people' }).click()
  await card.getByRole('button', { name: 'On two devices' }).click()
  await page.getByText('Waiting for the other player').waitFor()
  return page
}

/** Somebody opens a link, without any cookie of this server. */
async function open(address, options = {}) {
  return world.visit(address.pathname + address.hash, options)
}

test('a whole game: two seats, a spectator, no way to move for the other', async () => {
  const one = await host('Connect-4')
  assert.deepEqual(await violations(one), [])
  await one.screenshot({ path: join(artifacts, 'together-waiting.png'), fullPage: true })
  const invitation = await link(one, 'Link for the other player')
  assert.ok(/^#[0-9a-f]{32}$/.test(invitation.hash), String(invitation))
  const two = await open(invitation, { phone: true, dark: true })
  await at(two, 1)
  await one.getByText('Waiting for the other player').waitFor({ state: 'detached' })
  assert.notEqual(new URL(two.url()).hash, invitation.hash, 'the guest has a token of their own')
  await one.getByText('Link for spectators').first().click()
  const three = await open(await link(one, 'Link for spectators'), { locale: 'es-ES' })
  await at(three, 1)
  await one.getByText('1 watching').waitFor()
  // Whoever comes late watches, and is told why.
  const four = await open(invitation)
  await four.getByText('Somebody else has taken this seat').waitFor()
  await four.done()

  // A guest sees the game and nothing else of the server.
  await soon(async () => assert.equal(await two.getByRole('navigation').count(), 0))
  await soon(async () => assert.equal(await one.getByRole('navigation').count(), 1))
  await soon(async () => assert.equal(await two.evaluate(() => fetch('/api/catalog').then((answer) => answer.status)), 401))
  two.complaints = two.complaints.filter((text) => !text.includes('401'))
  assert.deepEqual(await violations(two), [])
  assert.deepEqual(await violations(three), [])

  await soon(async () => assert.equal(await status(one), 'Your turn'))
  await soon(async () => assert.equal(await status(two), 'The other player is to move'))
  for (const page of [two, three]) assert.equal(await page.locator('.board [role=button]:not([aria-disabled=true])').count(), 0)
  const moves = ['4', '4', '5', '5', '6', '6']
  for (const [ply, move] of moves.entries()) {
    const [mover, other] = ply % 2 === 0 ? [one, two] : [two, one]
    await soon(async () => assert.equal(await other.locator('.board [role=button]:not([aria-disabled=true])').count(), 0, 'not their turn'))
    await column(mover, move).click()
    for (const page of [one, two, three]) await at(page, ply + 2)
  }
  await one.keyboard.press('3')
  for (const page of [one, two, three]) await at(page, 8)
  await soon(async () => assert.equal(await status(one), 'You win'))
  await soon(async () => assert.equal(await status(two), 'The other player wins'))
  await soon(async () => assert.match(await status(three), /Jugador 1 gana/))
  await two.screenshot({ path: join(artifacts, 'together-phone-over.png'), fullPage: true })
  const wide = await two.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `it sticks out by ${wide}`)

  // Again, with sides changed, if both want to.
  await two.getByRole('button', { name: 'Rematch' }).click()
  await one.getByText('The other player wants a rematch').waitFor()
  await one.getByRole('button', { name: 'Accept' }).click()
  for (const page of [one, two, three]) await at(page, 9)
  await soon(async () => assert.equal(await status(two), 'Your turn'))
  await column(two, 1).click()
  for (const page of [one, two]) await at(page, 10)
  // A move is taken back if the other one agrees, and a game ends if one gives up.
  await two.getByRole('button', { name: 'Take back' }).click()
  await one.getByRole('button', { name: 'Decline' }).click()
  await two.getByText('You have asked').waitFor({ state: 'detached' })
  await soon(async () => assert.ok(await two.getByRole('button', { name: 'Take back' }).isDisabled()))
  await one.getByRole('button', { name: 'Resign' }).click()
  await one.getByRole('button', { name: 'Really resign?' }).click()
  for (const page of [one, two]) await at(page, 11)
  await soon(async () => assert.equal(await status(two), 'You win by resignation'))
  for (const page of [one, two, three]) await page.done()
})

test('whoever reloads or comes back to a server that was away goes on', async () => {
  const one = await host('Conecta-4 BOOM')
  const invitation = await link(one, 'Link for the other player')
  const two = await open(invitation)
  await at(two, 1)
  await column(one, 4).click()
  for (const page of [one, two]) await at(page, 2)
  await two.reload()
  await at(two, 2)
  await soon(async () => assert.equal(await status(two), 'Your turn'))
  // The link that was sent leads the same browser back to its seat.
  await two.goto(String(invitation))
  await two.reload()
  await at(two, 2)
  await soon(async () => assert.equal(await status(two), 'Your turn'))
  // The guest leaves: the host sees it.
  await two.goto('about:blank')
  await one.getByText('not connected').waitFor()
  await two.goBack()
  await at(two, 2)
  await world.fall()
  await one.getByText('Reconnecting').waitFor()
  await two.getByText('Reconnecting').waitFor()
  await world.rise(undefined, world.flags)
  for (const page of [one, two]) await at(page, 2)
  await column(two, 4).click()
  for (const page of [one, two]) await at(page, 3)
  await column(two, 5).click()
  for (const page of [one, two]) await at(page, 4)
  await soon(async () => assert.equal(await status(one), 'Your turn'))
  // The connections that broke with the server are what the browser complains about.
  for (const page of [one, two]) {
    await page.done(/WebSocket/)
  }
})

test('the dialog and the waiting game fit a small phone, in Spanish and in the dark', async () => {
  const page = await world.visit('/', { token: true, viewport: { width: 320, height: 640 }, phone: true, locale: 'es-ES', dark: true })
  await page.goto(`${world.address}/play/parchis?moves=y1:1&first=human&second=human`)
  await page.locator('.stage[aria-busy=false]').waitFor()
  await page.getByRole('button', { name: 'Juega conmigo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Crear el enlace' }).waitFor()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await soon(async () => assert.equal(await width(), 320))
  assert.deepEqual(await violations(page), [])
  // From this position, as player 2: the one move stays, and cannot be taken back.
  await dialog.getByLabel('desde esta posición').check()
  await dialog.getByLabel('segundo').check()
  await dialog.getByRole('button', { name: 'Crear el enlace' }).click()
  await page.getByText('Esperando a la otra persona').waitFor()
  await page.locator('.moves [data-ply="1"]').waitFor()
  await soon(async () => assert.equal(await width(), 320))
  assert.deepEqual(await violations(page), [])
  await soon(async () => assert.ok(await page.getByRole('button', { name: 'Deshacer' }).isDisabled()))
  // It is listed where games are chosen, and leads back.
  await page.goto(world.address)
  await page.getByRole('heading', { name: 'Partidas en dos dispositivos' }).waitFor()
  await page.locator('a[href^="/together#"]').click()
  await page.getByText('Esperando a la otra persona').waitFor()
  await page.done()
})

test('a link that leads nowhere says so', async () => {
  for (const hash of ['', '#0123456789abcdef0123456789abcdef']) {
    const page = await world.visit(`/together${hash}`)
    await page.getByText('This game cannot be opened').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.done()
  }
})

test('Parchís on two phones: dice for whoever is to move, words and rules for both', async () => {
  const one = await host('Parchís', { phone: true })
  const two = await open(await link(one, 'Link for the other player'), { phone: true })
  await at(two, 1)
  await soon(async () => assert.equal(await two.locator('.die').count(), 0, 'no dice for who waits'))
  await one.locator('.die').first().click()
  await one.locator('.board .piece-button, .board [data-on][role=button]').first().click()
  for (const page of [one, two]) await at(page, 2)
  await two.getByLabel('Last move').first().waitFor()
  await two.getByRole('button', { name: 'Rules' }).click()
  await two.getByRole('dialog').getByRole('table').first().waitFor()
  assert.deepEqual(await violations(two), [])
  await two.getByRole('button', { name: 'Close' }).click()
  await two.screenshot({ path: join(artifacts, 'together-parchis-phone.png'), fullPage: true })
  for (const page of [one, two]) await page.done()
})
