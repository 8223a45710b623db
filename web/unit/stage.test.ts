import { describe, expect, test } from 'vitest'

import { Ended, Event, type SearchLog } from '../src/lib/search/log'
import { isOpen, place, points, scaleOf } from '../src/lib/search/numbers'
import { ladder, leavesOf, whole, type Stage } from '../src/lib/search/stage'
import { plain } from '../src/lib/search/sentence'
import { tell, type Manner } from '../src/lib/search/tell'
import { settings } from '../src/lib/settings.svelte'
import { depthFirst, search } from './searches'

const ROOM = { abreast: 11, rows: 99, windows: true }
const manner: Manner = { engine: 'alphabeta', stopped: false, timedOut: false, best: 'a' }
const cell = (stage: Stage, node: number) => stage.spots.find((spot) => spot.cell.node === node)?.cell

/** No two nodes of a row over each other, and everything inside. */
function check(stage: Stage) {
  const outside = stage.spots.filter(({ x, y }) => x <= 0 || x >= stage.width || y >= stage.height)
  const rows = [...stage.spots].sort((one, other) => one.y - other.y || one.x - other.x)
  const close = rows.filter((spot, at) => at > 0 && rows[at - 1].y === spot.y && spot.x - rows[at - 1].x < stage.across - 1)
  expect([outside, close]).toEqual([[], []])
  const keys = stage.spots.map((spot) => spot.cell.key)
  expect(new Set(keys).size).toBe(keys.length)
}

describe('a tree that is drawn whole', () => {
  test('shows nodes when they are entered and values when they return', async () => {
    const log = await depthFirst('uneven')
    for (let event = 0; event < log.length; event++) {
      const stage = whole(log, event)
      check(stage)
      for (let node = 0; node < log.size; node++) {
        const drawn = cell(stage, node)
        expect(drawn !== undefined).toBe(log.entered[node] <= event)
        if (drawn) expect(drawn.text !== '').toBe(log.left[node] <= event)
      }
      const pruned = stage.spots.filter((spot) => spot.cell.state === 'pruned').length
      const cuts = [...log.pruned].filter(([node]) => log.cut[node] <= event)
      expect(pruned).toBe(cuts.reduce((sum, [, moves]) => sum + moves.length, 0))
    }
  })

  test('never moves a node', async () => {
    const log = await depthFirst('uneven')
    const end = new Map(whole(log, log.length - 1).spots.map(({ cell, x, y }) => [cell.key, [x, y]]))
    for (let event = 0; event < log.length; event++) {
      for (const { cell, x, y } of whole(log, event).spots) expect([x, y]).toEqual(end.get(cell.key))
    }
  })

  test('names its levels', async () => {
    const log = await depthFirst('alphabeta')
    expect(whole(log, log.length - 1).bands.map(({ who }) => who)).toEqual(['max', 'min', 'leaves'])
    expect(leavesOf(log, 0)).toBe(9)
  })
})

describe('a large tree', () => {
  test('shows the path to the current node with everything beside it', async () => {
    for (const name of ['boom', 'deepening', 'stopped', 'blocking'] as const) {
      const log = await depthFirst(name)
      for (let event = 0; event < log.length; event += 23) {
        const stage = ladder(log, event, log.nodes[event], ROOM)
        check(stage)
        for (const node of log.path(log.nodes[event])) expect(cell(stage, node)?.lit, `${name} ${event}`).toBe(true)
        expect(cell(stage, log.nodes[event])?.current).toBe(true)
      }
    }
  })

  test('leaves out siblings and levels for which there is no room', async () => {
    const log = await depthFirst('boom')
    const deep = [...Array(log.length).keys()].find((event) => log.level[log.nodes[event]] === 4)!
    const stage = ladder(log, deep, log.nodes[deep], { abreast: 3, rows: 3, windows: true })
    check(stage)
    expect([stage.skipped, stage.bands.length]).toEqual([2, 3])
    const last = log.length - 2
    const crowded = ladder(log, last, log.nodes[last], { abreast: 3, rows: 99, windows: true })
    check(crowded)
    expect(crowded.hidden.length).toBeGreaterThan(0)
  })

  test('shows what was not finished', async () => {
    const log = await depthFirst('stopped')
    const stage = ladder(log, log.length - 1, log.nodes[log.length - 1], ROOM)
    expect(cell(stage, 0)).toMatchObject({ state: 'unfinished', text: '…' })
  })
})

test('a growing tree shows visits and shares', async () => {
  const { growth } = await search('random')
  for (let event = 0; event < growth!.length; event += 11) {
    const stage = growth!.stage(event, growth!.node(event), ROOM)
    check(stage)
    expect(cell(stage, growth!.node(event))?.current).toBe(true)
  }
  const root = cell(growth!.stage(growth!.length - 1, 0, ROOM), 0)
  expect(root?.note).toBe(`${growth!.from.length}×`)
})

describe('sentences', () => {
  const said = (log: SearchLog, kind: number, which = 0, how = manner) => {
    const events = [...Array(log.length).keys()].filter((event) => log.kinds[event] === kind)
    return plain(tell(log, events.at(which)!, how))
  }

  test('name the numbers and who is responsible', async () => {
    const log = await depthFirst('alphabeta')
    expect(said(log, Event.begin)).toBe('The search begins at the root, 2 levels deep. MAX is to move.')
    expect(said(log, Event.enter)).toBe('MAX tries a. Any value may still matter.')
    expect(said(log, Event.best, 1)).toBe('MAX is now sure of 3 by a: α rises from −∞ to 3.')
    expect(said(log, Event.cut)).toBe('MIN already has 2 here by a; MAX is sure of 3 by a (α). β ≤ α, so b, c cannot matter and are pruned.')
    expect(said(log, Event.return, -1)).toBe('Done: MAX plays a, which is worth 3.')
    settings.language = 'es'
    expect(said(log, Event.cut)).toBe('MIN ya tiene aquí 2 con a; MAX tiene seguro 3 con a (α). β ≤ α, así que b, c no pueden cambiar nada y se podan.')
    settings.language = 'en'
  })

  test('lead to the sibling that is responsible for a cut', async () => {
    const log = await depthFirst('alphabeta')
    const cut = log.nextCut(0)
    const links = tell(log, cut, manner).filter((part) => typeof part !== 'string')
    expect(links.map((part) => log.line(part.node).join(''))).toEqual(['ba', 'a'])
  })

  test('are there for every event of every search, in both languages, with every value filled in', async () => {
    const wrong: string[] = []
    for (const name of ['minimax', 'alphabeta', 'pvs', 'uneven', 'boom', 'deepening', 'stopped', 'blocking'] as const) {
      const log = await depthFirst(name)
      const engine = { minimax: 'minimax', pvs: 'pvs', deepening: 'pvs', blocking: 'blockfirst' }[name as string] ?? 'alphabeta'
      for (let event = 0; event < log.length; event++) {
        const texts = (['en', 'es'] as const).map((language) => {
          settings.language = language
          return plain(tell(log, event, { ...manner, engine, timedOut: true }))
        })
        settings.language = 'en'
        const good = (text: string) => /^[^{}]+[.?]$/.test(text) && !/undefined|NaN|  /.test(text)
        if (texts[0] === texts[1] || !texts.every(good)) wrong.push(`${name} ${event}: ${texts.join(' / ')}`)
      }
    }
    expect(wrong).toEqual([])
  }, 30_000)

  test('of random games tell the four steps', async () => {
    const { growth } = await search('random')
    const first = [0, 1, 2, 3].map((event) => plain(growth!.tell(event)))
    expect(first.map((text) => text.split(/[:,]/)[0])).toEqual(['Selection', 'Expansion', 'Playout', 'Backup'])
    for (let event = 0; event < growth!.length; event++) expect(plain(growth!.tell(event))).not.toMatch(/undefined|NaN|[{}]/)
  })

  test('say which look was a scout search', async () => {
    const log = await depthFirst('deepening')
    const scout = [...Array(log.size).keys()].find((node) => log.isScout(node) && log.isMax(log.parent[node]))!
    expect(plain(tell(log, log.entered[scout], { ...manner, engine: 'pvs' }))).toMatch(/^Scout search of \d: is it worth more than −?\d+ \(by \d\)\?/)
    const table = [...Array(log.size).keys()].find((node) => log.ended[node] === Ended.table)!
    expect(plain(tell(log, log.left[table], { ...manner, engine: 'pvs' }))).toMatch(/^The transposition table knows/)
  })
})

test('values have a place between the infinities', () => {
  const scale = scaleOf([1, -5, 10, 20, 1_000_000_000])
  expect(scale).toBe(10)
  expect([place(-1_000_000_001, scale), place(0, scale), place(1_000_000_001, scale)]).toEqual([0, 0.5, 1])
  expect(place(20, scale)).toBeGreaterThan(place(10, scale))
  expect(place(999_999_995, scale)).toBeLessThan(1)
  expect([points(1_000_000_001), points(-1_000_000_001), points(999_999_997), points(-12)]).toEqual(['∞', '−∞', 'W3', '−12'])
  expect([isOpen(1_000_000_001), isOpen(1_000_000_000)]).toEqual([true, false])
})
