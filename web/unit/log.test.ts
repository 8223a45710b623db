import { describe, expect, test } from 'vitest'

import { ByteReader, fromBase64 } from '../src/lib/search/bytes'
import { Ended, Event, type SearchLog } from '../src/lib/search/log'
import { value } from '../src/lib/scores'
import { depthFirst, search } from './searches'

/** The node behind a line of moves. */
function at(log: SearchLog, line: string): number {
  for (let node = 0; node < log.size; node++) if (log.line(node).join('') === line && log.level[node] === line.length) return node
  throw new Error(`no node ${line}`)
}

test('numbers are read back', () => {
  const reader = new ByteReader(new Uint8Array([5, 0x80, 1, 1, 2, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x81, 0xa8, 0xd6, 0xb9, 7]))
  expect([reader.number(), reader.number(), reader.score(), reader.score(), reader.number()]).toEqual([5, 128, -1, 1, 4294967295])
  expect(reader.score()).toBe(-1_000_000_001)
  expect(reader.over).toBe(true)
  expect([...fromBase64('Zm9v')]).toEqual([102, 111, 111])
})

describe('a search read from its events', () => {
  test('has the nodes, leaves and value that the server counted', async () => {
    for (const name of ['minimax', 'alphabeta', 'pvs', 'uneven', 'boom', 'deepening', 'stopped', 'blocking'] as const) {
      const { view, log } = await search(name)
      expect(log!.size, name).toBe(view.nodes)
      const ends = Array.from(log!.ended.subarray(0, log!.size)).filter((ended) => ended === Ended.leaf || ended === Ended.terminal)
      if (name !== 'stopped') expect(ends.length, name).toBe(view.leaves)
      const last = log!.iterations.findLast(({ after }) => after < 0)!
      if (name !== 'blocking' && name !== 'stopped') expect(log!.score[last.node], name).toBe(value(view.score!))
    }
  })

  test('enters every node before its children and leaves it after them', async () => {
    const log = await depthFirst('deepening')
    for (let node = 0; node < log.size; node++) {
      expect(log.left[node]).toBeGreaterThan(log.entered[node])
      const children = log.children(node)
      for (const child of children) {
        expect(log.entered[child]).toBeGreaterThan(log.entered[node])
        expect(log.left[child]).toBeLessThan(log.left[node])
      }
      expect(children.map((child) => log.rank[child])).toEqual(children.map((_, rank) => rank))
    }
    expect(log.nodes[log.length - 1]).toBe(log.iterations.at(-1)!.node)
  })

  test('has the cuts of the known tree', async () => {
    const log = await depthFirst('alphabeta')
    expect(log.cuts).toBe(1)
    const cut = at(log, 'b')
    expect(log.pruned.get(cut)!.map((move) => log.moves[move])).toEqual(['b', 'c'])
    expect([log.ended[cut], log.ended[at(log, 'a')]]).toEqual([Ended.cutoff, Ended.expanded])
    // The last child of the third one closes its window when there is nothing left to prune.
    expect(log.pruned.get(at(log, 'c'))).toEqual([])
    expect(log.width[cut]).toBe(3)
  })

  test('knows every window at every moment, and who moved its ends', async () => {
    const log = await depthFirst('alphabeta')
    const [root, a, b] = [0, at(log, 'a'), at(log, 'b')]
    expect(log.window(root, log.left[a])).toMatchObject({ alphaBy: -1, betaBy: -1 })
    expect(log.window(root, log.best[a])).toMatchObject({ alpha: 3, alphaBy: a })
    expect(log.window(b, log.entered[b])).toMatchObject({ alpha: 3, alphaBy: -1 })
    expect(log.window(b, log.cut[b])).toMatchObject({ alpha: 3, beta: 2, betaBy: at(log, 'ba') })
    expect(log.origin(b, 'alpha')).toEqual({ from: 'sibling', node: a })
    expect(log.origin(a, 'alpha')).toEqual({ from: 'root', node: -1 })
    expect(log.bestChild(root, log.length - 1)).toBe(a)
  })

  test('tells iterations, scout searches and re-searches apart', async () => {
    const log = await depthFirst('deepening')
    expect(log.iterations.length).toBeGreaterThanOrEqual(4)
    const scouts = [...Array(log.size).keys()].filter((node) => log.isScout(node))
    const again = [...Array(log.size).keys()].filter((node) => log.isResearch(node))
    expect(scouts.length).toBeGreaterThan(0)
    for (const node of scouts) expect(log.beta[node]).toBe(log.alpha[node] + 1)
    for (const node of again) {
      const scout = log.children(log.parent[node]).find((child) => log.next[child] === node)!
      expect([log.isScout(scout), log.moveOf(scout)]).toEqual([true, log.moveOf(node)])
    }
    for (const { event } of log.iterations) expect(log.kinds[event]).toBe(Event.begin)
    expect(log.iteration(log.iterations[2].event)).toBe(2)
    expect(log.iteration(log.iterations[2].event - 1)).toBe(1)
  })

  test('that was stopped has nodes that never returned', async () => {
    const log = await depthFirst('stopped')
    expect(log.kinds[log.length - 1]).toBe(Event.stop)
    const open = [...Array(log.size).keys()].filter((node) => log.left[node] < 0)
    expect(open).toEqual(log.path(open.at(-1)!))
  })

  test('on the side begins after a move', async () => {
    const log = await depthFirst('blocking')
    const side = log.iterations.find(({ after }) => after >= 0)!
    expect(log.line(side.node)).toEqual([log.moves[side.after]])
    expect(log.line(log.first[side.node])).toHaveLength(2)
  })
})

describe('steps', () => {
  test('over a branch go to its return', async () => {
    const log = await depthFirst('alphabeta')
    const a = at(log, 'a')
    expect(log.over(0)).toBe(log.left[a])
    expect(log.over(log.entered[a])).toBe(log.left[at(log, 'aa')])
    expect(log.over(log.length - 1)).toBe(log.length - 1)
  })

  test('to the next cut and back', async () => {
    const log = await depthFirst('uneven')
    const cuts = []
    for (let event = log.nextCut(0); event < log.length - 1; event = log.nextCut(event)) cuts.push(event)
    expect(cuts).toHaveLength(log.cuts)
    expect(log.previousCut(cuts[1])).toBe(cuts[0])
    expect(log.previousCut(cuts[0])).toBe(0)
    expect(log.nextCut(cuts.at(-1)!)).toBe(log.length - 1)
  })

  test('over what never returned go to the end', async () => {
    const log = await depthFirst('stopped')
    const open = log.path(log.nodes[log.length - 1])[1]
    expect(log.over(log.entered[open] - 1)).toBe(log.length - 1)
  })
})

test('a growing tree has its visits at every moment', async () => {
  const { view, growth } = await search('random')
  expect(growth!.from.length).toBe(view.nodes)
  expect(growth!.size).toBe(view.recorded)
  for (const played of [0, 1, 17, view.nodes]) {
    const below = growth!.children(0).reduce((sum, child) => sum + growth!.visits(child, played).visits, 0)
    expect([growth!.visits(0, played).visits, below]).toEqual([played, played])
    const { visits, points } = growth!.visits(1, played)
    expect(points).toBeLessThanOrEqual(visits)
  }
  // What is expanded in a game is there from that step on.
  const game = growth!.expands.indexOf(true)
  const child = growth!.leaf[game]
  expect([growth!.isThere(child, 4 * game), growth!.isThere(child, 4 * game + 1)]).toEqual([false, true])
  expect(growth!.played(4 * game + 2)).toBe(game)
  expect(growth!.played(4 * game + 3)).toBe(game + 1)
})
