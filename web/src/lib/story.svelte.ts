// Every move of the game on the screen in words. Whoever plays on learns the latest move with its position; only a game
// that is opened anew is asked for as a whole.

import { tell } from './server'
import { settings } from './settings.svelte'
import type { Line, PositionView, ToldMove } from './types'
import { isPrefix } from './variations'

export class Story {
  told: readonly ToldMove[] = $state.raw([])
  #about = ''
  #asked = ''
  #tell: typeof tell

  /** Whoever is invited to one game asks through that game. */
  constructor(ask: typeof tell = tell) {
    this.#tell = ask
  }

  /** Who made each move of the line, as far as it is known. */
  movers = $derived(this.told.map(({ mover }) => mover))

  /** Follows the game: its whole line, and the position that is shown. */
  about(line: Line, shown: PositionView | null) {
    const about = `${settings.language} ${line.game} ${line.start ?? ''}`
    if (about !== this.#about) this.told = []
    this.#about = about
    const known = this.told.map(({ move }) => move)
    if (!isPrefix(known, line.moves)) this.told = this.told.slice(0, sharedWith(known, line.moves))
    const count = this.told.length
    if (count === line.moves.length) return
    const last = shown?.line.moves
    const isNext = last && last.length === count + 1 && isPrefix(last, line.moves) && shown.scene.events.length > 0
    if (isNext && shown.line.game !== '' && count + 1 === line.moves.length) {
      const { events } = shown.scene
      const text = events.map((event) => event.text).filter(Boolean).join('; ')
      this.told = [...this.told, { move: last[count], mover: shown.movers[count], told: text, events }]
      return
    }
    // The answer to the move that is on its way will tell it.
    if (count + 1 === line.moves.length && last?.length === count) return
    this.#ask(line, about)
  }

  #ask(line: Line, about: string) {
    const asked = `${about} ${line.moves.join(' ')}`
    if (asked === this.#asked) return
    this.#asked = asked
    this.#tell(line, settings.language).then(
      (told) => {
        if (this.#asked === asked && this.#about === about) this.told = told
        this.#asked = ''
      },
      // The board says what is wrong with the line.
      () => {},
    )
  }
}

function sharedWith(known: readonly string[], moves: readonly string[]): number {
  const first = known.findIndex((move, index) => move !== moves[index])
  return first < 0 ? known.length : first
}
