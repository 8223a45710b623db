// What engines in this tab are asked and answer, and what is the answer to a question whose worker was ended.

import type { Wanted } from '../transport'
import type { Answer, Question, RunGame, RunRequest, RunSummary, RunView } from '../types'
import type { Language } from '../settings.svelte'

/** Texts of the module that are kept as they are. */
export type Opaque = { readonly [name: string]: unknown }
export type GameOfRun = Opaque & { index: number }

type Of<Ask> = Ask & { id: number; lang: Language; run: number }

/** Questions about matches in this tab: crates/faces/poda-wasm/README.md. */
export type ContestCall =
  | Of<{ do: 'contest-begin'; created: number } & Omit<RunRequest, 'owner'>>
  | Of<{ do: 'contest-load'; created: number; contest: Opaque; records: GameOfRun[] }>
  | Of<{ do: 'contest-step' }>
  | Of<{ do: 'contest-show' }>
  | Of<{ do: 'contest-games' } & Wanted>
  | Of<{ do: 'contest-drop' }>

export type ContestAnswer = { id: number } & (
  | { is: 'contest'; summary: RunSummary; contest: Opaque }
  | { is: 'contest-board'; board: RunGame }
  | { is: 'contest-game'; summary: RunSummary; record: GameOfRun | null }
  | { is: 'contest-view'; view: RunView }
  | { is: 'contest-games'; games: RunGame[] }
  | { is: 'contest-dropped'; run: number }
)

export type EngineCall = Question | ContestCall
export type EngineAnswer = Answer | ContestAnswer

/** Whether nothing comes after an answer. */
export function isLast(answer: EngineAnswer | null): boolean {
  if (!answer || answer.is === 'progress' || answer.is === 'contest-board') return false
  return !(answer.is === 'analysis' || answer.is === 'review') || answer.done
}

const STOPPED = { en: 'stopped', es: 'se ha detenido' }

/** The answer to a question that nobody has begun to answer. */
export function stopped({ id, lang }: EngineCall): Answer {
  return { id, is: 'error', error: STOPPED[lang ?? 'en'] }
}

/** The answer to a question that was ended: what was told last, as a server would answer it. */
export function concluded(call: EngineCall, latest: EngineAnswer | null): Answer {
  const { id } = call
  if (latest?.is === 'analysis' || latest?.is === 'review') return { ...latest, done: true }
  if (call.do === 'analyze') return { id, is: 'analysis', moves: [], done: true }
  if (call.do === 'review') return { id, is: 'review', positions: [], costly: [], done: true, complete: false }
  return stopped(call)
}
