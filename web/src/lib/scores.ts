// Scores for people.

import { count, t } from './words'
import type { MoveAnalysis, ScoreView } from './types'

export type Note = { text: string; tone: 'win' | 'loss' | 'open'; locked: boolean }

/** A number with a real minus sign, which is as wide as a plus. */
export const figure = (value: number) => count(value).replace('-', '−')
const signed = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value))

/** `W5` wins in five decisions; a heuristic that only says that it is won, and a window's end, name no number. */
function ending(how: 'win' | 'loss', decisions: number): string {
  return decisions > 0 ? `${t(how === 'win' ? 'winLetter' : 'lossLetter')}${decisions}` : t(how)
}

/** The value of a move, as short as it can be said. */
export function note(judged: MoveAnalysis): Note | null {
  const { exact, score } = judged
  if (exact && exact.lower === exact.upper) {
    return { text: signed(exact.lower), tone: tone(exact.lower), locked: true }
  }
  if (score?.win != null) return { text: ending('win', score.win), tone: 'win', locked: true }
  if (score?.loss != null) return { text: ending('loss', score.loss), tone: 'loss', locked: true }
  if (exact && exact.lower > 0) return { text: `≥${signed(exact.lower)}`, tone: 'win', locked: false }
  if (exact && exact.upper < 0) return { text: `≤${figure(exact.upper)}`, tone: 'loss', locked: false }
  if (!score) return null
  return { text: signed(score.value), tone: tone(score.value), locked: false }
}

/** A score in a few characters; the end of an open window is infinite. */
export function short(score: ScoreView | null, end: -1 | 1 = 1): string {
  if (!score) return end < 0 ? '−∞' : '∞'
  if (score.win != null) return ending('win', score.win)
  if (score.loss != null) return ending('loss', score.loss)
  return figure(score.value)
}

function tone(value: number): Note['tone'] {
  return value > 0 ? 'win' : value < 0 ? 'loss' : 'open'
}

/** A score as solvers count, or the end of the game. */
export function certain(score: ScoreView): string {
  return score.win == null && score.loss == null ? signed(score.value) : short(score)
}

/** The same in words. */
export function sentence(judged: MoveAnalysis): string {
  const { exact, score } = judged
  if (exact && exact.lower === exact.upper) {
    const plies = exact.remoteness == null ? '' : `, ${exact.remoteness} ${t('ply')}`
    return exact.lower === 0 ? `${t('draw')}${plies}` : `${t(exact.lower > 0 ? 'winIn' : 'lossIn')} ${exact.remoteness ?? '?'}`
  }
  if (score?.win != null) return `${t('winIn')} ${score.win}`
  if (score?.loss != null) return `${t('lossIn')} ${score.loss}`
  if (exact) return `${figure(exact.lower)} … ${figure(exact.upper)}`
  return score ? `${signed(score.value)} · ${t('depth')} ${judged.depth}` : '–'
}

/** Better moves are larger. */
export function rank(judged: MoveAnalysis): number {
  const { exact, score } = judged
  if (score?.win != null || score?.loss != null) return score.value
  if (exact && exact.lower === exact.upper) return exact.lower * 1e6
  return score?.value ?? -Infinity
}

/** From -1 (lost) to 1 (won). */
export function share(score: ScoreView | null | undefined): number {
  if (!score) return 0
  if (score.win != null) return 1
  if (score.loss != null) return -1
  return Math.max(-0.94, Math.min(0.94, (2 / Math.PI) * Math.atan(score.value / 60)))
}

/** From -1 to 1, exact knowledge first. */
export function shareOf(judged: MoveAnalysis | undefined): number {
  const exact = judged?.exact
  if (exact && exact.lower === exact.upper) return Math.sign(exact.lower)
  return share(judged?.score)
}
