// Reviews that this browser keeps: the same question has the same answer, as long as the engines are the same.

import type { Question, ReviewView } from '../types'
import { Table } from './store'

type Asked = Extract<Question, { do: 'review' }>
type KeptReview = { key: string; when: number; review: ReviewView }

const reviews = new Table<KeptReview>('reviews')
/** The oldest are forgotten first. */
const MOST = 100

const keyOf = ({ line, opening }: Asked) => JSON.stringify([__MODULE__.more, line.game, line.start ?? null, line.moves ?? [], opening ?? 0])

export const keptReview = async (asked: Asked) => (await reviews.get(keyOf(asked)))?.review

export async function keepReview(asked: Asked, { positions, costly, done, complete }: ReviewView) {
  await reviews.put({ key: keyOf(asked), when: Date.now(), review: { positions, costly, done, complete } })
  const all = (await reviews.all()).sort((one, other) => other.when - one.when)
  for (const { key } of all.slice(MOST)) await reviews.remove(key)
}
