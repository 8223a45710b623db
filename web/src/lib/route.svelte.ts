// The address says where one is, and which position one looks at.

import type { Line } from './types'

export const place = $state({ path: location.pathname, query: location.search })

addEventListener('popstate', () => {
  place.path = location.pathname
  place.query = location.search
})

export function go(address: string, replace = false) {
  if (address === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  place.path = location.pathname
  place.query = location.search
  if (!replace) scrollTo(0, 0)
}

/** For links: the page changes without a reload, unless the person wants a new window. */
export function link(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const anchor = (event.target as Element | null)?.closest('a')
  if (!anchor || anchor.origin !== location.origin || anchor.target || anchor.hasAttribute('download')) return
  if (anchor.pathname.startsWith('/api')) return
  event.preventDefault()
  go(anchor.pathname + anchor.search)
}

/** A game as the address holds it. */
export type Seat = {
  line: Line
  players: [string, string]
  /** The ply that is looked at, if not the last. */
  ply: number | null
  /** The kept game's name. */
  id: string | null
}

/** Texts of several characters are parted by dots, because addresses hold no blanks well. */
const PARTED = /[^.]+/g

export function readSeat(path: string, query: string): Seat {
  const game = decodeURIComponent(path.split('/')[2] ?? '')
  const words = new URLSearchParams(query)
  const moves = words.get('moves') ?? ''
  const ply = words.get('ply')
  return {
    line: {
      game,
      start: words.get('from'),
      moves: moves.includes('.') || moves.includes(':') ? (moves.match(PARTED) ?? []) : [...moves],
    },
    players: [words.get('first') ?? 'human', words.get('second') ?? 'human'],
    ply: ply === null ? null : Number(ply),
    id: words.get('id'),
  }
}

export function seatAddress(room: string, seat: Seat): string {
  const words = new URLSearchParams()
  const { line, players, ply, id } = seat
  if (line.start) words.set('from', line.start)
  if (line.moves.length > 0) words.set('moves', line.moves.join(line.moves.some((text) => text.length > 1) ? '.' : ''))
  words.set('first', players[0])
  words.set('second', players[1])
  if (ply !== null && ply < line.moves.length) words.set('ply', String(ply))
  if (id) words.set('id', id)
  const plain = words.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',')
  return `/${room}/${line.game}?${plain}`
}
