// A whole game as a picture that moves.

import { flushSync, mount, unmount } from 'svelte'

import Board from '../parts/Board.svelte'
import { animated, type Frame } from './apng'
import { png } from './picture'
import { showLive } from './server'
import { settings } from './settings.svelte'
import type { Line } from './types'

/** Positions of a film; of a longer game every second, third... is shown. */
const MOST = 100
const ACROSS = 420
/** Milliseconds of a position, and of the last one. */
const PACE = 700
const END = 3000

/** The plies that are shown: the first, the last, and so many between them. */
export function pliesOf(moves: number): number[] {
  const step = Math.ceil(moves / MOST)
  const plies = Array.from({ length: Math.floor(moves / Math.max(1, step)) + 1 }, (_, index) => index * step)
  return plies.at(-1) === moves ? plies : [...plies, moves]
}

/** `around` has the colours of the game, and room for a board that nobody sees. */
export async function film(line: Line, around: HTMLElement, told: (done: number, all: number) => void): Promise<Blob> {
  const frames: Frame[] = []
  const plies = pliesOf(line.moves.length)
  for (const [index, ply] of plies.entries()) {
    const { scene } = await showLive({ ...line, moves: line.moves.slice(0, ply) }, settings.language)
    const board = mount(Board, { target: around, props: { scene, label: '', still: true } })
    flushSync()
    const drawing = around.querySelector<SVGSVGElement>('.board-drawing')
    if (drawing) {
      const picture = await png(drawing, ACROSS)
      const milliseconds = index === plies.length - 1 ? END : PACE
      frames.push({ png: new Uint8Array(await picture.arrayBuffer()), milliseconds })
    }
    await unmount(board)
    told(index + 1, plies.length)
  }
  return animated(frames)
}
