// What is known of the position on the screen, and of the whole game afterwards.

import { analyze, choose, type Live } from './server'
import { rank, share } from './scores'
import type { Chosen, Judged, Line } from './types'

const THINKER = 'pvs:tt=16'
const PATIENCE = 8000
/** A fall of this much of the whole scale is a blunder. */
const BLUNDER = 0.45

export class Analysis {
  on = $state(false)
  busy = $state(false)
  moves: Judged[] = $state([])
  error: string | null = $state(null)
  #search: Live<Judged[]> | null = null
  #about = ''

  best = $derived.by(() => {
    const known = this.moves.filter((judged) => judged.score || judged.exact)
    return known.length > 0 ? known.reduce((best, judged) => (rank(judged) > rank(best) ? judged : best)) : undefined
  })

  /** Thinks about a position, unless it does already. */
  about(line: Line, over: boolean) {
    const about = JSON.stringify(line)
    if (about === this.#about) return
    this.forget()
    if (over || !this.on) return
    this.#about = about
    this.busy = true
    const search = analyze(line, THINKER, PATIENCE, (moves) => {
      if (this.#search === search) this.moves = moves
    })
    this.#search = search
    search.answer
      .catch((error: Error) => {
        if (this.#search === search) this.error = error.message
      })
      .finally(() => {
        if (this.#search === search) this.busy = false
      })
  }

  forget() {
    this.#search?.stop()
    this.#search = null
    this.#about = ''
    this.busy = false
    this.moves = []
    this.error = null
  }
}

/** Looks at every position of a finished game. */
export class Review {
  /** From -1 to 1 for the first side; nothing where not yet known. */
  values: (number | null)[] = $state([])
  busy = $state(false)
  #search: Live<Chosen> | null = null
  #turn = 0

  /** The plies whose move threw something away, with how much. */
  blunders(movers: number[]): Map<number, string> {
    const found = new Map<number, string>()
    for (let ply = 1; ply < this.values.length; ply++) {
      const [before, after] = [this.values[ply - 1], this.values[ply]]
      if (before === null || after === null) continue
      const fall = movers[ply - 1] === 1 ? before - after : after - before
      if (fall >= BLUNDER) found.set(ply, `−${Math.round(fall * 50)} %`)
    }
    return found
  }

  async run(line: Line, movers: number[], end: number) {
    const turn = ++this.#turn
    this.busy = true
    this.values = Array.from({ length: line.moves.length + 1 }, () => null)
    for (let ply = 0; ply < line.moves.length && turn === this.#turn; ply++) {
      const here = { ...line, moves: line.moves.slice(0, ply) }
      this.#search = choose(here, 'pvs:time=120,tt=8', () => {})
      try {
        const chosen = await this.#search.answer
        if (turn !== this.#turn) return
        const value = share(chosen.score)
        this.values[ply] = movers[ply] === 1 ? value : -value
      } catch {
        break
      }
    }
    if (turn !== this.#turn) return
    this.values[line.moves.length] = end
    this.busy = false
  }

  forget() {
    this.#turn += 1
    this.#search?.stop()
    this.values = []
    this.busy = false
  }
}
