// How fast the modules are beside the same code without a browser: `node tools/wasm_speed.mjs FOLDER ASK [TASK]`. All do the same work
// in turns; the figure is the ratio of their processor times. 1 is as fast, 0.5 takes twice as long.

import assert from 'node:assert/strict'

import { openModule, openNative } from './wasm_module.mjs'

const ROUNDS = 7
const [folder, program, only] = process.argv.slice(2)
/** What is fetched first is small, and has not every engine; what comes when a board can be played on answers from then on. */
const NAMES = ['poda.wasm', 'more.wasm']
const LATER = ['mcts']
const modules = await Promise.all(NAMES.map((name) => openModule(folder, name)))
const native = openNative(program)
for (const module of modules) module.setBook(module.book())

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
  'solver, boom': search('boom', 'exact:tt=16,nodes=1000000', '1726'),
  'pvs, crush': search('crush', 'pvs:depth=10,tt=16'),
  'pvs, parchis': search('parchis', 'pvs:depth=6,tt=16'),
  'pvs, connect4:12x9 (128 bits)': search('connect4:12x9', 'pvs:depth=9,tt=16'),
  'pvs, mnk:15x15:5': search('mnk:15x15:5', 'pvs:depth=3,tt=16', ''),
  'mcts, connect4': search('connect4', 'mcts:nodes=100000'),
  'mcts, boom': search('boom', 'mcts:nodes=100000'),
}

const middle = (values) => [...values].sort((one, other) => one - other)[values.length >> 1]
const ratio = (rounds, place) => {
  const ratios = rounds.map((times) => times[0] / times[place])
  return `${middle(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`
}
console.log(`native CPU time divided by the module's: middle of ${ROUNDS} (lowest to highest)`)
console.log(`${'task'.padEnd(32)} native ms   ${NAMES.map((name) => name.padEnd(22)).join('')}`)
for (const [name, call] of Object.entries(TASKS)) {
  if (only && !name.includes(only)) continue
  const rounds = []
  // The first is to be forgotten: the browser's compiler takes its time.
  for (let round = -1; round < ROUNDS; round++) {
    const asked = LATER.some((engine) => call.player?.startsWith(engine)) ? [modules[1], modules[1]] : modules
    const [there, ...here] = [await native.ask(call), ...asked.map((module) => module.ask(call))]
    for (const { answers } of here) assert.equal(answers.at(-1), there.answers.at(-1), name)
    if (round >= 0) rounds.push([there, ...here].map(({ cpu }) => cpu))
  }
  const millis = (middle(rounds.map(([there]) => there)) / 1000).toFixed(0).padStart(9)
  console.log(`${name.padEnd(32)} ${millis}   ${modules.map((_, place) => ratio(rounds, place + 1).padEnd(22)).join('')}`)
}
native.close()
