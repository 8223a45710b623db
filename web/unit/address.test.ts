import { describe, expect, test } from 'vitest'

import { familyOf, lineHere, pathPart, plyOf, readAddress, writeAddress, type GameAddress } from '../src/lib/address'

/** An address as it stands in the browser's bar, in two parts. */
function parts(address: string): [string, string] {
  const at = address.indexOf('?')
  return [address.slice(0, at), address.slice(at)]
}

const GAMES: GameAddress[] = [
  { line: { game: 'connect4', start: null, moves: [] }, players: ['human', 'human'], ply: null, id: null },
  { line: { game: 'connect4:8x8:5', start: null, moves: ['4', '4', '5'] }, players: ['human', 'ninja1'], ply: 2, id: 'a1b2' },
  { line: { game: 'connect4', start: '7/7/7/7/o6/x2o3/xO1x1xx 2 14', moves: ['B'] }, players: ['pvs:depth=8,tt=16', 'random'], ply: 0, id: null },
  { line: { game: 'parchis:2022', start: null, moves: ['y1:6', 'b2:mushroom'] }, players: ['human', 'json:python3 my bot.py & co'], ply: null, id: null },
  { line: { game: 'parchis', start: null, moves: ['y1:6'] }, players: ['human', 'human'], ply: null, id: null },
  { line: { game: 'nraya', start: null, moves: ['f9'] }, players: ['human', 'human'], ply: null, id: null },
  { line: { game: 'mnk', start: null, moves: ['b2', 'pass'] }, players: ['human', 'human'], ply: 1, id: null },
]

test.each(GAMES)('an address holds the whole game: $line.game', (game) => {
  const address = writeAddress('play', game)
  expect(address).toMatch(/^\/play\/[^?]+\?/)
  expect(readAddress(...parts(address))).toEqual(game)
})

test('links are short where moves are single characters', () => {
  expect(writeAddress('search', GAMES[1])).toBe('/search/connect4:8x8:5?moves=445&first=human&second=ninja1&ply=2&id=a1b2')
})

describe('broken addresses', () => {
  test.each(['-1', '1.5', 'x', '', 'NaN', 'Infinity'])('the ply %o is none', (ply) => {
    expect(readAddress('/play/boom', `?moves=44&ply=${ply}`).ply).toBeNull()
  })

  test('what cannot be decoded is taken as it stands, so that the server can refuse it', () => {
    expect(readAddress('/play/%E0%A4%A', '').line.game).toBe('%E0%A4%A')
    expect(pathPart('/play', 2)).toBe('')
  })

  test('moves parted by too many dots', () => {
    expect(readAddress('/play/parchis', '?moves=.y1:6..b1:5.').line.moves).toEqual(['y1:6', 'b1:5'])
  })
})

test('a ply beyond the end is the end', () => {
  const game = { ...GAMES[1], ply: 99 }
  expect(plyOf(game)).toBe(3)
  expect(lineHere(game).moves).toEqual(['4', '4', '5'])
  expect(lineHere({ ...game, ply: 1 }).moves).toEqual(['4'])
  expect(writeAddress('play', game)).not.toContain('ply=')
})

test('the family is what a spec begins with', () => {
  expect(['connect4:8x8:5', 'boom'].map(familyOf)).toEqual(['connect4', 'boom'])
})
