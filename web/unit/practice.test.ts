import { describe, expect, test } from 'vitest'

import { numberIn, readChoice, specOf, writeChoice } from '../src/lib/search/address'
import { practiceAddress, readExercise } from '../src/lib/search/exercise'
import {
  innerNodes,
  isIn,
  judge,
  moved,
  nameOf,
  nestedTree,
  prunedBranches,
  reasonFor,
  reordered,
  streakAfter,
  toggled,
  treeText,
} from '../src/lib/search/practice'
import type { GameAddress } from '../src/lib/address'
import { depthFirst } from './searches'

const game: GameAddress = { line: { game: 'boom', start: null, moves: ['4', '4'] }, players: ['human', 'human'], ply: null, id: null }

describe('the address of a search', () => {
  test('holds engine, heuristic, depth and event', () => {
    const choice = { engine: 'pvs', evaluator: 'puntuacion', depth: 6, games: 500, event: 42 } as const
    const address = writeChoice(game, choice)
    expect(address).toContain('engine=pvs&eval=puntuacion&depth=6&event=42')
    expect(readChoice(address.slice(address.indexOf('?')))).toEqual(choice)
    expect(specOf(choice)).toBe('pvs:depth=6,eval=puntuacion')
  })

  test('of random games has their number instead of a depth', () => {
    const choice = { engine: 'mcts', evaluator: '', depth: 4, games: 70, event: 0 } as const
    expect(writeChoice(game, choice)).toContain('engine=mcts&games=70')
    expect(specOf(choice)).toBe('mcts:nodes=70')
  })

  test('that makes no sense means what is usual', () => {
    expect(readChoice('?engine=nobody&depth=&event=-3')).toEqual({ engine: 'alphabeta', evaluator: '', depth: 4, games: 500, event: 0 })
    expect([numberIn(null, 1, 9, 4), numberIn('', 1, 9, 4), numberIn('x', 1, 9, 4), numberIn('99', 1, 9, 4), numberIn(NaN, 1, 9, 4)]).toEqual([4, 4, 4, 9, 4])
  })
})

describe('the address of an exercise', () => {
  test('gives the same exercise to everybody', () => {
    const drawn = { ask: 'values', level: 3, seed: 17, tree: null, line: null, evaluator: '' } as const
    const address = practiceAddress(drawn)
    expect(address).toBe('/practice?ask=values&level=3&seed=17')
    expect(readExercise(address.slice(address.indexOf('?')), null)).toEqual(drawn)
    const typed = practiceAddress({ ...drawn, tree: '(3 5 (2 9))' })
    expect(readExercise(typed.slice(typed.indexOf('?')), null).tree).toBe('(3 5 (2 9))')
    expect(practiceAddress({ ask: 'cuts', line: game.line })).toMatch(/^\/practice\/boom\?moves=44&.*ask=cuts$/)
  })
})

describe('a prediction', () => {
  const pruned = new Set(['b.b', 'b.c', 'c'])

  test('is judged branch by branch', () => {
    expect([...judge(new Set(['b.b', 'a']), pruned)]).toEqual([
      ['b.b', 'good'],
      ['a', 'wrong'],
      ['b.c', 'missed'],
      ['c', 'missed'],
    ])
    expect([...judge(pruned, pruned).values()]).toEqual(['good', 'good', 'good'])
  })

  test('may mark what lies in a pruned branch instead of it', () => {
    const verdicts = judge(new Set(['b.b', 'b.c', 'c.a', 'c.b']), pruned)
    expect([...verdicts.values()]).toEqual(['good', 'good', 'good', 'good'])
  })

  test('needs one mark for a branch and everything in it', () => {
    let marks = toggled(new Set(), 'b.a')
    marks = toggled(marks, 'b')
    expect([...marks]).toEqual(['b'])
    expect([isIn(marks, 'b.a.c'), isIn(marks, 'a'), isIn(marks, '')]).toEqual([true, false, false])
    expect([...toggled(marks, 'b.a')]).toEqual(['b'])
    expect([...toggled(marks, 'b')]).toEqual([])
  })

  test('is compared with what the search pruned, and told why', async () => {
    const log = await depthFirst('alphabeta')
    expect([...prunedBranches(log)].sort()).toEqual(['b.b', 'b.c'])
    expect(reasonFor(log, 'b.b')).toBe(log.nextCut(0))
    const searched = [...Array(log.size).keys()].find((node) => nameOf(log, node) === 'c.a')!
    expect(reasonFor(log, 'c.a')).toBe(log.entered[searched])
  })
})

test('values are asked for at every inner node', async () => {
  const log = await depthFirst('minimax')
  expect(innerNodes(log).map((node) => [nameOf(log, node), log.score[node]])).toEqual([
    ['', 3],
    ['a', 3],
    ['b', 2],
    ['c', 2],
  ])
})

describe('another order', () => {
  test('has the best child of every node first, or last', async () => {
    const log = await depthFirst('minimax')
    expect(treeText(nestedTree(log))).toBe('((3 12 8) (2 4 6) (14 5 2))')
    expect(treeText(reordered(log, 'first'))).toBe('((3 8 12) (2 4 6) (2 5 14))')
    expect(treeText(reordered(log, 'last'))).toBe('((6 4 2) (14 5 2) (12 8 3))')
  })

  test('by hand changes neighbours', async () => {
    const log = await depthFirst('minimax')
    const [a, b] = log.children(0)
    expect(treeText(moved(log, b, -1))).toBe('((2 4 6) (3 12 8) (14 5 2))')
    expect(treeText(moved(log, a, -1))).toBe('((3 12 8) (2 4 6) (14 5 2))')
    expect(treeText(moved(log, log.children(b)[0], 1))).toBe('((3 12 8) (4 2 6) (14 5 2))')
  })
})

test('a streak ends with a mistake and its best stays', () => {
  let streak = { now: 0, best: 0 }
  for (const right of [true, true, false, true]) streak = streakAfter(streak, right)
  expect(streak).toEqual({ now: 1, best: 2 })
})
