// The events of Monte Carlo tree search: four for every random game. The tree is the same at every moment that is asked for.

import { ByteReader } from './bytes'

/** The four steps of a random game, in their order. */
export const Phase = { select: 0, expand: 1, playout: 2, backup: 3 } as const

/** Results as they are written. */
export const Result = { none: 0, first: 1, second: 2, draw: 3 } as const

/** The constant of UCB1 that the engine uses. */
export const CURIOSITY = 1

export class GrowthLog {
  readonly moves: string[]
  /** Who decides at the root: 1 or 2. */
  readonly side: number
  /** Nodes. */
  readonly parent: number[] = [-1]
  readonly move: number[] = [-1]
  readonly decides: number[] = []
  readonly end: number[] = [0]
  readonly first: number[] = [-1]
  readonly width: number[] = [0]
  readonly level: number[] = [0]
  /** The random game before which it was added; -1 for the first ones. */
  readonly added: number[] = [-1]
  /** Random games through each node, and the root player's points after each. */
  readonly games: number[][] = [[]]
  readonly points: number[][] = [[]]
  /** Random games. */
  readonly from: number[] = []
  readonly leaf: number[] = []
  readonly results: number[] = []
  readonly expands: boolean[] = []
  readonly known: boolean[] = []
  /** The random game after which a node was proved, and its outcome. */
  readonly proofs = new Map<number, { game: number; outcome: number }>()
  deepest = 0

  constructor(bytes: Uint8Array, moves: string[], side: number) {
    this.moves = moves
    this.side = side
    this.decides.push(side)
    const reader = new ByteReader(bytes)
    this.#children(reader, 0, -1)
    while (!reader.over) this.#game(reader)
  }

  #children(reader: ByteReader, of: number, game: number) {
    const count = reader.number()
    this.first[of] = this.parent.length
    this.width[of] = count
    for (let at = 0; at < count; at++) {
      const move = reader.number()
      const byte = reader.byte()
      this.parent.push(of)
      this.move.push(move)
      this.decides.push((byte & 1) + 1)
      this.end.push(byte >> 1)
      this.first.push(-1)
      this.width.push(0)
      this.level.push(this.level[of] + 1)
      this.added.push(game)
      this.games.push([])
      this.points.push([])
    }
  }

  #game(reader: ByteReader) {
    const game = this.from.length
    const from = reader.number()
    const flags = reader.byte()
    const result = flags & 3
    const expands = (flags & 4) !== 0
    if (expands) this.#children(reader, from, game)
    const leaf = expands ? this.first[from] : from
    this.from.push(from)
    this.leaf.push(leaf)
    this.results.push(result)
    this.expands.push(expands)
    this.known.push((flags & 8) !== 0)
    const proofs = reader.number()
    for (let at = 0; at < proofs; at++) {
      const node = reader.number()
      this.proofs.set(node, { game, outcome: reader.byte() })
    }
    const won = result === Result.draw ? 0.5 : result === this.side ? 1 : 0
    this.deepest = Math.max(this.deepest, this.level[leaf])
    for (let node = leaf; node >= 0; node = this.parent[node]) {
      const points = this.points[node]
      this.games[node].push(game)
      points.push((points.length > 0 ? points[points.length - 1] : 0) + won)
    }
  }

  get size(): number {
    return this.parent.length
  }

  get length(): number {
    return 4 * this.from.length
  }

  /** Random games that have been counted after an event. */
  played(event: number): number {
    return Math.floor(event / 4) + (event % 4 === Phase.backup ? 1 : 0)
  }

  /** How often a node was visited in the first random games, and the root player's points in them. */
  visits(node: number, played: number): { visits: number; points: number } {
    const games = this.games[node]
    let low = 0
    let high = games.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (games[middle] < played) low = middle + 1
      else high = middle
    }
    return { visits: low, points: low > 0 ? this.points[node][low - 1] : 0 }
  }

  /** Whether a node is in the tree at an event. */
  isThere(node: number, event: number): boolean {
    const { added } = this
    return added[node] < 0 || 4 * added[node] + Phase.expand <= event
  }

  /** The outcome of a node, if it is known at an event. */
  outcome(node: number, event: number): number {
    if (this.end[node] !== Result.none) return this.end[node]
    const proof = this.proofs.get(node)
    return proof && 4 * proof.game + Phase.backup <= event ? proof.outcome : Result.none
  }

  children(node: number): number[] {
    return Array.from({ length: this.width[node] }, (_, at) => this.first[node] + at)
  }

  path(node: number): number[] {
    const path = []
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at)
    return path.reverse()
  }

  moveOf(node: number): string {
    return this.move[node] < 0 ? '' : this.moves[this.move[node]]
  }

  line(node: number): string[] {
    return this.path(node).slice(1).map((at) => this.moveOf(at))
  }

  /** The node at the end of what an event is about. */
  node(event: number): number {
    const game = Math.floor(event / 4)
    return event % 4 === Phase.select ? this.from[game] : this.leaf[game]
  }

  /** What speaks for a child: what it was worth to whoever chooses it, and how curious the search is about it. */
  promise(node: number, played: number): { mean: number; bonus: number } | null {
    const { visits, points } = this.visits(node, played)
    if (visits === 0) return null
    const parent = this.parent[node]
    const share = points / visits
    const mean = this.decides[parent] === this.side ? share : 1 - share
    const above = this.visits(parent, played).visits
    return { mean, bonus: CURIOSITY * Math.sqrt(Math.log(Math.max(1, above)) / visits) }
  }
}
