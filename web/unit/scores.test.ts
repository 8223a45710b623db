import { afterEach, describe, expect, test } from 'vitest'

import { certain, note, rank, sentence, share, shareOf, short } from '../src/lib/scores'
import { settings } from '../src/lib/settings.svelte'
import type { MoveAnalysis, Score } from '../src/lib/types'

const analysis = (more: Partial<MoveAnalysis>): MoveAnalysis => ({ move: '4', score: null, depth: 7, pv: ['4'], ...more })
const win = (plies: number) => analysis({ score: { kind: 'win', plies } })
const loss = (plies: number) => analysis({ score: { kind: 'loss', plies } })
const points = (points: number): Score => ({ kind: 'heuristic', points })
const value = (value: number) => analysis({ score: points(value) })
const exact = (lower: number, upper = lower, remoteness?: number) => analysis({ exact: { lower, upper, remoteness } })

afterEach(() => {
  settings.language = 'en'
})

describe('the note of a move', () => {
  test.each([
    ['a value', value(12), { text: '+12', tone: 'win', locked: false }],
    ['a bad value', value(-12), { text: '−12', tone: 'loss', locked: false }],
    ['an even value', value(0), { text: '0', tone: 'open', locked: false }],
    ['a win', win(5), { text: 'W5', tone: 'win', locked: true }],
    ['a loss', loss(4), { text: 'L4', tone: 'loss', locked: true }],
    ['a win of unknown length', win(0), { text: 'win', tone: 'win', locked: true }],
    ['an exact score', exact(-2, -2, 36), { text: 'L36', tone: 'loss', locked: true }],
    ['an exact draw', exact(0, 0, 30), { text: '=', tone: 'open', locked: true }],
    ['at least a win', exact(1, 5), { text: 'W', tone: 'win', locked: true }],
    ['at most a loss', exact(-5, -1), { text: 'L', tone: 'loss', locked: true }],
  ])('%s', (_, judged, expected) => {
    expect(note(judged)).toEqual(expected)
  })

  test('of a move that nobody knows anything about is none', () => {
    expect(note(analysis({}))).toBeNull()
    expect(note(exact(-3, 3))).toBeNull()
  })

  test('an exact score is more than a guess', () => {
    expect(note(analysis({ score: points(99), exact: { lower: -1, upper: -1, remoteness: 40 } }))?.text).toBe('L40')
  })

  test('in Spanish a win is a victory', () => {
    settings.language = 'es'
    expect(note(win(5))?.text).toBe('V5')
    expect(note(loss(4))?.text).toBe('D4')
  })
})

test('in words', () => {
  expect(sentence(exact(3, 3, 12))).toBe('wins in 12')
  expect(sentence(exact(-3, -3, 12))).toBe('loses in 12')
  expect(sentence(exact(0, 0, 30))).toBe('Draw')
  expect(sentence(exact(2, 4))).toBe('win')
  expect(sentence(win(1))).toBe('wins in 1')
  expect(sentence(value(8))).toBe('+8 · depth 7')
  expect(sentence(analysis({}))).toBe('–')
})

test('in a few characters, with the ends of an open window', () => {
  expect(short(null)).toBe('∞')
  expect(short(null, -1)).toBe('−∞')
  expect(short(points(-7))).toBe('−7')
  expect(short(points(-1_000_000))).toBe('−1,000,000')
  expect(short({ kind: 'win', plies: 5 })).toBe('W5')
  expect(certain(points(4))).toBe('+4')
  expect(certain({ kind: 'loss', plies: 3 })).toBe('L3')
})

test('better moves rank higher', () => {
  const best = [win(1), win(9), value(50), value(0), value(-50), loss(9), loss(1), analysis({})]
  const ranks = best.map(rank)
  expect(ranks).toEqual([...ranks].sort((one, other) => other - one))
  expect(rank(exact(2))).toBeGreaterThan(rank(exact(1)))
})

test('a share is never quite won or lost unless it is proved', () => {
  expect(share(null)).toBe(0)
  expect(share(points(0))).toBe(0)
  expect(share(points(1e9))).toBe(0.94)
  expect(share(points(-1e9))).toBe(-0.94)
  expect(share({ kind: 'win', plies: 1 })).toBe(1)
  expect(share({ kind: 'loss', plies: 2 })).toBe(-1)
  expect(share(points(20))).toBeCloseTo(-share(points(-20)))
  expect(shareOf(exact(-1))).toBe(-1)
  expect(shareOf(exact(0))).toBe(0)
  expect(shareOf(undefined)).toBe(0)
})
