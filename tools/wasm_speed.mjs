// How fast the module is beside the same code without a browser: `node tools/wasm_speed.mjs FOLDER ASK`. Both do the same work in
// turns; the figure is the ratio of their processor times. 1 is as fast, 0.5 takes twice as long.

import assert from 'node:assert/strict'

import { openModule, openNative } from './wasm_module.mjs'

const ROUNDS = 7
const [folder, program, only] = process.argv.slice(2)
const module = await openModule(folder, process.env.MODULE ?? 'poda.wasm')
const native = openNative(program)
module.setBook(module.book())

const search = (game, player, moves = '') => ({ do: 'choose', line: { game, moves: moves.split('') }, player })
const TASKS = {
  'perft 9, connect4': { do: 'perft', line: { game: 'connect4' }, depth: 9 },
  'perft 8, boom': { do: 'perft', line: { game: 'boom' }, depth: 8 },
  'alphabeta, connect4': search('connect4', 'alphabeta:depth=10'),
  'alphabeta, boom': search('boom', 'alphabeta:depth=9'),
  'alphabeta puntuacion, boom': search('boom', 'alphabeta:depth=10,eval=puntuacion'),
  'pvs, connect4': search('connect4', 'pvs:depth=13,tt=16'),
  'pvs, boom': search('boom', 'pvs:depth=12,tt=16'),
  'solver, connect4:7x6': search('connect4', 'exact:tt=16,book=no,nodes=1000000', '4445423'),
  'solver, connect4:8x8': search('connect4:8x8', 'exact:tt=16,nodes=400000', '44445'),
  'solver, boom': search('boom', 'exact:tt=16,nodes=1000000', '1'),
  'pvs, crush': search('crush', 'pvs:depth=10,tt=16'),
  'pvs, parchis': search('parchis', 'pvs:depth=6,tt=16'),
  'pvs, connect4:12x9 (128 bits)': search('connect4:12x9', 'pvs:depth=9,tt=16'),
  'pvs, mnk:15x15:5': search('mnk:15x15:5', 'pvs:depth=3,tt=16', ''),
  'mcts, boom': search('boom', 'mcts:nodes=100000'),
}

const middle = (values) => [...values].sort((one, other) => one - other)[values.length >> 1]
console.log(`${'task'.padEnd(32)} native ms   module ms   native/module (middle of ${ROUNDS}, lowest to highest)`)
for (const [name, call] of Object.entries(TASKS)) {
  if (only && !name.includes(only)) continue
  const rounds = []
  // The first is to be forgotten: the browser's compiler takes its time.
  for (let round = -1; round < ROUNDS; round++) {
    const [there, here] = [await native.ask(call), module.ask(call)]
    assert.equal(here.answers.at(-1), there.answers.at(-1), name)
    if (round >= 0) rounds.push([there.cpu, here.cpu])
  }
  const ratios = rounds.map(([there, here]) => there / here)
  const millis = (place) => (middle(rounds.map((round) => round[place])) / 1000).toFixed(0).padStart(9)
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  console.log(`${name.padEnd(32)} ${millis(0)}   ${millis(1)}   ${middle(ratios).toFixed(2)}  (${range})`)
}
native.close()
