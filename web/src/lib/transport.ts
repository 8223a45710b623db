// Who answers the page's questions. There are two forms of the page, and each is built with one transport only
// (`vite.config.js`): `transport/server.ts` asks a server, `transport/site.ts` asks engines in Web Workers of this tab.

import type { Answer, Line, Question, Request, RunGame, RunRequest, RunSummary, RunView, SavedGame, SavedGameBody } from './types'
import type { Language } from './settings.svelte'

/** Hears an answer, and says whether it was the last one. */
export type Hear = (answer: Answer) => boolean
/** Which games of a run, newest first. */
export type Wanted = { skip: number; count: number; player: number | null; lost: boolean }

export interface Transport {
  /** A question with one answer. */
  once<T>(request: Request, lang: Language): Promise<T>
  /** A question that may have several answers. */
  ask(call: Question, hear: Hear): void
  /** Ends the search that a question began: its answer is what is known by then. */
  stop(id: number): void
  /** Tells whenever questions can be answered, and when they cannot. Gives what ends it. */
  onConnection(listener: (connected: boolean) => void): () => void

  savedGames(): Promise<SavedGame[]>
  saveGame(id: string, game: Omit<SavedGameBody, 'owner'>): Promise<SavedGame>
  deleteGame(id: string): Promise<unknown>
  /** Only where there is a server. */
  shareGame(line: Line, player: 1 | 2): Promise<{ token: string }>

  runs(lang: Language): Promise<RunSummary[]>
  run(id: string, lang: Language): Promise<RunView>
  runGames(id: number, wanted: Wanted, lang: Language): Promise<RunGame[]>
  beginRun(wanted: Omit<RunRequest, 'owner'>, lang: Language): Promise<RunSummary>
  resumeRun(id: number, lang: Language): Promise<unknown>
  stopRun(id: number, lang: Language): Promise<unknown>
}

/** Whoever was asked says no. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}
