// The games that this browser keeps, and files of them: what one device has kept can be taken to another.

import type { Line, Outcome, SavedGame } from '../types'
import { Table } from './store'

const games = new Table<SavedGame>('games')
/** Games that are kept; the oldest are forgotten first. */
const MOST = 500
/** Bytes of the largest file that is read. */
const MOST_BYTES = 4 << 20
const FORM = 'poda-games'

export async function keptGames(): Promise<SavedGame[]> {
  return (await games.all()).sort((one, other) => other.updated - one.updated)
}

let count: number | undefined

export async function keepGame(game: SavedGame): Promise<SavedGame> {
  await games.put(game)
  count = (count ?? 0) + 1
  // Only looked at now and then: a game is kept after every move.
  if (count % 20 === 1) for (const { id } of (await keptGames()).slice(MOST)) await games.remove(id)
  return game
}

export const forgetGame = (id: string) => games.remove(id)

/** All kept games as a file. */
export async function writeGames(): Promise<Blob> {
  const file = { form: FORM, version: 1, games: await keptGames() }
  return new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' })
}

const WORDS = {
  long: [`the file is longer than ${MOST_BYTES >> 20} MB`, `el fichero ocupa más de ${MOST_BYTES >> 20} MB`],
  form: ['this is no file of games that Poda wrote', 'este no es un fichero de partidas escrito por Poda'],
  game: ['game', 'la partida'],
} as const

/** Why a file is refused. */
export class FileRefused extends Error {}

/** Reads a file of games. `check` says what is wrong with a line, if something is: nothing is kept that the rules do not know. */
export async function readGames(file: Blob, lang: 'en' | 'es', check: (line: Line) => Promise<Line>): Promise<number> {
  const say = (key: keyof typeof WORDS) => WORDS[key][lang === 'es' ? 1 : 0]
  if (file.size > MOST_BYTES) throw new FileRefused(say('long'))
  let found: unknown
  try {
    found = JSON.parse(await file.text())
  } catch (error) {
    throw new FileRefused(`${say('form')}: ${(error as Error).message}`)
  }
  const { form, games: listed } = (found ?? {}) as { form?: unknown; games?: unknown }
  if (form !== FORM || !Array.isArray(listed)) throw new FileRefused(say('form'))
  const read: SavedGame[] = []
  for (const [index, row] of listed.slice(0, MOST).entries()) {
    try {
      const game = gameOf(row)
      read.push({ ...game, line: await check(game.line) })
    } catch (error) {
      throw new FileRefused(`${say('game')} ${index + 1}: ${(error as Error).message}`)
    }
  }
  const known = new Map((await keptGames()).map((game) => [game.id, game]))
  const newer = read.filter((game) => !((known.get(game.id)?.updated ?? -1) >= game.updated))
  for (const game of newer) await games.put(game)
  return newer.length
}

const OUTCOMES: readonly (Outcome | null)[] = ['p1', 'p2', 'draw', null]

/** A game as it was kept, if it is one. */
function gameOf(row: unknown): SavedGame {
  const text = (value: unknown, name: string, most: number) => {
    if (typeof value !== 'string' || value === '' || value.length > most) throw new FileRefused(`${name}: ${JSON.stringify(value) ?? '–'}`)
    return value
  }
  const { id, line, first, second, outcome, updated } = (row ?? {}) as Record<string, unknown>
  const { game, start, moves } = (line ?? {}) as Record<string, unknown>
  if (!Array.isArray(moves)) throw new FileRefused(`moves: ${JSON.stringify(moves) ?? '–'}`)
  if (!OUTCOMES.includes(outcome as Outcome | null)) throw new FileRefused(`outcome: ${JSON.stringify(outcome) ?? '–'}`)
  if (typeof updated !== 'number' || !(updated >= 0)) throw new FileRefused(`updated: ${JSON.stringify(updated) ?? '–'}`)
  return {
    id: text(id, 'id', 64),
    line: {
      game: text(game, 'game', 200),
      start: start === null || start === undefined ? null : text(start, 'start', 2000),
      moves: moves.map((move) => text(move, 'move', 200)),
    },
    first: text(first, 'first', 200),
    second: text(second, 'second', 200),
    outcome: outcome as Outcome | null,
    updated,
    // The next save of this browser is newer than any file.
    stamp: 0,
  }
}
