import { expect, test } from 'vitest'

import { position } from './driver'
import { sharing } from '../src/lib/scene'
import type { Piece, Scene } from '../src/lib/types'

const piece = (id: string, x: number): Piece => ({ id, kind: 'stone', colour: null, side: 1, tags: [], x, y: 50, size: 80, label: '' })

function scene(pieces: Piece[], columns = ['1', '2']): Scene {
  const places = columns.map((label, index) => ({
    id: `column-${label}`,
    kind: 'column',
    colour: null,
    tags: [],
    x: 100 * index,
    y: 600,
    width: 100,
    height: 60,
    label,
  }))
  return { ...position({ game: 'connect4', start: null, moves: [] }).scene, places, pieces }
}

test('what has not changed is the same object', () => {
  const old = scene([piece('a', 50), piece('b', 150)])
  const next = sharing(old, scene([piece('a', 50), piece('b', 250), piece('c', 350)]))
  expect(next.places).toBe(old.places)
  expect(next.pieces[0]).toBe(old.pieces[0])
  expect(next.pieces[1]).not.toBe(old.pieces[1])
  expect(next.pieces.map(({ x }) => x)).toEqual([50, 250, 350])
})

test('what is gone is gone, and another board is another board', () => {
  const old = scene([piece('a', 50)])
  const next = sharing(old, scene([], ['1', '2', '3']))
  expect(next.pieces).toEqual([])
  expect(next.places).toHaveLength(3)
})

test('a tag that changes makes another piece', () => {
  const old = scene([piece('a', 50)])
  expect(sharing(old, scene([{ ...piece('a', 50), tags: ['line'] }])).pieces[0].tags).toEqual(['line'])
})

test('the first scene is taken as it comes', () => {
  const first = scene([piece('a', 50)])
  expect(sharing(undefined, first)).toBe(first)
})
