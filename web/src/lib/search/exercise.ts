// An exercise as the page's address holds it.

import { writeAddress, type GameAddress } from '../address'
import type { Line } from '../types'
import { numberIn } from './address'

export type Ask = 'cuts' | 'values'

/** An exercise: a tree that was typed, one by chance, or a position of a game. */
export type Exercise = { ask: Ask; level: number; seed: number; tree: string | null; line: Line | null; evaluator: string }

export const LEVELS = [1, 2, 3, 4] as const

export function readExercise(query: string, line: Line | null): Exercise {
  const words = new URLSearchParams(query)
  return {
    ask: words.get('ask') === 'values' ? 'values' : 'cuts',
    level: numberIn(words.get('level'), 1, 4, 1),
    seed: numberIn(words.get('seed'), 0, 2 ** 31 - 1, 1),
    tree: line ? null : words.get('tree'),
    line,
    evaluator: words.get('eval') ?? '',
  }
}

export function practiceAddress({ ask, level, seed, tree, line, evaluator }: Partial<Exercise>): string {
  const words = new URLSearchParams({ ask: ask ?? 'cuts' })
  if (line) {
    if (evaluator) words.set('eval', evaluator)
    const address: GameAddress = { line, players: ['human', 'human'], ply: null, id: null }
    return `${writeAddress('practice', address)}&${words}`
  }
  if (tree) words.set('tree', tree)
  else {
    words.set('level', String(level ?? 1))
    words.set('seed', String(seed ?? 1))
  }
  return `/practice?${words}`
}
