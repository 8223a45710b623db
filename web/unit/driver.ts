// Drives the state machine of a game as a server and a person would, and remembers what it wanted done.

import type { GameAddress } from '../src/lib/address'
import { initial, update, type Effect, type PlayEvent, type PlayState } from '../src/lib/play'
import type { ChosenMove, Line, Outcome, PositionView } from '../src/lib/types'

/** A position of a game of alternating moves, as the server would describe it. */
export function position(line: Line, outcome: Outcome | null = null): PositionView {
  const plies = line.moves.length
  return {
    game: line.game,
    position: line.moves.join(''),
    line,
    movers: line.moves.map((_, index) => (index % 2) + 1),
    to_move: (plies % 2) + 1,
    outcome,
    legal: ['1', '2', '3'],
    scene: { look: 'wall', width: 700, height: 660, places: [], pieces: [], targets: [], facts: [], trails: [], events: [], prospects: [], hindrances: [] },
  }
}

/** What an engine answers that plays a move at the end of a line. */
export function chosen(move: string, line: Line, outcome: Outcome | null = null): ChosenMove {
  const after = { ...line, moves: [...line.moves, move] }
  return { move, score: { kind: 'heuristic', points: 3 }, depth: 5, nodes: 1000, pv: [move], position: position(after, outcome) }
}

export function game(moves: string, players: [string, string] = ['human', 'human'], ply: number | null = null): GameAddress {
  return { line: { game: 'connect4', start: null, moves: [...moves] }, players, ply, id: 'abc' }
}

type Of<Kind extends Effect['do']> = Extract<Effect, { do: Kind }>

export class Driver {
  state: PlayState = initial()
  /** Everything that was wanted, in order. */
  wanted: Effect[] = []

  constructor(address?: GameAddress) {
    if (address) this.do({ on: 'visit', address })
  }

  /** The effects of one event. */
  do(event: PlayEvent): Effect[] {
    const [state, effects] = update(this.state, event)
    this.state = state
    this.wanted.push(...effects)
    return effects
  }

  /** The latest effect of a kind. */
  latest<Kind extends Effect['do']>(kind: Kind): Of<Kind> {
    const found = this.wanted.findLast((effect) => effect.do === kind)
    if (!found) throw new Error(`nothing of the kind ${kind} was wanted`)
    return found as Of<Kind>
  }

  count(kind: Effect['do']): number {
    return this.wanted.filter((effect) => effect.do === kind).length
  }

  /** The server answers the latest question for a position, or an older one. */
  show(outcome: Outcome | null = null, question = this.latest('show')): Effect[] {
    return this.do({ on: 'shown', request: question.request, shown: position(question.line, outcome) })
  }

  /** The engine answers, and the time until its move may be seen passes. */
  choose(move: string, outcome: Outcome | null = null): Effect[] {
    const { request, line } = this.latest('think')
    this.do({ on: 'chosen', request, chosen: chosen(move, line, outcome), elapsed: 0 })
    return this.ring()
  }

  ring(timer = this.latest('wait').timer): Effect[] {
    return this.do({ on: 'timer', timer })
  }

  get moves(): string {
    return this.state.address.line.moves.join('')
  }

  get is(): string {
    return this.state.activity.is
  }
}
