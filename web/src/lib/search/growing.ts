// A growing tree at a moment: what is drawn of it, and what its events say. Fetched when somebody watches one.

import { count } from '../words'
import { Ended } from './log'
import { Phase, Result, type GrowthLog } from './growth'
import { percent } from './numbers'
import { DOWN, TOP, emptyStage, row, who, type Cell, type Room, type Spot, type Stage } from './stage'
import { say, type Part, type Sentence } from './sentence'

/** A growing tree: the selected path with the children of every node on it. */
export function growing(log: GrowthLog, event: number, focus: number, room: Room): Stage {
  const most = room.abreast
  const current = log.node(event)
  const played = log.played(event)
  const lit = new Set(log.path(current))
  const path = log.path(focus)
  const cell = (node: number): Cell => {
    const { visits, points: won } = log.visits(node, played)
    const outcome = log.outcome(node, event)
    const share = outcome === Result.none ? won / Math.max(1, visits) : outcome === Result.draw ? 0.5 : outcome === log.side ? 1 : 0
    const siblings = node > 0 ? log.children(log.parent[node]) : []
    const top = Math.max(...siblings.map((at) => log.visits(at, played).visits), 0)
    return {
      key: String(node),
      node,
      move: log.moveOf(node),
      max: log.decides[node] === log.side,
      kept: node > 0 && log.decides[node] === log.decides[log.parent[node]],
      state: 'done',
      ended: outcome === Result.none ? Ended.expanded : Ended.terminal,
      text: visits > 0 || outcome !== Result.none ? percent(share) : '',
      note: visits > 0 ? `${visits}×` : '',
      scout: false,
      research: false,
      lit: lit.has(node),
      current: node === current,
      best: visits > 0 && visits === top,
    }
  }
  const rows: { cells: { cell: Cell; rank: number }[]; width: number; chosen: number }[] = [{ cells: [{ cell: cell(0), rank: 0 }], width: 1, chosen: 0 }]
  let widest = 3
  for (const [level, node] of path.entries()) {
    const children = log.children(node).filter((at) => log.isThere(at, event))
    if (children.length === 0) break
    widest = Math.max(widest, Math.min(most, children.length))
    const next = path[level + 1] ?? -1
    rows.push({
      cells: children.map((at, rank) => ({ cell: cell(at), rank })),
      width: children.length,
      chosen: next >= 0 ? next - log.first[node] : -1,
    })
    if (next < 0) break
  }
  const skipped = Math.max(0, rows.length - Math.max(2, room.rows))
  const stage = emptyStage(widest, Math.max(2, Math.min(5, room.rows), Math.min(rows.length, room.rows)))
  stage.skipped = skipped
  let above: Spot | null = null
  for (const [at, { cells, width, chosen }] of rows.entries()) {
    const level = at - skipped
    if (level < 0) continue
    stage.bands.push({ y: TOP + level * DOWN - DOWN / 2 - 4, height: DOWN, who: who(cells.map((at) => at.cell)), window: null })
    above = row(stage, cells, width, level, above, Math.max(0, chosen), most)
    if (!above || chosen < 0) break
  }
  return stage
}

const won = (log: GrowthLog, result: number): [string, string] =>
  result === Result.draw ? ['a draw', 'tablas'] : result === log.side ? ['MAX wins', 'gana MAX'] : ['MIN wins', 'gana MIN']

/** An event of a growing tree. */
export function tellGrowth(log: GrowthLog, event: number): Sentence {
  const game = Math.floor(event / 4)
  const number = count(game + 1)
  const leaf = log.leaf[game]
  const from = log.from[game]
  const phase = event % 4
  if (phase === Phase.select) {
    const first = log.path(from)[1]
    if (first === undefined) return say('Random game {number}: the root itself is tried.', 'Partida al azar {number}: se prueba la raíz misma.', { number })
    const promise = log.promise(first, game)
    const values: Record<string, Part> = { number, move: { node: first, text: log.moveOf(first) }, line: log.line(from).join(' ') }
    if (!promise) {
      return say(
        'Selection, game {number}: {move} has never been tried, so it comes first. Path: {line}.',
        'Selección, partida {number}: {move} no se ha probado nunca, así que va primero. Camino: {line}.',
        values,
      )
    }
    values.mean = percent(promise.mean)
    values.bonus = percent(promise.bonus)
    return say(
      'Selection, game {number}: {move} promises most, {mean} so far plus {bonus} for having been tried seldom. Path: {line}.',
      'Selección, partida {number}: {move} promete más, {mean} hasta ahora más {bonus} por haberse probado poco. Camino: {line}.',
      values,
    )
  }
  if (phase === Phase.expand) {
    if (!log.expands[game]) {
      return log.known[game]
        ? say('Expansion: none. The game is decided at this node.', 'Expansión: ninguna. La partida está decidida en este nodo.', {})
        : say('Expansion: none. This leaf is tried for the first time.', 'Expansión: ninguna. Esta hoja se prueba por primera vez.', {})
    }
    return say(
      'Expansion: the leaf was tried before, so it gets its {count} children, and {move} is tried first.',
      'Expansión: la hoja ya se había probado, así que recibe sus {count} hijos, y se prueba antes {move}.',
      { count: String(log.width[from]), move: { node: leaf, text: log.moveOf(leaf) } },
    )
  }
  const [english, spanish] = won(log, log.results[game])
  if (phase === Phase.playout) {
    return log.known[game]
      ? say(`No random game is needed: the end is known, ${english}.`, `No hace falta jugar al azar: el final se sabe, ${spanish}.`, {})
      : say(`Playout: a game of random moves from here ends: ${english}.`, `Simulación: una partida de jugadas al azar desde aquí acaba: ${spanish}.`, {})
  }
  const { visits, points: points_ } = log.visits(0, game + 1)
  const proved = [...log.proofs.values()].filter((proof) => proof.game === game).length
  const proof = proved > 0 ? [' What is now certain is proved upwards.', ' Lo que ya es seguro se demuestra hacia arriba.'] : ['', '']
  return say(
    `Backup: every node on the path counts one game more and its result. MAX has {share} of {visits} at the root.${proof[0]}`,
    `Retropropagación: cada nodo del camino cuenta una partida más y su resultado. MAX tiene {share} de {visits} en la raíz.${proof[1]}`,
    { share: percent(points_ / Math.max(1, visits)), visits: count(visits) },
  )
}
