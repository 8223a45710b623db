// A game as the page's address holds it.

import type { Line } from './types'

export type Players = [string, string]

export type GameAddress = {
  line: Line
  players: Players
  /** The ply that is looked at, if not the last. */
  ply: number | null
  /** The id of the saved game. */
  id: string | null
}

/** The ply that is looked at. */
export function plyOf({ ply, line }: GameAddress): number {
  return ply === null ? line.moves.length : Math.min(ply, line.moves.length)
}

/** The line up to the ply that is looked at. */
export function lineHere(address: GameAddress): Line {
  return { ...address.line, moves: address.line.moves.slice(0, plyOf(address)) }
}

/** The family of a game's spec: what stands before the first colon. */
export function familyOf(game: string): string {
  return game.split(':')[0]
}

/** The part of a path with this index, decoded. A part that cannot be decoded is taken as it stands. */
export function pathPart(path: string, index: number): string {
  const part = path.split('/')[index] ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function readAddress(path: string, query: string): GameAddress {
  const words = new URLSearchParams(query)
  const ply = words.get('ply')
  return {
    line: { game: pathPart(path, 2), start: words.get('from'), moves: readMoves(words.get('moves') ?? '') },
    players: [words.get('first') ?? 'human', words.get('second') ?? 'human'],
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    id: words.get('id'),
  }
}

/** Texts of several characters are parted by dots, because addresses hold no blanks well. */
/** Moves of one character stand side by side, others between dots: a single one has a dot behind it. */
function writeMoves(moves: string[]): string {
  if (moves.every((move) => move.length === 1)) return moves.join('')
  return moves.length === 1 && !moves[0].includes(':') ? `${moves[0]}.` : moves.join('.')
}

function readMoves(text: string): string[] {
  return text.includes('.') || text.includes(':') ? text.split('.').filter((move) => move !== '') : [...text]
}

/** The address of a page (`play`, `search`, `heuristics`) that shows the game. */
export function writeAddress(page: string, { line, players, ply, id }: GameAddress): string {
  const words = new URLSearchParams()
  if (line.start) words.set('from', line.start)
  if (line.moves.length > 0) words.set('moves', writeMoves(line.moves))
  words.set('first', players[0])
  words.set('second', players[1])
  if (ply !== null && ply < line.moves.length) words.set('ply', String(ply))
  if (id) words.set('id', id)
  const plain = words.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',')
  return `/${page}/${line.game}?${plain}`
}
