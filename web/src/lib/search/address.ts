// A search as the page's address holds it, beside the game.

import type { GameAddress } from '../address'
import { writeAddress } from '../address'

export const ENGINES = ['minimax', 'alphabeta', 'pvs', 'blockfirst', 'mcts'] as const
export type EngineName = (typeof ENGINES)[number]

/** The deepest search, and the most random games, that the page asks for. */
export const DEEPEST = 14
export const MOST_GAMES = 20_000

export type SearchChoice = {
  engine: EngineName
  /** The game's first heuristic if it is empty. */
  evaluator: string
  depth: number
  /** Random games of Monte Carlo tree search. */
  games: number
  /** The event that is looked at. */
  event: number
}

/** A number of an address or a field, or what is usual if it is none. */
export function numberIn(text: string | number | null | undefined, least: number, most: number, usual: number): number {
  const number = typeof text === 'number' ? text : text === null || text === undefined || text.trim() === '' ? NaN : Number(text)
  return Number.isFinite(number) ? Math.min(most, Math.max(least, Math.round(number))) : usual
}

export function readChoice(query: string): SearchChoice {
  const words = new URLSearchParams(query)
  const engine = words.get('engine')
  return {
    engine: ENGINES.find((name) => name === engine) ?? 'alphabeta',
    evaluator: words.get('eval') ?? '',
    depth: numberIn(words.get('depth'), 1, DEEPEST, 4),
    games: numberIn(words.get('games'), 1, MOST_GAMES, 500),
    event: numberIn(words.get('event'), 0, 2 ** 31, 0),
  }
}

/** The address of a search; only what is not usual is in it. */
export function writeChoice(address: GameAddress, { engine, evaluator, depth, games, event }: SearchChoice): string {
  const words = new URLSearchParams({ engine })
  if (evaluator && engine !== 'mcts') words.set('eval', evaluator)
  if (engine === 'mcts') words.set('games', String(games))
  else words.set('depth', String(depth))
  if (event > 0) words.set('event', String(event))
  return `${writeAddress('search', address)}&${words}`
}

/** The engine as the server reads it. */
export function specOf({ engine, evaluator, depth, games }: SearchChoice): string {
  if (engine === 'mcts') return `mcts:nodes=${games}`
  return `${engine}:depth=${depth}${evaluator ? `,eval=${evaluator}` : ''}`
}
