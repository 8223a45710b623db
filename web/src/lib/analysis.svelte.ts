// What is known of the position on the screen, and of the whole game afterwards.

import { analyze, choose, type Live } from './server'
import { rank, share } from './scores'
import type { ChosenMove, MoveAnalysis, Line } from './types'

const THINKER = 'pvs:tt=16'
const PATIENCE = 8000

export class Analysis {
  on = $state(false)
  busy = $state(false)
  moves: MoveAnalysis[] = $state([])
  error: string | null = $state(null)
  #search: Live<MoveAnalysis[]> | null = null
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
  #search: Live<ChosenMove> | null = null
  #turn = 0

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
