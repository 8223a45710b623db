import { expect, test } from 'vitest'

import { buttonName, nearest, targetsByPlace } from '../src/lib/board'
import type { Piece, Target } from '../src/lib/types'

const target = (on: string, choice: string): Target => ({ on, text: `${on}:${choice}`, choice, label: choice, name: `${on} ${choice}` })
const TARGETS = [target('y1', '5'), target('y2', '5'), target('y1', '6')]

test('a place has all its targets, in their order', () => {
  const found = targetsByPlace(TARGETS)
  expect([...found.keys()]).toEqual(['y1', 'y2'])
  expect(found.get('y1')?.map(({ choice }) => choice)).toEqual(['5', '6'])
})

test('only what is offered can be clicked', () => {
  const found = targetsByPlace(TARGETS, ({ choice }) => choice === '6')
  expect([...found.keys()]).toEqual(['y1'])
})

test('a button says what it plays, and what is known of it', () => {
  expect(buttonName(TARGETS.slice(0, 1))).toBe('y1 5')
  expect(buttonName([TARGETS[0], TARGETS[2]])).toBe('y1 5, y1 6')
  expect(buttonName(TARGETS.slice(0, 1), new Map([['y1:5', { text: 'W3', tone: 'win', locked: true }]]))).toBe('y1 5 (W3)')
  expect(buttonName([])).toBe('')
})

test('a finger means the piece that is nearest, if one is near', () => {
  const piece = (id: string, x: number) => ({ id, x, y: 0 }) as Piece
  const pieces = [piece('a', 0), piece('b', 100)]
  expect(nearest(pieces, { x: 60, y: 0 }, 98)?.id).toBe('b')
  expect(nearest(pieces, { x: 40, y: 0 }, 98)?.id).toBe('a')
  expect(nearest(pieces, { x: 300, y: 0 }, 98)).toBeUndefined()
})
