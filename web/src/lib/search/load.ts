// A search with all its events, fetched in parts.

import { question } from '../server'
import type { EventsView, SearchTreeView } from '../types'
import { fromBase64 } from './bytes'
import { GrowthLog } from './growth'
import { SearchLog } from './log'

export type Loaded = { view: SearchTreeView; log: SearchLog | null; growth: GrowthLog | null }

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
  return log.form === 'random-games'
    ? { view, log: null, growth: new GrowthLog(bytes, log.moves, view.side) }
    : { view, log: new SearchLog(bytes, log.moves, log.nodes), growth: null }
}
