// The events of a depth-first search. Everything is in typed arrays: some 80 bytes for a node with its events, so that the
// largest log that the server gives (400,000 nodes) takes 32 MB, and any moment of it is found without going through those before.

import { ByteReader } from './bytes'

/** What happened. A node that is a leaf, a finished game or a table hit returns with that. */
export const Event = { begin: 0, enter: 1, leaf: 2, terminal: 3, table: 4, return: 5, best: 6, cut: 7, stop: 8 } as const
export type EventKind = (typeof Event)[keyof typeof Event]

/** How a node ended; 0 while it is open. */
export const Ended = { open: 0, leaf: 1, terminal: 2, table: 3, expanded: 4, cutoff: 5 } as const

const MAX = 1
const KEPT = 2
const SCOUT = 4
const RESEARCH = 8

export type Iteration = { node: number; depth: number; after: number; event: number; end: number }

export class SearchLog {
  readonly moves: string[]
  /** Nodes. */
  readonly parent: Int32Array
  readonly move: Int32Array
  readonly level: Uint8Array
  readonly flags: Uint8Array
  /** The window with which it was entered. */
  readonly alpha: Int32Array
  readonly beta: Int32Array
  readonly score: Int32Array
  readonly ended: Uint8Array
  /** The events at which it was entered, returned and became the best of its siblings; -1 for never. */
  readonly entered: Int32Array
  readonly left: Int32Array
  readonly best: Int32Array
  /** The event of its cut-off; -1 for none. */
  readonly cut: Int32Array
  readonly first: Int32Array
  readonly next: Int32Array
  readonly rank: Int32Array
  /** How many children it has in the end, pruned ones too. */
  readonly width: Int32Array
  readonly pruned = new Map<number, number[]>()
  /** Events. */
  readonly kinds: Uint8Array
  readonly nodes: Int32Array
  readonly iterations: Iteration[] = []
  readonly size: number
  readonly length: number
  cuts = 0
  deepest = 0

  constructor(bytes: Uint8Array, moves: string[], count: number) {
    this.moves = moves
    const ints = () => new Int32Array(count)
    this.parent = ints().fill(-1)
    this.move = ints()
    this.level = new Uint8Array(count)
    this.flags = new Uint8Array(count)
    this.alpha = ints()
    this.beta = ints()
    this.score = ints()
    this.ended = new Uint8Array(count)
    this.entered = ints()
    this.left = ints().fill(-1)
    this.best = ints().fill(-1)
    this.cut = ints().fill(-1)
    this.first = ints().fill(-1)
    this.next = ints().fill(-1)
    this.rank = ints()
    this.width = ints()
    // A node has at most four events: it is entered, cut off, returns, and is the best.
    this.kinds = new Uint8Array(5 * count + 8)
    this.nodes = new Int32Array(5 * count + 8)
    const { nodes, events } = this.#read(new ByteReader(bytes))
    this.size = nodes
    this.length = events
  }

  #read(reader: ByteReader) {
    // The open nodes, each with its window now and the child that was entered last.
    const open: number[] = []
    const alphas: number[] = []
    const betas: number[] = []
    const lasts: number[] = []
    let nodes = 0
    let events = 0
    let returned = -1
    const happen = (kind: EventKind, node: number) => {
      this.kinds[events] = kind
      this.nodes[events] = node
      events += 1
    }
    const enter = (flags: number, alpha: number, beta: number) => {
      const node = nodes++
      const parent = open.length > 0 ? open[open.length - 1] : -1
      this.parent[node] = parent
      this.flags[node] = flags
      this.level[node] = open.length
      if (open.length > this.deepest) this.deepest = open.length
      this.alpha[node] = alpha
      this.beta[node] = beta
      this.entered[node] = events
      if (parent >= 0) {
        const last = lasts[lasts.length - 1]
        if (last < 0) this.first[parent] = node
        else this.next[last] = node
        lasts[lasts.length - 1] = node
        this.rank[node] = this.width[parent]++
      }
      open.push(node)
      alphas.push(alpha)
      betas.push(beta)
      lasts.push(-1)
      return node
    }
    const close = () => {
      alphas.pop()
      betas.pop()
      lasts.pop()
      return open.pop()!
    }
    while (!reader.over) {
      const byte = reader.byte()
      const what = byte & 15
      const flags = byte >> 4
      if (what === 0) {
        const after = flags === 1 ? reader.number() : -1
        const depth = reader.number()
        const alpha = reader.score()
        const beta = reader.score()
        const node = enter(MAX, alpha, beta)
        this.iterations.push({ node, depth, after, event: events, end: events })
        happen(Event.begin, node)
      } else if (what <= 3) {
        const parent = open.length - 1
        const move = reader.number()
        const alpha = what === 1 ? alphas[parent] : what === 2 ? this.alpha[open[parent]] : reader.score()
        const beta = what === 1 ? betas[parent] : what === 2 ? this.beta[open[parent]] : reader.score()
        const node = enter(flags, alpha, beta)
        this.move[node] = move
        happen(Event.enter, node)
      } else if (what <= 7) {
        const node = close()
        this.score[node] = reader.score()
        this.left[node] = events
        this.ended[node] = what < 7 ? what - 3 : this.cut[node] < 0 ? Ended.expanded : Ended.cutoff
        returned = node
        // The server's 4 to 7 are this file's 2 to 5.
        happen((what - 2) as EventKind, node)
      } else if (what === 8) {
        const top = open.length - 1
        if (this.flags[open[top]] & MAX) alphas[top] = this.score[returned]
        else betas[top] = this.score[returned]
        this.best[returned] = events
        happen(Event.best, open[top])
      } else if (what === 9) {
        const node = open[open.length - 1]
        const count = reader.number()
        const pruned: number[] = []
        for (let at = 0; at < count; at++) pruned.push(reader.number())
        this.pruned.set(node, pruned)
        this.width[node] += count
        this.cut[node] = events
        if (count > 0) this.cuts += 1
        happen(Event.cut, node)
      } else {
        happen(Event.stop, open[open.length - 1])
        while (open.length > 0) close()
      }
      const current = this.iterations[this.iterations.length - 1]
      if (current) current.end = events
    }
    return { nodes, events }
  }

  isMax(node: number): boolean {
    return (this.flags[node] & MAX) !== 0
  }

  keepsTurn(node: number): boolean {
    return (this.flags[node] & KEPT) !== 0
  }

  isScout(node: number): boolean {
    return (this.flags[node] & SCOUT) !== 0
  }

  isResearch(node: number): boolean {
    return (this.flags[node] & RESEARCH) !== 0
  }

  moveOf(node: number): string {
    return this.parent[node] < 0 ? '' : this.moves[this.move[node]]
  }

  /** The nodes from the root to a node, both included. */
  path(node: number): number[] {
    const path = []
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at)
    return path.reverse()
  }

  children(node: number): number[] {
    const children = []
    for (let at = this.first[node]; at >= 0; at = this.next[at]) children.push(at)
    return children
  }

  /** The iteration that an event belongs to. */
  iteration(event: number): number {
    let at = this.iterations.length - 1
    while (at > 0 && this.iterations[at].event > event) at -= 1
    return at
  }

  /** The moves from the position that was searched to a node. */
  line(node: number): string[] {
    const path = this.path(node)
    const { after } = this.iterations[this.iteration(this.entered[path[0]])]
    const before = after < 0 ? [] : [this.moves[after]]
    return [...before, ...path.slice(1).map((at) => this.moveOf(at))]
  }

  /** The window of a node after an event, and the children that moved its ends; -1 where it was entered so. */
  window(node: number, event: number): { alpha: number; beta: number; alphaBy: number; betaBy: number } {
    const window = { alpha: this.alpha[node], beta: this.beta[node], alphaBy: -1, betaBy: -1 }
    for (let at = this.first[node]; at >= 0 && this.entered[at] <= event; at = this.next[at]) {
      if (this.best[at] < 0 || this.best[at] > event) continue
      if (this.isMax(node)) {
        window.alpha = this.score[at]
        window.alphaBy = at
      } else {
        window.beta = this.score[at]
        window.betaBy = at
      }
    }
    return window
  }

  /** The child that is the best of a node so far; -1 for none. */
  bestChild(node: number, event: number): number {
    const { alphaBy, betaBy } = this.window(node, event)
    return this.isMax(node) ? alphaBy : betaBy
  }

  /** Where the end of a window comes from with which a node was entered. */
  origin(node: number, end: 'alpha' | 'beta'): Origin {
    for (let at = node; this.parent[at] >= 0; at = this.parent[at]) {
      const parent = this.parent[at]
      // A scout search asks at MAX for more than alpha, at MIN for less than beta: its other end is next to that.
      if (this.isScout(at) && this.isMax(parent) === (end === 'beta')) return { from: 'scout', node: at }
      const window = this.window(parent, this.entered[at])
      const by = end === 'alpha' ? window.alphaBy : window.betaBy
      if (by >= 0) return { from: 'sibling', node: by }
    }
    return { from: 'root', node: -1 }
  }

  /** The event to which a step over goes: past what is entered next. */
  over(event: number): number {
    const next = event + 1
    if (next >= this.length || this.kinds[next] !== Event.enter) return Math.min(next, this.length - 1)
    const left = this.left[this.nodes[next]]
    return left < 0 ? this.iterations[this.iteration(next)].end - 1 : left
  }

  /** The next cut-off that prunes something, or the last event. */
  nextCut(event: number): number {
    for (let at = event + 1; at < this.length; at++) if (this.#prunes(at)) return at
    return this.length - 1
  }

  /** The cut-off before, or the first event. */
  previousCut(event: number): number {
    for (let at = event - 1; at > 0; at--) if (this.#prunes(at)) return at
    return 0
  }

  #prunes(event: number): boolean {
    return this.kinds[event] === Event.cut && (this.pruned.get(this.nodes[event])?.length ?? 0) > 0
  }
}

export type Origin = { from: 'sibling' | 'scout' | 'root'; node: number }
