// Questions in a line before one worker with engines. A search cannot hear that it is to stop: its worker is ended, what it
// has told last is its answer, and a spare worker that stands ready goes on with the next question.

import { concluded, isLast, stopped, type EngineAnswer, type EngineCall } from './concluded'
import type { Engine, FromEngine, MakeEngine } from './engine'

type Listener = (answer: EngineAnswer) => void
/** `since` is when it was asked. */
type Waiting = { call: EngineCall; hear: Listener; since: number }

/** The name under which a browser's tools show how long it took from a stop to the next search. */
export const WENT_ON = 'poda: from a stop to the next search'

export class EngineLine {
  #make: MakeEngine
  /** Whether a second worker stands ready. */
  #hasSpare: boolean
  #engine: Engine | null = null
  #spare: Engine | null = null
  #waiting: Waiting[] = []
  /** The question that the worker answers, and what it has told so far. */
  #asked: (Waiting & { latest: EngineAnswer | null }) | null = null
  /** When a search was last ended, until another one begins. */
  #stopped: number | null = null

  constructor(make: MakeEngine, hasSpare: boolean) {
    this.#make = make
    this.#hasSpare = hasSpare
  }

  /** Makes the workers, so that the first question finds them. */
  prepare() {
    this.#engine ??= this.#fresh()
    if (this.#hasSpare) this.#spare ??= this.#fresh()
  }

  ask(call: EngineCall, hear: Listener) {
    this.#waiting.push({ call, hear, since: performance.now() })
    this.#next()
  }

  /** The same before everybody who waits. */
  askNext(call: EngineCall, hear: Listener) {
    this.#waiting.unshift({ call, hear, since: performance.now() })
    this.#next()
  }

  /** Ends a question; its answer is what is known by now. */
  stop(id: number) {
    const place = this.#waiting.findIndex(({ call }) => call.id === id)
    if (place >= 0) {
      const [{ call, hear }] = this.#waiting.splice(place, 1)
      hear(stopped(call))
    } else if (this.#asked?.call.id === id && !isLast(this.#asked.latest)) {
      const { call, hear, latest } = this.#asked
      this.#stopped = performance.now()
      this.#replace()
      hear(concluded(call, latest))
      this.#next()
    }
  }

  /** Ends the workers, and whatever was asked. */
  end() {
    const asked = this.#asked && !isLast(this.#asked.latest) ? [this.#asked] : []
    const all = [...asked, ...this.#waiting]
    this.#asked = null
    this.#waiting = []
    this.#engine?.end()
    this.#spare?.end()
    this.#engine = this.#spare = null
    for (const { call, hear } of all) hear(stopped(call))
  }

  #fresh(): Engine {
    const engine = this.#make((message) => this.#hear(engine, message))
    return engine
  }

  /** The spare worker takes the place of the one that there was. */
  #replace() {
    this.#engine?.end()
    this.#asked = null
    this.#engine = this.#spare
    this.#spare = null
  }

  #next() {
    if (!this.#asked) {
      const next = this.#waiting.shift()
      if (next) {
        this.#asked = { ...next, latest: null }
        this.#engine ??= this.#fresh()
        this.#engine.ask(JSON.stringify(next.call))
      }
    }
    // The question first: the spare worker is for the next time.
    if (this.#engine && this.#hasSpare) this.#spare ??= this.#fresh()
  }

  /** How long it took to go on, for whoever looks (`tests/figures.mjs`). */
  #measure(end: number) {
    if (this.#stopped !== null && this.#asked) {
      const start = Math.max(this.#stopped, this.#asked.since)
      performance.measure(WENT_ON, { start, end: Math.max(start, end) })
    }
    this.#stopped = null
  }

  #hear(from: Engine, message: FromEngine) {
    if (from === this.#spare && message.is === 'broken') {
      this.#spare.end()
      this.#spare = null
    }
    // What an ended worker had still to say is about nothing any more.
    if (from !== this.#engine) return
    if (message.is === 'begun') {
      this.#measure(message.at - performance.timeOrigin)
      return
    }
    const asked = this.#asked
    if (message.is === 'answer') {
      if (!asked) return
      asked.latest = JSON.parse(message.text) as EngineAnswer
      asked.hear(asked.latest)
      return
    }
    if (message.is === 'broken') this.#replace()
    this.#asked = null
    if (asked && !isLast(asked.latest)) {
      asked.hear({ id: asked.call.id, is: 'error', error: message.is === 'broken' ? message.why : 'no answer' })
    }
    this.#next()
  }
}
