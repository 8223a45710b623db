import { expect, test } from 'vitest'

import { blunders, reviewedValues } from '../src/lib/review'
import type { Score } from '../src/lib/types'

const position = (score: Score | null) => ({ score, exact: false, best: null })

test('a blunder is a fall for whoever moved', () => {
  // The first side gives away a won game, then the second side gives it back; a small loss is none.
  expect(blunders([1, -1, 0.9, 0.7], [1, 2, 1])).toEqual(new Map([[1, '−100 %'], [2, '−95 %']]))
})

test('a gain is no blunder, and a turn of two moves is judged by its mover', () => {
  expect(blunders([0, 0.9], [1])).toEqual(new Map())
  expect(blunders([0, 0.5, 1], [2, 2])).toEqual(new Map([[1, '−25 %'], [2, '−25 %']]))
})

test('what is not known is not judged', () => {
  expect(blunders([1, null, -1], [1, 2])).toEqual(new Map())
  expect(blunders([], [])).toEqual(new Map())
})

test('the scores of a review lie between lost and won, and unknown ones stay unknown', () => {
  const [won, lost, even, unknown] = reviewedValues([
    position({ kind: 'win', plies: 5 }),
    position({ kind: 'loss', plies: 5 }),
    position({ kind: 'heuristic', points: 0 }),
    position(null),
  ])
  expect([won, lost, even, unknown]).toEqual([1, -1, 0, null])
})
