// The events of searches. A worker keeps them only as long as it lives, and the next stop ends it: they are fetched as soon
// as the tree is there, before anybody else is answered, and the latest few are kept here.

import { fromBase64 } from '../search/bytes'
import type { Question } from '../types'
import type { EngineAnswer } from './concluded'
import type { EngineLine } from './line'

type Asked = Extract<Question, { do: 'tree' }>
type Events = Extract<EngineAnswer, { is: 'events' }>
type Found = Extract<EngineAnswer, { is: 'tree' }>

/** Searches that are kept. */
const MOST = 2

export class Trees {
  #kept = new Map<string, Map<number, Events>>()
  #serial = 0

  /** Searches, fetches all events and then answers. */
  search(line: EngineLine, call: Asked, tell: (answer: EngineAnswer) => void) {
    line.ask(call, (answer) => {
      if (answer.is === 'tree') this.#fetch(line, call, answer, tell)
      else tell(answer)
    })
  }

  /** Events that were fetched with their tree; nothing if the tree is another worker's. */
  events(tree: string, from: number): Events | undefined {
    return this.#kept.get(tree)?.get(from)
  }

  #fetch(line: EngineLine, call: Asked, found: Found, tell: (answer: EngineAnswer) => void) {
    const { log } = found
    const parts = new Map<number, Events>()
    const more = (from: number) => {
      if (from >= log.length) {
        // Each worker has names of its own, which another one gives too.
        const tree = `search ${++this.#serial}`
        this.#kept.set(tree, parts)
        for (const old of [...this.#kept.keys()].slice(0, -MOST)) this.#kept.delete(old)
        tell({ ...found, tree })
        return
      }
      // Under the number of the search, so that who stops it stops this as well.
      line.askNext({ do: 'events', tree: found.tree, from, id: call.id, lang: call.lang }, (part) => {
        if (part.is !== 'events') {
          tell(part)
          return
        }
        parts.set(from, part)
        more(from + log.part)
      })
    }
    more(fromBase64(log.events).length)
  }
}
