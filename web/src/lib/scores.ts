// Scores for people.

import { t } from './words'
import type { Judged, Worth } from './types'

export type Note = { text: string; tone: 'win' | 'loss' | 'open'; locked: boolean }

const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`)

/** `W5` wins in five decisions; a heuristic that only says that it is won, and a window's end, name no number. */
function ending(how: 'win' | 'loss', decisions: number): string {
  return decisions > 0 ? `${t(how === 'win' ? 'winLetter' : 'lossLetter')}${decisions}` : t(how)
}

/** What a move is worth, as short as it can be said. */
export function note(judged: Judged): Note | null {
  const { exact, score: worth } = judged
  if (exact && exact.lower === exact.upper) {
    return { text: signed(exact.lower), tone: tone(exact.lower), locked: true }
  }
  if (worth?.win !== undefined) return { text: ending('win', worth.win), tone: 'win', locked: true }
  if (worth?.loss !== undefined) return { text: ending('loss', worth.loss), tone: 'loss', locked: true }
  if (exact && exact.lower > 0) return { text: `≥${signed(exact.lower)}`, tone: 'win', locked: false }
  if (exact && exact.upper < 0) return { text: `≤${exact.upper}`, tone: 'loss', locked: false }
  if (!worth) return null
  return { text: signed(worth.value), tone: tone(worth.value), locked: false }
}

/** A score in a few characters; the end of an open window is infinite. */
export function short(worth: Worth | null, end: -1 | 1 = 1): string {
  if (!worth) return end < 0 ? '−∞' : '∞'
  if (worth.win !== undefined) return ending('win', worth.win)
  if (worth.loss !== undefined) return ending('loss', worth.loss)
  return `${worth.value}`.replace('-', '−')
}

function tone(value: number): Note['tone'] {
  return value > 0 ? 'win' : value < 0 ? 'loss' : 'open'
}

/** A score as solvers count, or the end of the game. */
export function certain(worth: Worth): string {
  return worth.win === undefined && worth.loss === undefined ? signed(worth.value) : short(worth)
}

/** The same in words. */
export function sentence(judged: Judged): string {
  const { exact, score: worth } = judged
  if (exact && exact.lower === exact.upper) {
    const plies = exact.remoteness === undefined ? '' : `, ${exact.remoteness} ${t('ply')}`
    return exact.lower === 0 ? `${t('draw')}${plies}` : `${t(exact.lower > 0 ? 'winIn' : 'lossIn')} ${exact.remoteness ?? '?'}`
  }
  if (worth?.win !== undefined) return `${t('winIn')} ${worth.win}`
  if (worth?.loss !== undefined) return `${t('lossIn')} ${worth.loss}`
  if (exact) return `${exact.lower} … ${exact.upper}`
  return worth ? `${signed(worth.value)} · ${t('depth')} ${judged.depth}` : '–'
}

/** Better moves are larger. */
export function rank(judged: Judged): number {
  const { exact, score: worth } = judged
  if (worth?.win !== undefined || worth?.loss !== undefined) return worth.value
  if (exact && exact.lower === exact.upper) return exact.lower * 1e6
  return worth?.value ?? -Infinity
}

/** From -1 (lost) to 1 (won). */
export function share(worth: Worth | null | undefined): number {
  if (!worth) return 0
  if (worth.win !== undefined) return 1
  if (worth.loss !== undefined) return -1
  return Math.max(-0.94, Math.min(0.94, (2 / Math.PI) * Math.atan(worth.value / 60)))
}

/** From -1 to 1, exact knowledge first. */
export function shareOf(judged: Judged | undefined): number {
  const exact = judged?.exact
  if (exact && exact.lower === exact.upper) return Math.sign(exact.lower)
  return share(judged?.score)
}
