// The state of a game, kept for Svelte: runs what the state machine of `play.ts` wants done.

import { lineHere, plyOf, readAddress, writeAddress, type GameAddress } from './address'
import { afterFrame } from './later'
import { canPlay, hasOnlyEngines, initial, isAtEnd, isBusy, update, type Effect, type PlayEvent } from './play'
import { go, place } from './route.svelte'
import { Refused, choose, saveGame, onConnection, showLive, type Live } from './server'
import { secret, settings } from './settings.svelte'
import { readVariations, writeVariations, type Variations } from './variations'
import type { ChosenMove } from './types'

/** Milliseconds between two addresses, and two saves, of engines that play each other. */
const PAUSE = 400
/** Milliseconds that a save waits for the reply of an engine, so that both moves are one save. */
const REPLY = 1500

export class Game {
  #state = $state.raw(initial())
  flipped = $state(false)

  #search: Live<ChosenMove> | null = null
  /** The language of the latest question. */
  #language = settings.language
  #wrote = -PAUSE
  #later: ReturnType<typeof setTimeout> | undefined
  #saving = false
  /** Saves a game whose engine takes long to reply. */
  #reply: ReturnType<typeof setTimeout> | undefined
  /** Something has happened that no save knows of. */
  #unsaved = false
  #stamp = 0
  /** The address that this state has, to tell a visit from our own writing. */
  #written = ''
  #unlisten = onConnection((connected) => {
    if (connected) this.#happen({ on: 'connected' })
  })

  // Each by itself, so that only what has changed is looked at again: most events change one of them.
  address: GameAddress = $derived(this.#state.address)
  shown = $derived(this.#state.shown)
  activity = $derived(this.#state.activity)
  undone = $derived(this.#state.undone)
  last = $derived(this.#state.last)
  variations: Variations = $derived(this.#state.variations)
  running = $derived(this.#state.running)
  error = $derived(this.#state.activity.is === 'failed' ? this.#state.activity.error : null)
  isThinking = $derived(this.#state.activity.is === 'thinking')
  isReplaying = $derived(this.#state.activity.is === 'replaying')
  isBusy = $derived(isBusy(this.#state))
  canPlay = $derived(canPlay(this.#state))
  isAtEnd = $derived(isAtEnd(this.#state))
  hasOnlyEngines = $derived(hasOnlyEngines(this.#state))
  ply = $derived(plyOf(this.#state.address))

  get speed() {
    return this.#state.speed
  }
  set speed(speed: number) {
    this.#happen({ on: 'speed', speed })
  }
  /** The line up to the ply that is looked at. */
  get here() {
    return lineHere(this.address)
  }

  /** Goes where the browser's address says. */
  visit(path: string, query: string) {
    if (path + query === this.#written) return
    this.#saveAtLast()
    this.#written = path + query
    const address = readAddress(path, query)
    const id = address.id ?? secret().slice(0, 12)
    this.#happen({ on: 'visit', address: { ...address, id }, variations: readVariations(id) })
  }
  /** The position in the language of the moment. */
  translate() {
    if (settings.language !== this.#language) this.#happen({ on: 'language' })
  }
  play = (move: string) => this.#happen({ on: 'play', move })
  undo = () => this.#happen({ on: 'undo' })
  redo = () => this.#happen({ on: 'redo' })
  look = (ply: number) => this.#happen({ on: 'look', ply })
  vary = (moves: readonly string[], ply: number) => this.#happen({ on: 'variation', moves, ply })
  replay = (go: boolean) => this.#happen({ on: 'replay', go })
  setPlayer = (side: 0 | 1, player: string) => this.#happen({ on: 'player', side, player })
  run = (go: boolean) => this.#happen({ on: 'run', go })
  constructor() {
    addEventListener('pagehide', this.#saveAtLast)
  }
  leave() {
    this.#unlisten()
    removeEventListener('pagehide', this.#saveAtLast)
    this.#saveAtLast()
    this.#happen({ on: 'leave' })
  }

  #happen(event: PlayEvent) {
    const [state, effects] = update(this.#state, event)
    this.#state = state
    for (const effect of effects) this.#run(effect)
  }

  #run(effect: Effect) {
    switch (effect.do) {
      case 'show': {
        const { request, line } = effect
        this.#language = settings.language
        const failure = (error: Error) => this.#happen({ on: 'failure', request, error: error.message })
        showLive(line, settings.language).then((shown) => this.#happen({ on: 'shown', request, shown }), failure)
        break
      }
      case 'think':
        this.#think(effect.request, effect)
        break
      case 'stop':
        this.#search?.stop()
        break
      case 'wait':
        setTimeout(() => this.#happen({ on: 'timer', timer: effect.timer }), effect.milliseconds)
        break
      case 'write':
        if (effect.afterFrame) afterFrame(() => this.#write())
        else this.#write()
        break
      case 'save':
        this.#unsaved = true
        if (this.isThinking && !this.hasOnlyEngines) this.#reply ??= setTimeout(() => this.#save(), REPLY)
        else afterFrame(() => this.#save())
    }
  }

  #think(request: number, { line, player }: Effect & { do: 'think' }) {
    const began = performance.now()
    this.#search = choose(line, player, (soFar) => this.#happen({ on: 'progress', request, soFar }))
    this.#search.answer.then(
      (chosen) => this.#happen({ on: 'chosen', request, chosen, elapsed: performance.now() - began }),
      (error: Error) => this.#happen({ on: 'failure', request, error: error.message }),
    )
  }

  #write() {
    // The browser's address is another page's as soon as one leaves.
    if (this.activity.is === 'left') return
    // Engines that play each other may be faster than a browser likes to be told where it is.
    const rest = this.#wrote + PAUSE - performance.now()
    if (this.hasOnlyEngines && rest > 0) {
      this.#later ??= setTimeout(() => this.#write(), rest)
      return
    }
    clearTimeout(this.#later)
    this.#later = undefined
    this.#wrote = performance.now()
    go(writeAddress('play', this.address), true)
    this.#written = place.path + place.query
  }

  /** Whoever leaves does not wait for the save before. */
  #saveAtLast = () => {
    if (this.#unsaved) this.#send()
  }

  /** Saves where the game stands. What happens meanwhile is saved afterwards, once. */
  #save() {
    if (this.#unsaved && !this.#saving) this.#send()
  }

  #send() {
    const { id, line, players } = this.address
    this.#unsaved = false
    clearTimeout(this.#reply)
    this.#reply = undefined
    if (!id) return
    this.#saving = true
    writeVariations(id, this.variations)
    // Two saves may be on their way at once: the server keeps the one with the larger stamp.
    const stamp = (this.#stamp = Math.max(this.#stamp + 1, Date.now()))
    const saving = saveGame(id, line, players, (this.isAtEnd && this.shown?.outcome) || null, stamp)
    const pause = this.hasOnlyEngines && !this.shown?.outcome ? PAUSE : 0
    const free = () => setTimeout(() => {
      this.#saving = false
      this.#save()
    }, pause)
    saving.finally(free).then(
      (held) => {
        // A clock that was set back, or another tab: the latest word is ours.
        if (held.stamp > stamp && stamp === this.#stamp) {
          this.#stamp = held.stamp
          this.#unsaved = true
        }
        this.#happen({ on: 'saved', done: true })
      },
      (error: Error) => {
        // Whoever got the address from somebody else plays a game of their own.
        const isForeign = error instanceof Refused && error.status === 403
        this.#happen(isForeign ? { on: 'forbidden', id: secret().slice(0, 12) } : { on: 'saved', done: false })
      },
    )
  }
}
