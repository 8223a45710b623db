// Scores for people.

import { count, t } from './words'
import type { MoveAnalysis, Score } from './types'

export type Note = { text: string; tone: 'win' | 'loss' | 'open'; locked: boolean }

/** A number with a real minus sign, which is as wide as a plus. */
export const figure = (value: number) => count(value).replace('-', '−')
const signed = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value))

/** The number of a win in no decisions; wins that come later are below it, a decision each. */
export const WIN = 1_000_000_000

/** A score as one number: better ones are larger. */
export function value(score: Score): number {
  if (score.kind === 'heuristic') return score.points
  return score.kind === 'win' ? WIN - score.plies : score.plies - WIN
}

/** `W5` wins in five decisions; a heuristic that only says that it is won, and a window's end, name no number. */
function ending(how: 'win' | 'loss', decisions: number): string {
  return decisions > 0 ? `${t(how === 'win' ? 'winLetter' : 'lossLetter')}${decisions}` : t(how)
}

/** How a side stands that has a number of decisions to the end; a draw has none. */
function certainly(sign: number, decisions: number): string {
  return sign === 0 ? '=' : ending(sign > 0 ? 'win' : 'loss', decisions)
}

/**
 * The value of a move, as short as it can be said. What is certain is said in one way for every game: `W5` wins in five
 * decisions, `L4` loses in four, `=` is a draw. Other numbers are an engine's estimate.
 */
export function note(judged: MoveAnalysis): Note | null {
  const { exact, score } = judged
  if (exact && exact.lower === exact.upper) {
    return { text: certainly(exact.lower, exact.remoteness ?? 0), tone: tone(exact.lower), locked: true }
  }
  if (score && score.kind !== 'heuristic') return { text: ending(score.kind, score.plies), tone: score.kind, locked: true }
  if (exact && exact.lower > 0) return { text: t('winLetter'), tone: 'win', locked: true }
  if (exact && exact.upper < 0) return { text: t('lossLetter'), tone: 'loss', locked: true }
  if (!score) return null
  return { text: signed(score.points), tone: tone(score.points), locked: false }
}

/** A score in a few characters; the end of an open window is infinite. */
export function short(score: Score | null, end: -1 | 1 = 1): string {
  if (!score) return end < 0 ? '−∞' : '∞'
  return score.kind === 'heuristic' ? figure(score.points) : ending(score.kind, score.plies)
}

function tone(value: number): Note['tone'] {
  return value > 0 ? 'win' : value < 0 ? 'loss' : 'open'
}

/** A score as solvers count, or the end of the game. */
export function certain(score: Score): string {
  return score.kind === 'heuristic' ? signed(score.points) : short(score)
}

/** The same in words. */
export function sentence(judged: MoveAnalysis): string {
  const { exact, score } = judged
  const ends = (won: boolean, decisions: number | null | undefined) =>
    decisions ? `${t(won ? 'winIn' : 'lossIn')} ${decisions}` : t(won ? 'win' : 'loss')
  if (exact && exact.lower === exact.upper && exact.lower === 0) return t('draw')
  if (exact && exact.lower === exact.upper) return ends(exact.lower > 0, exact.remoteness)
  if (score && score.kind !== 'heuristic') return ends(score.kind === 'win', score.plies)
  if (exact && (exact.lower > 0 || exact.upper < 0)) return ends(exact.lower > 0, null)
  return score ? `${signed(score.points)} · ${t('depth')} ${judged.depth}` : '–'
}

/** Better moves are larger. */
export function rank(judged: MoveAnalysis): number {
  const { exact, score } = judged
  if (score && score.kind !== 'heuristic') return value(score)
  if (exact && exact.lower === exact.upper) return exact.lower * 1e6
  return score?.points ?? -Infinity
}

/** From -1 (lost) to 1 (won). */
export function share(score: Score | null | undefined): number {
  if (!score) return 0
  if (score.kind !== 'heuristic') return score.kind === 'win' ? 1 : -1
  return Math.max(-0.94, Math.min(0.94, (2 / Math.PI) * Math.atan(score.points / 60)))
}

/** From -1 to 1, exact knowledge first. */
export function shareOf(judged: MoveAnalysis | undefined): number {
  const exact = judged?.exact
  if (exact && exact.lower === exact.upper) return Math.sign(exact.lower)
  return share(judged?.score)
}
