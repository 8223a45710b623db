// A search with all its events, fetched in parts.

import { question } from '../server'
import type { EventsView, SearchTreeView } from '../types'
import { fromBase64 } from './bytes'
import type { GrowthLog } from './growth'
import { SearchLog } from './log'
import type { Stage } from './stage'
import type { Sentence } from './tell'

export type Loaded = { view: SearchTreeView; log: SearchLog | null; growth: Growing | null }

/** A growing tree, with what is drawn and told of it. */
export type Growing = GrowthLog & {
  stage: (event: number, focus: number, most: number) => Stage
  tell: (event: number) => Sentence
}

export async function load(view: SearchTreeView): Promise<Loaded> {
  const { log } = view
  const bytes = new Uint8Array(log.length)
  let from = 0
  const take = (text: string) => {
    const part = fromBase64(text)
    bytes.set(part, from)
    from += part.length
    return part.length
  }
  take(log.events)
  while (from < log.length) {
    const { events } = await question<EventsView>({ do: 'events', tree: view.tree, from })
    if (take(events) === 0) break
  }
  if (log.form === 'depth-first') return { view, log: new SearchLog(bytes, log.moves, log.nodes), growth: null }
  const [{ GrowthLog }, { growing, tellGrowth }] = await Promise.all([import('./growth'), import('./growing')])
  const growth = new GrowthLog(bytes, log.moves, view.side)
  const drawn = {
    stage: (event: number, focus: number, most: number) => growing(growth, event, focus, most),
    tell: (event: number) => tellGrowth(growth, event),
  }
  return { view, log: null, growth: Object.assign(growth, drawn) }
}
