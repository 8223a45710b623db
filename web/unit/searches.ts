// Searches as the server answers them today: `crates/lab/poda-service/tests` writes and checks the file.

import answers from './searches.json'
import { load, type Loaded } from '../src/lib/search/load'
import type { SearchLog } from '../src/lib/search/log'
import type { SearchTreeView } from '../src/lib/types'

type Name = keyof typeof answers | keyof (typeof answers)['trees']

export async function search(name: Name): Promise<Loaded> {
  const all: Record<string, unknown> = { ...answers, ...answers.trees }
  return load(all[name] as SearchTreeView)
}

export async function depthFirst(name: Name): Promise<SearchLog> {
  const { log } = await search(name)
  if (!log) throw new Error(`${name} is no depth-first search`)
  return log
}
