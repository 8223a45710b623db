// Scores of a log, which are bare numbers, for people.

import { short, WIN } from '../scores'
import type { Score } from '../types'

const PROVEN = WIN - 1_000_000

function score(value: number): Score | null {
  if (Math.abs(value) > WIN) return null
  if (value >= PROVEN) return { kind: 'win', plies: WIN - value }
  if (value <= -PROVEN) return { kind: 'loss', plies: WIN + value }
  return { kind: 'heuristic', points: value }
}

/** A score in a few characters; an end of an open window is infinite. */
export function points(value: number): string {
  return short(score(value), value < 0 ? -1 : 1)
}

/** Whether an end of a window is still open. */
export function isOpen(value: number): boolean {
  return Math.abs(value) > WIN
}

/** From 0 to 1: where a value stands between the two infinities, with room for those that are close to a middle. */
export function place(value: number, scale: number): number {
  if (isOpen(value)) return value < 0 ? 0 : 1
  return 0.5 + (0.46 * 2 * Math.atan(value / scale)) / Math.PI
}

/** Half of the values of a search should lie in the middle half of the line. */
export function scaleOf(values: ArrayLike<number>): number {
  const sizes: number[] = []
  const step = Math.max(1, Math.floor(values.length / 2000))
  for (let at = 0; at < values.length; at += step) {
    const size = Math.abs(values[at])
    if (size > 0 && size < PROVEN) sizes.push(size)
  }
  sizes.sort((one, other) => one - other)
  return sizes.length > 0 ? Math.max(1, sizes[sizes.length >> 1]) : 1
}

/** A share of points as a percentage. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
