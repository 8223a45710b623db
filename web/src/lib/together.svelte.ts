// A game that two people play on two devices: the connection, what the server says, and what one may do.

import { forgetRoom, ownToken, rememberRoom } from './rooms'
import { settings, type Language } from './settings.svelte'
import { sharing } from './scene'
import type { Line, OfferKind, PositionView, PresenceView, RoomAnswer, RoomCall, RulesBlock, SharedGameView, ToldMove, WelcomeView } from './types'

/** Milliseconds before a lost connection is tried again: soon at first, then less and less often. */
const SOON = 300
const SELDOM = 5000
/** Milliseconds in which a connection that may be dead has to answer. */
const PROBE = 3000

type Question = { ask: RoomCall; hear: (answer: RoomAnswer) => void }
export type Connection = 'connecting' | 'open' | 'lost' | 'gone'

export class Together {
  connection: Connection = $state('connecting')
  welcome: WelcomeView | null = $state.raw(null)
  game: SharedGameView | null = $state.raw(null)
  presence: PresenceView | null = $state.raw(null)
  /** Why something was refused. */
  error: string | null = $state(null)
  /** An earlier position, if one is looked at. */
  earlier: PositionView | null = $state.raw(null)
  /** The revision for which something is on its way. */
  #sent: number | null = $state(null)
  #language: Language = settings.language

  #token: string
  #via: string | null = null
  #socket: WebSocket | undefined
  #patience = SOON
  #timer: ReturnType<typeof setTimeout> | undefined
  #last = 0
  #questions = new Map<number, Question>()

  /** The player that sits here: 1, 2, or nobody. */
  you: 1 | 2 | null = $derived.by(() => {
    const { welcome, game } = this
    if (!welcome?.seat || !game) return null
    return (welcome.seat === 'host' ? game.host : 3 - game.host) as 1 | 2
  })
  shown = $derived(this.earlier ?? this.game?.position ?? null)
  ply = $derived(this.shown?.line.moves.length ?? 0)
  isOver = $derived(!!this.game?.outcome)
  isYourTurn = $derived(!this.isOver && this.you !== null && this.game?.position.to_move === this.you)
  /** Whether a click on the board is a move. */
  canPlay = $derived(this.isYourTurn && !this.earlier && this.connection === 'open' && this.#sent !== this.game?.revision)
  /** Whether the other player is still awaited. */
  isWaiting = $derived(!!this.presence && !this.presence.taken)

  constructor(token: string) {
    const own = ownToken(token)
    if (own !== token) this.#via = token
    this.#token = own
    this.#write()
    this.#connect()
    document.addEventListener('visibilitychange', this.#wake)
    addEventListener('online', this.#wake)
  }

  leave() {
    document.removeEventListener('visibilitychange', this.#wake)
    removeEventListener('online', this.#wake)
    clearTimeout(this.#timer)
    this.connection = 'gone'
    this.#socket?.close()
  }

  #write() {
    if (location.hash.slice(1) !== this.#token) history.replaceState(null, '', `/together#${this.#token}`)
  }

  #connect() {
    clearTimeout(this.#timer)
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const fresh = new WebSocket(`${scheme}://${location.host}/api/together/live`)
    this.#socket = fresh
    fresh.onopen = () => {
      this.#language = settings.language
      const enter: RoomCall = { do: 'enter', token: this.#token, lang: settings.language, origin: location.origin }
      fresh.send(JSON.stringify(enter))
    }
    fresh.onmessage = (event) => {
      if (this.#socket === fresh) this.#hear(JSON.parse(String(event.data)) as RoomAnswer)
    }
    fresh.onclose = () => {
      if (this.#socket !== fresh || this.connection === 'gone') return
      if (this.welcome) this.connection = 'lost'
      this.#sent = null
      this.#timer = setTimeout(() => this.#connect(), this.#patience)
      this.#patience = Math.min(SELDOM, this.#patience * 1.5)
    }
  }

  /** A phone that was asleep may have a connection that is dead without knowing it. */
  #wake = () => {
    if (document.visibilityState !== 'visible' || this.connection === 'gone') return
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.#patience = SOON
      this.#connect()
      return
    }
    const suspect = this.#socket
    const timer = setTimeout(() => suspect === this.#socket && this.#again(), PROBE)
    this.#ask((id) => ({ do: 'look', id, ply: 0 })).then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    )
  }

  #again() {
    const dead = this.#socket
    this.#socket = undefined
    dead?.close()
    if (this.welcome) this.connection = 'lost'
    this.#connect()
  }

  #hear(answer: RoomAnswer) {
    switch (answer.is) {
      case 'welcome':
        this.#enter(answer)
        return
      case 'shared-game': {
        const scene = sharing(this.game?.position.scene, answer.position.scene)
        const isNew = answer.revision !== this.game?.revision
        this.game = { ...answer, position: { ...answer.position, scene } as PositionView }
        // Whoever looked back sees what happens now.
        if (isNew) this.earlier = null
        this.error = null
        return
      }
      case 'presence':
        this.presence = answer
        return
      case 'refused':
        this.error = answer.error
        this.#sent = null
        if (answer.gone) {
          this.connection = 'gone'
          forgetRoom(this.#token)
        }
        return
      default:
        if ('id' in answer && answer.id !== null) this.#questions.get(answer.id)?.hear(answer)
    }
  }

  #enter(welcome: WelcomeView) {
    this.welcome = welcome
    this.connection = 'open'
    this.#patience = SOON
    this.error = null
    settings.guest = !welcome.may_ask
    if (welcome.token) {
      this.#via = this.#token
      this.#token = welcome.token
      this.#write()
    }
    if (welcome.seat) rememberRoom({ token: this.#token, via: this.#via, title: welcome.title })
    // What was being asked when the connection broke is asked again.
    for (const { ask } of this.#questions.values()) this.#say(ask)
  }

  #say(call: RoomCall) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(call))
  }

  #ask(make: (id: number) => RoomCall): Promise<RoomAnswer> {
    const id = ++this.#last
    const ask = make(id)
    return new Promise((resolve, fail) => {
      const hear = (answer: RoomAnswer) => {
        this.#questions.delete(id)
        if (answer.is === 'error') fail(new Error(answer.error))
        else resolve(answer)
      }
      this.#questions.set(id, { ask, hear })
      this.#say(ask)
    })
  }

  // What one may do.

  play = (move: string) => {
    const { game } = this
    if (!game || !this.canPlay) return
    this.#sent = game.revision
    this.#say({ do: 'play', move, revision: game.revision })
  }
  offer = (kind: OfferKind) => this.game && this.#say({ do: 'offer', kind, revision: this.game.revision })
  answer = (kind: OfferKind, accept: boolean) => this.game && this.#say({ do: 'answer', kind, accept, revision: this.game.revision })
  resign = () => this.game && this.#say({ do: 'resign', revision: this.game.revision })

  /** Looks at the position after so many moves. */
  look = async (ply: number) => {
    const { game } = this
    if (!game) return
    const most = game.position.line.moves.length
    const wanted = Math.max(0, Math.min(ply, most))
    if (wanted === most) {
      this.earlier = null
      return
    }
    const answer = await this.#ask((id) => ({ do: 'look', id, ply: wanted }))
    if (answer.is === 'position' && this.game?.revision === game.revision) {
      this.earlier = { ...answer, scene: sharing(this.shown?.scene, answer.scene) } as PositionView
    }
  }
  /** Every move in words. */
  tell = async (line: Line, lang: Language): Promise<ToldMove[]> => {
    void line
    void lang
    const answer = await this.#ask((id) => ({ do: 'tell', id }))
    return answer.is === 'told' ? answer.moves : []
  }
  rules = async (): Promise<RulesBlock[]> => {
    const answer = await this.#ask((id) => ({ do: 'rules', id }))
    return answer.is === 'rules' ? answer.blocks : []
  }
  /** Everything in the language of the moment. */
  translate() {
    if (settings.language === this.#language) return
    this.#language = settings.language
    this.earlier = null
    this.#say({ do: 'speak', lang: settings.language })
  }
}
