// A game on the screen: where it stands, who plays it, and what happens next.

import { afterFrame } from './later'
import { go, place, readSeat, seatAddress, type Seat } from './route.svelte'
import { choose, keepGame, onConnection, showLive, type Live } from './server'
import { secret, settings } from './settings.svelte'
import { sharing } from './scene'
import type { Chosen, Line, Shown, SoFar } from './types'

/** Milliseconds between two machine moves, by speed. */
export const PACES = [2500, 1200, 600, 250, 0]

/** Milliseconds after which a move that the server has not answered yet is to be seen as played and waited for. */
const PATIENCE = 100

export class Match {
  seat: Seat = $state({ line: { game: '', start: null, moves: [] }, players: ['human', 'human'], ply: null, id: null })
  shown: Shown | null = $state.raw(null)
  error: string | null = $state(null)
  /** What the engine to move has so far. */
  soFar: SoFar | null = $state(null)
  thinking = $state(false)
  /** The position on the screen is not yet the one of the address. */
  loading = $state(false)
  /** Machines go on by themselves. */
  running = $state(true)
  speed = $state(2)
  /** The game walks on by itself, up to its last move. */
  replaying = $state(false)
  flipped = $state(false)
  /** What was taken back, latest first. */
  undone: string[] = $state([])
  last: Chosen | null = $state(null)

  #search: Live<Chosen> | null = null
  #wait: ReturnType<typeof setTimeout> | undefined
  #beat: ReturnType<typeof setTimeout> | undefined
  #turn = 0
  #address = ''
  /** Makes a move that is not yet answered the last one of the game. */
  #settle: ((answered?: boolean) => void) | null = null
  #left = false
  /** The server could not be told where the game stands. */
  #unkept = false
  #unlisten = onConnection((connected) => {
    if (connected && this.#unkept) this.#keep()
  })

  /** The ply that is looked at. */
  get ply(): number {
    const { ply, line } = this.seat
    return ply === null ? line.moves.length : Math.min(ply, line.moves.length)
  }

  get atEnd(): boolean {
    return this.ply === this.seat.line.moves.length
  }

  /** The line up to where one looks. */
  get here(): Line {
    return { ...this.seat.line, moves: this.seat.line.moves.slice(0, this.ply) }
  }

  get isHumanTurn(): boolean {
    return !!this.shown && !this.shown.outcome && !this.thinking && this.seat.players[this.shown.to_move - 1] === 'human'
  }

  get onlyMachines(): boolean {
    return this.seat.players.every((player) => player !== 'human')
  }

  /** Goes where the address says. */
  async visit(path: string, query: string) {
    if (path + query === this.#address) return
    this.#address = path + query
    this.#halt()
    this.seat = readSeat(path, query)
    this.undone = []
    if (!this.seat.id) this.seat.id = secret().slice(0, 12)
    await this.refresh()
  }

  /** Fetches the position that is looked at, in the language of the moment. */
  async refresh() {
    this.#settle?.()
    this.loading = true
    await this.#show($state.snapshot(this.here))
  }

  async #show(line: Line) {
    const turn = ++this.#turn
    try {
      const shown = await showLive(line, settings.language)
      if (turn !== this.#turn) return
      this.#settle?.(true)
      this.shown = { ...shown, scene: sharing(this.shown?.scene, shown.scene) }
      this.error = null
      this.loading = false
      this.#next()
    } catch (error) {
      if (turn !== this.#turn) return
      this.#settle?.()
      this.error = (error as Error).message
      this.loading = false
    }
  }

  /** Plays a legal move where one looks; what came after is gone. A second click on an old position is none. */
  async play(text: string) {
    if (this.loading || this.#settle) return
    void this.replay(false)
    this.#halt()
    const moves = [...this.here.moves, text]
    const undone = this.undone[0] === text ? this.undone.slice(1) : []
    // The screen changes once, when the answer is there: a frame in between would only make the stone wait.
    const late = setTimeout(() => this.#settle?.(), PATIENCE)
    this.#settle = (answered = false) => {
      clearTimeout(late)
      this.#settle = null
      this.seat.line.moves = moves
      this.seat.ply = null
      this.undone = undone
      this.loading = true
      if (answered) afterFrame(() => this.#write())
      else this.#write()
    }
    await this.#show({ ...$state.snapshot(this.seat.line), moves })
    afterFrame(() => this.#keep())
  }

  async undo() {
    void this.replay(false)
    this.#halt()
    const moves = [...this.here.moves]
    const movers = this.shown?.movers ?? []
    const human = (ply: number) => this.seat.players[(movers[ply] ?? 1) - 1] === 'human'
    const taken: string[] = []
    const take = () => {
      const text = moves.pop()
      if (text !== undefined) taken.unshift(text)
    }
    take()
    // Back to where a person decided, if there is one.
    if (this.seat.players.includes('human')) while (moves.length > 0 && !human(moves.length)) take()
    if (this.onlyMachines) this.running = false
    this.undone = [...taken, ...this.undone]
    this.seat.line.moves = moves
    this.seat.ply = null
    this.#write()
    await this.refresh()
    this.#keep()
  }

  async redo() {
    this.#halt()
    const [text, ...rest] = this.undone
    if (text === undefined) return
    this.seat.line.moves = [...this.here.moves, text]
    this.seat.ply = null
    this.undone = rest
    this.#write()
    await this.refresh()
    this.#keep()
  }

  /** Looks at another ply. */
  async look(ply: number) {
    const most = this.seat.line.moves.length
    const wanted = Math.max(0, Math.min(ply, most))
    if (wanted === this.ply) return
    this.#halt()
    this.seat.ply = wanted === most ? null : wanted
    this.#write()
    await this.refresh()
  }

  /** Walks through the game by itself, from where one looks, or again from the start. */
  async replay(on: boolean) {
    clearTimeout(this.#beat)
    this.replaying = on
    if (!on) return
    if (this.atEnd) await this.look(0)
    const step = async () => {
      if (!this.replaying) return
      await this.look(this.ply + 1)
      if (this.atEnd) this.replaying = false
      else this.#beat = setTimeout(step, Math.max(60, PACES[this.speed]))
    }
    this.#beat = setTimeout(step, Math.max(60, PACES[this.speed]))
  }

  setPlayer(side: 0 | 1, player: string) {
    this.#halt()
    this.seat.players[side] = player
    this.#write()
    this.#next()
  }

  setRunning(on: boolean) {
    this.running = on
    if (on) this.#next()
    else this.#halt()
  }

  leave() {
    this.#turn += 1
    this.#left = true
    this.#unlisten()
    void this.replay(false)
    this.#halt()
    this.#address = ''
  }

  /** Lets the machine to move think, if it is its turn. */
  #next() {
    const { shown } = this
    if (!shown || shown.outcome || !this.atEnd || this.thinking || this.loading) return
    const player = this.seat.players[shown.to_move - 1]
    if (player === 'human' || !this.running) return
    const began = performance.now()
    const turn = this.#turn
    this.thinking = true
    this.soFar = null
    const search = choose($state.snapshot(this.here), player, (soFar) => {
      if (this.#search === search) this.soFar = soFar
    })
    this.#search = search
    search.answer
      .then((chosen) => {
        if (this.#search !== search) return
        // Where machines play each other, somebody watches; against a person, the falling stone is to be seen.
        const pace = this.onlyMachines ? PACES[this.speed] : 350
        const rest = Math.max(0, pace - (performance.now() - began))
        this.#wait = setTimeout(() => {
          if (this.#search !== search || turn !== this.#turn) return
          this.#search = null
          this.thinking = false
          this.last = chosen
          void this.play(chosen.move)
          // Nobody waits for a click of a machine, and in between it is nobody's turn.
          this.#settle?.()
        }, rest)
      })
      .catch((error: Error) => {
        if (this.#search !== search) return
        this.thinking = false
        this.#search = null
        this.error = error.message
      })
  }

  #halt() {
    this.#settle?.()
    clearTimeout(this.#wait)
    this.#search?.stop()
    this.#search = null
    this.thinking = false
    this.soFar = null
  }

  #write() {
    // The address is somebody else's as soon as one leaves.
    if (this.#left) return
    const address = seatAddress('play', $state.snapshot(this.seat))
    this.#address = address
    go(address, true)
    this.#address = place.path + place.query
  }

  #keep() {
    const { id, line, players } = $state.snapshot(this.seat)
    if (!id) return
    const keeping = keepGame(id, line, players, this.shown?.outcome ?? null)
    void keeping.then(() => (this.#unkept = false)).catch(() => (this.#unkept = true))
  }
}
