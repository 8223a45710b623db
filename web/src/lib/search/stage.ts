// What of a search is drawn at a moment, and where. A small tree is drawn whole; of a large one the path to the current node is
// drawn with everything beside it, a level to a row. Places never depend on the moment: what appears later has its place already.

import { Ended, type SearchLog } from './log'
import { points } from './numbers'

export type CellState = 'open' | 'done' | 'pruned' | 'unfinished'

export type Cell = {
  key: string
  /** The node; -1 if it was pruned. */
  node: number
  move: string
  max: boolean
  kept: boolean
  state: CellState
  ended: number
  /** The value, or nothing while nobody knows it. */
  text: string
  /** A second line: visits. */
  note: string
  scout: boolean
  research: boolean
  /** On the path to the current node. */
  lit: boolean
  /** The node that the event is about. */
  current: boolean
  /** The best of its siblings so far. */
  best: boolean
}

export type Spot = { cell: Cell; x: number; y: number; above: { x: number; y: number } | null }
/** A level: who decides there, and the window of the node on the path. */
export type Band = { y: number; height: number; who: 'max' | 'min' | 'both' | 'leaves'; window: [number, number] | null }
/** Siblings for which there is no room. */
export type Hidden = { x: number; y: number; count: number; side: 'left' | 'right' }
export type Stage = { spots: Spot[]; bands: Band[]; hidden: Hidden[]; width: number; height: number; across: number; skipped: number }

const ACROSS = 80
const NARROW = 58
export const DOWN = 100
export const TOP = 52
/** Room on both sides of a row: names of levels on the left, windows on the right. */
const BESIDE = 120
/** The most leaves of a tree that is drawn whole, pruned ones too. */
export const WHOLE = 24

function cellOf(log: SearchLog, node: number, event: number, path: Set<number>, current: number): Cell {
  const left = log.left[node]
  const returned = left >= 0 && left <= event
  const best = log.parent[node] >= 0 && log.bestChild(log.parent[node], event) === node
  const stopped = !returned && log.left[node] < 0 && event >= log.iterations[log.iteration(log.entered[node])].end - 1
  return {
    key: String(node),
    node,
    move: log.moveOf(node),
    max: log.isMax(node),
    kept: log.keepsTurn(node),
    state: returned ? 'done' : stopped ? 'unfinished' : 'open',
    ended: returned ? log.ended[node] : log.cut[node] >= 0 && log.cut[node] <= event ? Ended.cutoff : Ended.open,
    text: returned ? bound(log, node) + points(log.score[node]) : stopped ? '…' : '',
    note: '',
    scout: log.isScout(node),
    research: log.isResearch(node),
    lit: path.has(node),
    current: node === current,
    best,
  }
}

/** What lies outside of the window is only a bound; a leaf's value is a value. */
export function bound(log: SearchLog, node: number): '' | '≥' | '≤' {
  if (log.ended[node] === Ended.leaf || log.ended[node] === Ended.terminal) return ''
  if (log.score[node] >= log.beta[node]) return '≥'
  return log.score[node] <= log.alpha[node] ? '≤' : ''
}

function prunedCell(log: SearchLog, parent: number, place: number): Cell {
  const max = !log.isMax(parent)
  return {
    key: `${parent}x${place}`,
    node: -1,
    move: log.moves[log.pruned.get(parent)![place]],
    max,
    kept: false,
    state: 'pruned',
    ended: Ended.open,
    text: '',
    note: '',
    scout: false,
    research: false,
    lit: false,
    current: false,
    best: false,
  }
}

/** Everything that was entered or pruned at a node, with the place that it has among all that ever will be. */
function below(log: SearchLog, node: number, event: number, path: Set<number>, current: number): { cell: Cell; rank: number }[] {
  const cells = []
  for (let at = log.first[node]; at >= 0 && log.entered[at] <= event; at = log.next[at]) {
    cells.push({ cell: cellOf(log, at, event, path, current), rank: log.rank[at] })
  }
  if (log.cut[node] >= 0 && log.cut[node] <= event) {
    const pruned = log.pruned.get(node) ?? []
    const searched = log.width[node] - pruned.length
    pruned.forEach((_, place) => cells.push({ cell: prunedCell(log, node, place), rank: searched + place }))
  }
  return cells
}

/** Who decides in a row. Nobody decides at leaves. */
export function who(cells: Pick<Cell, 'max' | 'ended' | 'state'>[]): Band['who'] {
  const inner = cells.filter((cell) => cell.ended !== Ended.leaf && cell.ended !== Ended.terminal && cell.state !== 'pruned')
  if (inner.length === 0 && cells.some((cell) => cell.state !== 'pruned')) return 'leaves'
  const deciders = inner.length > 0 ? inner : cells
  return deciders.every((cell) => cell.max) ? 'max' : deciders.some((cell) => cell.max) ? 'both' : 'min'
}

/** Puts a row of siblings below its parent's row. */
export function row(stage: Stage, cells: { cell: Cell; rank: number }[], width: number, level: number, above: Spot | null, chosen: number, most: number) {
  const y = TOP + level * DOWN
  const abreast = Math.min(width, most)
  // The siblings around the one on the path, if there are too many.
  const start = Math.min(Math.max(0, chosen - Math.floor(abreast / 2)), width - abreast)
  const x = (rank: number) => stage.width / 2 + (rank - start - (abreast - 1) / 2) * ACROSS
  let next: Spot | null = null
  for (const { cell, rank } of cells) {
    if (rank < start || rank >= start + abreast) continue
    const spot = { cell, x: x(rank), y, above: above && { x: above.x, y: above.y } }
    stage.spots.push(spot)
    if (rank === chosen) next = spot
  }
  const later = cells.filter(({ rank }) => rank >= start + abreast).length
  if (start > 0) stage.hidden.push({ x: x(start) - 0.75 * ACROSS, y, count: start, side: 'left' })
  if (later > 0) stage.hidden.push({ x: x(start + abreast - 1) + 0.75 * ACROSS, y, count: later, side: 'right' })
  return next
}

export function emptyStage(widest: number, levels: number): Stage {
  return { spots: [], bands: [], hidden: [], width: widest * ACROSS + 2 * BESIDE, height: (levels - 1) * DOWN + TOP + 34, across: ACROSS, skipped: 0 }
}

/** How many siblings and levels can be read at once, and whether the search has windows. */
export type Room = { abreast: number; rows: number; windows: boolean }

/** The path to a node, with all siblings on it and the node's own children. */
export function ladder(log: SearchLog, event: number, focus: number, { abreast: most, rows, windows }: Room): Stage {
  const current = log.nodes[event]
  const lit = new Set(log.path(current))
  const path = log.path(focus)
  const iteration = log.iterations[log.iteration(event)]
  let widest = 3
  for (const node of path) widest = Math.max(widest, Math.min(most, log.width[node]))
  const levels = Math.max(iteration.depth + 1, path.length)
  const last = path[path.length - 1]
  // Where there is no room for all levels, those above are left out.
  const needed = path.length + (log.first[last] >= 0 && log.entered[log.first[last]] <= event ? 1 : 0)
  const skipped = Math.max(0, needed - Math.max(2, rows))
  const stage = emptyStage(widest, Math.min(levels, Math.max(2, rows)))
  stage.skipped = skipped
  let above: Spot | null = null
  for (let level = 0; level <= path.length; level++) {
    const chosen = path[level] ?? -1
    const parent = path[level - 1] ?? -1
    const cells = parent < 0 ? [{ cell: cellOf(log, path[0], event, lit, current), rank: 0 }] : below(log, parent, event, lit, current)
    if (cells.length === 0) break
    if (level < skipped) continue
    const rank = chosen >= 0 ? log.rank[chosen] : Math.max(0, cells.filter(({ cell }) => cell.node >= 0).length - 1)
    band(stage, level - skipped, who(cells.map(({ cell }) => cell)), windows ? log : null, chosen, event)
    above = row(stage, cells, parent < 0 ? 1 : log.width[parent], level - skipped, above, rank, most)
  }
  return stage
}

function band(stage: Stage, level: number, deciders: Band['who'], log: SearchLog | null, node: number, event: number) {
  const window = node >= 0 && log ? log.window(node, event) : null
  stage.bands.push({ y: TOP + level * DOWN - DOWN / 2 - 4, height: DOWN, who: deciders, window: window && [window.alpha, window.beta] })
}

/** How many leaves a tree has when it is drawn whole; more than `WHOLE` are not counted. */
export function leavesOf(log: SearchLog, iteration: number): number {
  const { node } = log.iterations[iteration]
  const end = log.iterations[iteration + 1]?.node ?? log.size
  let leaves = 0
  for (let at = node; at < end && leaves <= WHOLE; at++) {
    leaves += (log.pruned.get(at)?.length ?? 0) + (log.first[at] < 0 ? 1 : 0)
  }
  return leaves
}

/** The whole tree of an iteration: leaves side by side, parents above the middle of their children. */
export function whole(log: SearchLog, event: number, windows = true): Stage {
  const { node: root } = log.iterations[log.iteration(event)]
  const current = log.nodes[event]
  const lit = new Set(log.path(current))
  const stage: Stage = { spots: [], bands: [], hidden: [], width: 0, height: 0, across: NARROW, skipped: 0 }
  // A level has its name before anything of it is entered.
  const levels: Pick<Cell, 'max' | 'ended' | 'state'>[][] = []
  let leaves = 0
  let deepest = 0
  // Every place is given, but only what has been entered is drawn.
  const visit = (node: number, level: number): { x: number; draw: (above: Spot['above']) => void } => {
    const y = TOP + level * DOWN
    deepest = Math.max(deepest, level)
    ;(levels[level] ??= []).push({ max: log.isMax(node), ended: log.ended[node], state: 'done' })
    const children = log.children(node).map((child) => visit(child, level + 1))
    const pruned = (log.pruned.get(node) ?? []).map((_, place) => {
      const x = BESIDE + leaves++ * NARROW + NARROW / 2
      deepest = Math.max(deepest, level + 1)
      const draw = (above: Spot['above']) => {
        if (log.cut[node] > event) return
        const cell = prunedCell(log, node, place)
        stage.spots.push({ cell, x, y: y + DOWN, above })
      }
      return { x, draw }
    })
    const all = [...children, ...pruned]
    const x = all.length > 0 ? (all[0].x + all[all.length - 1].x) / 2 : BESIDE + leaves++ * NARROW + NARROW / 2
    const draw = (above: Spot['above']) => {
      if (log.entered[node] > event) return
      const cell = cellOf(log, node, event, lit, current)
      stage.spots.push({ cell, x, y, above })
      for (const child of all) child.draw({ x, y })
    }
    return { x, draw }
  }
  visit(root, 0).draw(null)
  stage.width = leaves * NARROW + 2 * BESIDE
  stage.height = deepest * DOWN + TOP + 34
  const path = log.path(current)
  for (let level = 0; level <= deepest; level++) band(stage, level, who(levels[level] ?? []), windows ? log : null, path[level] ?? -1, event)
  return stage
}
