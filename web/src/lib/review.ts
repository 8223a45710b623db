// What a finished game's values say about its moves.

import { share } from './scores'
import type { ReviewedPosition } from './types'

/** From -1 to 1 for the first side, as scores of a review are; nothing where nothing is known. */
export function reviewedValues(positions: readonly ReviewedPosition[]): (number | null)[] {
  return positions.map(({ score }) => score && share(score))
}

/** A fall of this much of the whole scale, from -1 to 1, is a blunder. */
const BLUNDER = 0.45

/** The plies whose move gave something away, with how much. Values are the first side's; unknown ones are null. */
export function blunders(values: readonly (number | null)[], movers: readonly number[]): Map<number, string> {
  const found = new Map<number, string>()
  for (let ply = 1; ply < values.length; ply++) {
    const [before, after] = [values[ply - 1], values[ply]]
    if (before === null || after === null) continue
    const fall = movers[ply - 1] === 1 ? before - after : after - before
    if (fall >= BLUNDER) found.set(ply, `−${Math.round(fall * 50)} %`)
  }
  return found
}
