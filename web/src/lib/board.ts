// What both boards need: which clicks mean which moves, and how a click and a key become one.

import type { Note } from './scores'
import type { LegendEntry, Piece, Scene, Target } from './types'

export type BoardProps = {
  scene: Scene
  /** What the board shows, for those who cannot see it. */
  label: string
  flipped?: boolean
  /** A picture: nothing to click. */
  still?: boolean
  /** Whether changes are animated; pictures stand still if not told otherwise. */
  moving?: boolean
  /** Which of the targets count now; all if not given. */
  offered?: (target: Target) => boolean
  /** The choice that was made before a piece is clicked, such as a die. */
  chosen?: string | null
  /** What the pictures on the board mean. */
  legend?: LegendEntry[]
  /** Places that can be clicked beside the moves: for an editor. */
  edit?: (place: string) => void
  /** Says something about what was clicked, or nothing. */
  tell?: (text: string | null) => void
  /** A short text for a move, such as its score. */
  notes?: Map<string, Note>
  play?: (targets: Target[]) => void
}

/** The targets of every place and piece that can be clicked. */
export function targetsByPlace(targets: Target[], offered?: (target: Target) => boolean): Map<string, Target[]> {
  const found = new Map<string, Target[]>()
  for (const target of targets) {
    if (offered && !offered(target)) continue
    const here = found.get(target.on)
    if (here) here.push(target)
    else found.set(target.on, [target])
  }
  return found
}

/** The name of a button on the board: what can be played there, and what is known of it. */
export function buttonName(targets: Target[], notes?: Map<string, Note>): string {
  const moves = targets.map((target) => target.name).join(', ')
  const note = notes?.get(targets[0]?.text ?? '')
  return note ? `${moves} (${note.text})` : moves
}

/** The piece that is nearest to a point, and not too far. */
export function nearest(pieces: Piece[], at: { x: number; y: number }, reach: number): Piece | undefined {
  const distance = (piece: Piece) => Math.hypot(piece.x - at.x, piece.y - at.y)
  const near = pieces.filter((piece) => distance(piece) <= reach)
  return near.length > 0 ? near.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best)) : undefined
}

/** The id of the place or piece that was clicked. */
export function clickedId(event: MouseEvent): string | null {
  return (event.target as Element).closest('[data-on]')?.getAttribute('data-on') ?? null
}

/** Whether a key presses a button. The page must not scroll then. */
export function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false
  event.preventDefault()
  return true
}

/** Whether the person wants little motion. */
export const prefersCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
