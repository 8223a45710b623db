// What is known of the position on the screen, and of the whole game afterwards.

import { blunders, reviewedValues } from './review'
import { analyze, review, type Live } from './server'
import { rank } from './scores'
import type { Line, MoveAnalysis, ReviewedPosition, ReviewView } from './types'

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

/** Every position of a finished game again, from its end to its start. */
export class Review {
  positions: ReviewedPosition[] = $state.raw([])
  busy = $state(false)
  error: string | null = $state(null)
  #movers: number[] = $state.raw([])
  #search: Live<ReviewView> | null = null
  #about = ''

  /** From -1 to 1 for the first side; nothing where not yet known. */
  values = $derived(reviewedValues(this.positions))
  /** The plies whose move gave something away, with how much. */
  marks = $derived(blunders(this.values, this.#movers))

  /** Shows the review that the server keeps of a finished game, if it keeps one. */
  recall(line: Line, movers: number[]) {
    const about = JSON.stringify(line)
    if (about === this.#about) return
    this.forget()
    this.#about = about
    const search = review(line, () => {}, 0, true)
    this.#search = search
    const show = (kept: ReviewView) => {
      if (this.#search !== search || !kept.complete) return
      this.#movers = movers
      this.positions = kept.positions
    }
    // Who wants a review asks for it: only then it matters that there is none.
    search.answer.then(show, () => {})
  }

  run(line: Line, movers: number[]) {
    this.forget()
    this.#about = JSON.stringify(line)
    this.#movers = movers
    this.busy = true
    const search = review(line, (positions) => {
      if (this.#search === search) this.positions = positions
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

  /** Ends the search; what is known stays. */
  stop() {
    this.#search?.stop()
  }

  /** Another game is on the screen, or the same one with other moves. */
  about(line: Line) {
    if (this.#about && JSON.stringify(line) !== this.#about) this.forget()
  }

  forget() {
    this.#search?.stop()
    this.#search = null
    this.#about = ''
    this.#movers = []
    this.positions = []
    this.busy = false
    this.error = null
  }
}
