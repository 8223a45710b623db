// The engines of the page are the engines: `node tools/wasm_same.mjs FOLDER ASK one|two`. FOLDER has the modules (`cargo xtask site`; those
// of the tests are `one` module), ASK is the same worker without a browser (`cargo build -p poda-wasm --example ask`). Nodes, counts,
// values, games and texts are equal.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { openModule, openNative } from './wasm_module.mjs'

const [folder, program, modules] = process.argv.slice(2)
const module = await openModule(folder)
const native = openNative(program)
const last = ({ answers }) => JSON.parse(answers.at(-1))
const lines = (path) => readFileSync(path, 'utf8').split('\n')
/** How long something takes is nobody's promise, and ratings are equal to a millionth: logarithms differ in their last bits. */
const plain = (text) =>
  text
    .replace(/"times_us":\[[^\]]*\]|"milliseconds":\d+/g, '')
    .replace(/"(elo|error)":([-+.e\d]+)/g, (_, name, value) => `"${name}":${(Math.round(Number(value) * 1e6) / 1e6 || 0).toFixed(6)}`)

async function same(call) {
  const [here, there] = [module.ask(call), await native.ask(call)]
  const [ours, theirs] = [here, there].map(({ answers }) => plain(answers.at(-1)))
  const place = [...ours].findIndex((letter, place) => letter !== theirs[place])
  const around = (text) => text.slice(Math.max(0, place - 60), place + 60)
  assert.ok(ours === theirs, `${JSON.stringify(call)}: ${around(ours)} / ${around(theirs)}`)
  return last(here)
}

test('the book comes later, and only a book is one', () => {
  assert.equal(module.setBook(Buffer.from('poda-book 2 7x6\n')), 0)
  const call = { do: 'choose', line: { game: 'connect4', moves: '44444'.split('') }, player: 'exact:tt=16,nodes=1000' }
  assert.equal(last(module.ask(call)).score, null)
  assert.equal(module.setBook(module.book()), 1)
  assert.equal(last(module.ask({ ...call, line: { game: 'connect4' } })).score.plies, 41)
})

test('the signature', async () => {
  for (const line of lines('bench/signature.txt').filter((line) => line && !line.startsWith('#'))) {
    const [player, game, played, nodes, best] = line.split(/\s+/)
    const moves = played === 'start' ? [] : game.startsWith('mnk') ? [played] : played.split('')
    const chosen = await same({ do: 'choose', line: { game, moves }, player })
    assert.deepEqual([chosen.nodes, chosen.move], [Number(nodes), best], line)
  }
})

test('counts of move sequences', () => {
  let cases = 0
  const files = ['boom', 'connect4-7x6', 'connect4-7x7', 'crush', 'desconecta'].map((name) => `crates/pure/poda-connect/tests/data/${name}.perft`)
  for (const file of [...files, 'crates/pure/poda-parchis/tests/starts.perft']) {
    let [game, start] = ['', null]
    for (const line of lines(file)) {
      const [word, ...rest] = line.split(' ')
      if (word === 'game') [game, start] = [(file.includes('parchis') ? 'parchis:' : '') + rest[0], null]
      if (word === 'position') start = rest.join(' ')
      // Those of a few hundred thousand are enough.
      if (word !== 'perft' || Number(rest[1]) > 300_000) continue
      const line_ = start ? { game, start } : { game }
      assert.equal(last(module.ask({ do: 'perft', line: line_, depth: Number(rest[0]) })).leaves, Number(rest[1]), `${file}: ${game} ${start} ${line}`)
      cases++
    }
  }
  assert.ok(cases > 50, `${cases}`)
})

test('the solver, without its book', async () => {
  let nodes = 0
  for (const [game, count] of [['connect4:7x6', 60], ['connect4:8x8', 12]]) {
    const file = `crates/pure/poda-solve/tests/data/${game.split(':')[1]}.txt`
    for (const line of lines(file).filter(Boolean).slice(0, count)) {
      const [moves] = line.split(' ')
      const chosen = await same({ do: 'choose', line: { game, moves: moves.split('') }, player: 'exact:tt=16,book=no,nodes=300000' })
      nodes += chosen.nodes
    }
  }
  assert.ok(nodes > 100_000, `${nodes}`)
  for (const game of ['boom', 'crush', 'desconecta']) {
    await same({ do: 'choose', line: { game, moves: '443'.split('') }, player: 'exact:tt=16,nodes=100000' })
  }
})

/** The game as `poda-catalog/tests/it/playthroughs.rs` writes it. */
function playthrough(game) {
  const moves = []
  const board = (lang) => last(module.ask({ do: 'text-board', lang, line: { game, moves } }))
  const show = () => last(module.ask({ do: 'show', line: { game, moves } }))
  const drawn = () => ['en', 'es'].map((lang) => `\n${board(lang).text}\n`).join('')
  let shown = show()
  let text = `game ${shown.game}\nposition ${shown.position}\n${drawn()}`
  while (!shown.outcome && moves.length < 80) {
    const legal = board('en').legal.join(' ')
    const { move } = last(module.ask({ do: 'choose', line: { game, moves }, player: 'random:seed=4' }))
    const side = shown.to_move
    moves.push(move)
    shown = show()
    text += `${moves.length} player ${side}: ${move} of ${legal}\n  ${shown.position}\n`
    if (moves.length % 40 === 0) text += drawn()
  }
  return `${text}${drawn()}outcome ${shown.outcome ?? 'none yet'}\n`
}

test('the recorded games', () => {
  const files = readdirSync('crates/lab/poda-catalog/tests/playthroughs')
  for (const name of files) {
    const recorded = readFileSync(`crates/lab/poda-catalog/tests/playthroughs/${name}`, 'utf8')
    const game = /^game (\S+)/.exec(recorded)[1]
    assert.deepEqual(playthrough(game).split('\n'), recorded.split('\n'), name)
  }
  assert.ok(files.length > 10)
})

test('every question', async () => {
  const { games } = await same({ do: 'catalog' })
  assert.equal((await same({ do: 'stories', lang: 'es' })).is, 'stories')
  for (const lang of ['en', 'es']) for (const { name } of games) assert.equal((await same({ do: 'rules', family: name, lang })).is, 'rules')
  const line = { game: 'boom', moves: '44553'.split('') }
  const answers = {
    position: { do: 'show', line },
    tree: { do: 'tree', line, engine: 'alphabeta:depth=3,eval=runs' },
    children: { do: 'children', tree: '1', node: 0 },
    events: { do: 'events', tree: '1', from: 0 },
    'drawn-tree': { do: 'draw-tree', seed: 3, level: 2 },
    quiz: { do: 'quiz', seed: 1, level: 2, trees: 2 },
    told: { do: 'tell', line, lang: 'es' },
    draft: { do: 'draft', game: 'boom' },
    texts: { do: 'write', line },
    game: { do: 'read', game: 'boom', text: '44553' },
    review: { do: 'review', line: { game: 'connect4', moves: '4444445'.split('') } },
  }
  for (const [is, call] of Object.entries(answers)) assert.equal((await same(call)).is, is, is)
  for (const engine of ['pvs:depth=3', 'minimax:depth=2', 'mcts:nodes=500', 'blockfirst:depth=3', 'blockfirst:depth=3,tree=report']) {
    assert.equal((await same({ do: 'tree', line, engine })).is, 'tree', engine)
    assert.equal((await same({ do: 'choose', line, player: engine })).is, 'chosen', engine)
  }
  for (const engine of ['minimax', 'alphabeta', 'pvs']) assert.equal((await same({ do: 'practice', tree: '(3 5 (2 9))', engine })).is, 'tree')
})

test('every player chooses the same', async () => {
  const { games } = last(module.ask({ do: 'catalog' }))
  for (const { name: game, players } of games) {
    // Tables of other sizes, other games: the strongest ones are kept to a few nodes.
    for (const { name } of players.filter(({ name }) => name !== 'sensei')) await same({ do: 'choose', line: { game }, player: name })
  }
})

/** Where there are two modules: the first one answers what a game needs. */
async function theFirstModuleIsEnoughToPlay() {
  const first = await openModule(folder, 'poda.wasm')
  first.setBook(first.book())
  for (const game of ['connect4', 'connect4:8x8', 'boom', 'crush', 'desconecta', 'parchis', 'nraya', 'mnk', 'mnk:15x15:5']) {
    const line = { game }
    const players = ['pvs:depth=2', 'alphabeta:depth=2', 'blockfirst:depth=2,tree=report']
    for (const call of [{ do: 'show', line }, { do: 'tell', line }, { do: 'write', line }, ...players.map((player) => ({ do: 'choose', line, player }))]) {
      assert.deepEqual(first.ask(call).answers.at(-1), module.ask(call).answers.at(-1), JSON.stringify(call))
    }
  }
  for (const call of [{ do: 'catalog' }, { do: 'draft', game: 'boom' }, { do: 'read', game: 'boom', text: '44' }]) {
    assert.deepEqual(first.ask(call).answers, module.ask(call).answers)
  }
  for (const call of [{ do: 'stories' }, { do: 'rules', family: 'boom' }, { do: 'tree', line: { game: 'boom' }, engine: 'pvs' }]) {
    assert.equal(last(first.ask(call)).error, 'this module does not answer that')
  }
  for (const player of ['minimax', 'mcts', 'blockfirst']) {
    const { error } = last(first.ask({ do: 'choose', line: { game: 'boom' }, player }))
    assert.match(error, /this module does not have that engine$/)
  }
  assert.equal(last(first.ask({ do: 'contest-show', run: 1 })).is, 'error')
}
if (modules === 'two') test('the module that is fetched first plays the same, and says what it does not answer', theFirstModuleIsEnoughToPlay)

test('progress comes from inside the search', () => {
  const { answers } = module.ask({ do: 'analyze', line: { game: 'boom' }, player: 'ninja3', time: 2000 })
  assert.ok(answers.length >= 2, `${answers.length}`)
  assert.ok(answers.every((answer) => JSON.parse(answer).id === 1))
})

test('tables are made to fit', () => {
  for (const player of ['sensei', 'pvs:depth=6,tt=128', 'mcts:nodes=100', 'exact:nodes=10']) {
    assert.equal(last(module.ask({ do: 'choose', line: { game: 'crush', moves: '4'.split('') }, player })).is, 'chosen', player)
  }
  assert.ok(module.exports.memory.buffer.byteLength < 100e6)
})

test('matches in this tab', async () => {
  const begin = { do: 'contest-begin', run: 7, created: 1789000000, game: 'crush', players: ['ninja1', 'random', 'a=pvs:depth=2'], games: 2, seed: 5 }
  const { contest, summary } = await same(begin)
  assert.deepEqual([summary.planned, summary.stage, summary.players], [6, 'stopped', ['ninja1', 'random', 'a']])
  const records = []
  const step = async () => {
    const played = await same({ do: 'contest-step', run: 7 })
    if (played.record) records.push(played.record)
    return played
  }
  const { answers } = module.ask({ do: 'contest-show', run: 7, lang: 'es' })
  assert.equal(JSON.parse(answers[0]).view.played, 0)
  await step()
  await step()
  // A worker that was ended: another one goes on with what was kept, and ends as one that was left alone.
  const other = await openModule(folder)
  assert.match(last(other.ask({ do: 'contest-step', run: 7 })).error, /no run 7 here: load it first/)
  const load = { do: 'contest-load', run: 7, created: 1789000000, contest, records: JSON.parse(JSON.stringify(records)) }
  assert.equal(last(other.ask(load)).summary.played, 2)
  while ((await step()).record);
  for (let game = 2; game < 6; game++) other.ask({ do: 'contest-step', run: 7 })
  const show = { do: 'contest-show', run: 7 }
  const [alone, resumed] = [await same(show), last(other.ask(show))]
  assert.deepEqual(resumed, alone)
  assert.deepEqual([alone.view.stage, alone.view.played, alone.view.table.length], ['finished', 6, 3])
  assert.equal((await same({ do: 'contest-games', run: 7, count: 3, player: 1, lost: true, lang: 'es' })).is, 'contest-games')
  // What is not true is not taken.
  const forged = structuredClone(records)
  forged[0].outcome = forged[0].outcome === 'p1' ? 'p2' : 'p1'
  assert.match(last(other.ask({ ...load, records: forged })).error, /game 0 of run 7: it says p[12], and its moves say/)
  assert.match(last(other.ask({ ...load, records: [{}] })).error, /it is not as it was written/)
  assert.match(last(other.ask({ ...begin, players: ['cmd:./bot', 'random'] })).error, /cmd/)
  assert.equal(last(other.ask({ do: 'contest-drop', run: 7 })).is, 'contest-dropped')
})

test('whatever is sent, there is an answer', () => {
  const whole = '{"do":"choose","id":1,"line":{"game":"boom","moves":["4"]},"player":"ninja1"}'
  for (const text of ['', 'null', '[]', '{"do":"perft"}', '{"do":"contest-step","id":2}', '{"do":"contest-begin","id":-1}', '\u0000', whole.slice(0, 40)]) {
    assert.equal(last(module.ask(text)).is, 'error', text)
  }
  assert.deepEqual(module.ask('{"do":"stop","id":7}').answers, [])
  assert.equal(module.exports.reserve(1 << 30), 0)
  module.exports.ask(0, 100)
  assert.equal(last(module.ask(whole)).is, 'chosen')
})

test.after(() => native.close())
