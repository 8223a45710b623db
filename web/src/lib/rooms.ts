// The shared games that this browser has a seat in, so that a closed window loses none.

import type { Translated } from './types'

export type KnownRoom = {
  /** Of the seat. */
  token: string
  /** The invitation that was accepted for it, if any. */
  via: string | null
  /** The name of its game. */
  title: Translated
  /** Milliseconds since 1970. */
  when: number
}

const KEY = 'poda.together'
const MOST = 12

export function knownRooms(): KnownRoom[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known.filter((room) => room?.token && room.title) : []
  } catch {
    return []
  }
}

function write(rooms: KnownRoom[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(rooms.slice(0, MOST)))
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function rememberRoom(room: Omit<KnownRoom, 'when'>) {
  const before = knownRooms().find(({ token }) => token === room.token)
  const others = knownRooms().filter(({ token }) => token !== room.token)
  write([{ ...room, via: room.via ?? before?.via ?? null, when: Date.now() }, ...others])
}

export function forgetRoom(token: string) {
  write(knownRooms().filter((room) => room.token !== token))
}

/** The token to come with: whoever has accepted an invitation has a seat of their own. */
export function ownToken(given: string): string {
  return knownRooms().find(({ via }) => via === given)?.token ?? given
}
