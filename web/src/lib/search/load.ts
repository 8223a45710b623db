// A search with all its events, fetched in parts.

import { question } from '../server'
import type { Reply, SearchTreeView } from '../types'
import { fromBase64 } from './bytes'
import type { GrowthLog } from './growth'
import { SearchLog } from './log'
import type { Room, Stage } from './stage'
import type { Sentence } from './sentence'
import type { tell as Tell } from './tell'

/** A search is told by what its kind needs. */
export type Loaded = { view: SearchTreeView; log: SearchLog | null; tell: typeof Tell | null; growth: Growing | null }

/** A growing tree, with what is drawn and told of it. */
export type Growing = GrowthLog & {
  stage: (event: number, focus: number, room: Room) => Stage
  tell: (event: number) => Sentence
}

export async function load(view: SearchTreeView): Promise<Loaded> {
  const { log } = view
  const bytes = new Uint8Array(log.length)
  const first = fromBase64(log.events)
  bytes.set(first)
  const rest: Promise<void>[] = []
  for (let from = first.length; from < log.length; from += log.part) {
    const asked = question<Reply<'events'>>({ do: 'events', tree: view.tree, from })
    rest.push(asked.then(({ events }) => bytes.set(fromBase64(events), from)))
  }
  await Promise.all(rest)
  if (log.form === 'depth-first') {
    const { tell } = await import('./tell')
    return { view, log: new SearchLog(bytes, log.moves, log.nodes), tell, growth: null }
  }
  const [{ GrowthLog }, { growing, tellGrowth }] = await Promise.all([import('./growth'), import('./growing')])
  const growth = new GrowthLog(bytes, log.moves, view.side)
  const drawn = {
    stage: (event: number, focus: number, room: Room) => growing(growth, event, focus, room),
    tell: (event: number) => tellGrowth(growth, event),
  }
  return { view, log: null, tell: null, growth: Object.assign(growth, drawn) }
}
