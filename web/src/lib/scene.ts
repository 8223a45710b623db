// Scenes that follow one another have most things in common.

import type { Scene } from './types'

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The new scene, with whatever has not changed taken from the old one: what is the same thing is not drawn anew. */
export function sharing(old: Scene | undefined, fresh: Scene): Scene {
  if (!old) return fresh
  const before = new Map(old.pieces.map((piece) => [piece.id, piece]))
  return {
    ...fresh,
    places: alike(old.places, fresh.places) ? old.places : fresh.places,
    pieces: fresh.pieces.map((piece) => {
      const same = before.get(piece.id)
      return same && alike(same, piece) ? same : piece
    }),
  }
}
