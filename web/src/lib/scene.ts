// Scenes that follow one another have most things in common.

import type { Scene } from './types'

/** Whether two things have the same plain fields and the same lists of words. */
function alike<T extends object>(one: T, other: T): boolean {
  return Object.keys(one).every((key) => {
    const [mine, theirs] = [one[key as keyof T], other[key as keyof T]] as unknown[]
    if (!Array.isArray(mine) || !Array.isArray(theirs)) return mine === theirs
    return mine.length === theirs.length && mine.every((word, index) => word === theirs[index])
  })
}

/** The new scene, with whatever has not changed taken from the old one: what is the same thing is not drawn anew. */
export function sharing(old: Scene | undefined, fresh: Scene): Scene {
  if (!old) return fresh
  return { ...fresh, places: unchanged(old.places, fresh.places), pieces: unchanged(old.pieces, fresh.pieces) }
}

/** Each new thing, or the old one if it is the same; the old list if all are. */
function unchanged<T extends { id: string }>(old: T[], fresh: T[]): T[] {
  const before = new Map(old.map((thing) => [thing.id, thing]))
  const things = fresh.map((thing) => {
    const same = before.get(thing.id)
    return same && alike(same, thing) ? same : thing
  })
  return things.length === old.length && things.every((thing, index) => thing === old[index]) ? old : things
}
