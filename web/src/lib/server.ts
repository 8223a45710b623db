// Questions of the page, whoever answers them: a server, or a Web Worker with the engines (`transport.ts`).

import * as transport from '$transport'

import type {
  Answer,
  CatalogView,
  ChosenMove,
  DraftView,
  GameTexts,
  Line,
  MoveAnalysis,
  Outcome,
  PositionView,
  ReadGame,
  Reply,
  Request,
  ReviewedPosition,
  ReviewView,
  RulesPage,
  RunRequest,
  SavedGame,
  SearchProgress,
  SearchTreeView,
  Stroke,
  ToldMove,
} from './types'
import { settings, type Language } from './settings.svelte'

export { deleteGame, onConnection, shareGame } from '$transport'
export { Refused } from './transport'

let known: Promise<CatalogView> | undefined
export function catalog(): Promise<CatalogView> {
  known ??= transport.once<CatalogView>({ do: 'catalog' }, settings.language).catch((error) => {
    known = undefined
    throw error
  })
  return known
}

/** Any question that could also go through the live connection. */
export const question = <T>(request: Request) => transport.once<T>(request, settings.language)
export const show = (line: Line, lang: Language) => transport.once<PositionView>({ do: 'show', line }, lang)
/** The stories of the reports. */
export const stories = () => question<Reply<'stories'>>({ do: 'stories' }).then((answer) => answer.stories)

export const rules = (family: string, lang: Language) => transport.once<RulesPage>({ do: 'rules', family }, lang).then((page) => page.blocks)

const saving = new Set<Promise<SavedGame>>()
/** The newest games, those included that are being saved. */
export const savedGames = () => Promise.allSettled(saving).then(() => transport.savedGames())
/** Saves a game, unless one with a larger stamp was saved before; gives what is saved now. */
export function saveGame(id: string, line: Line, [first, second]: [string, string], outcome: Outcome | null, stamp: number) {
  const saved = transport.saveGame(id, { line, first, second, outcome, stamp })
  saving.add(saved)
  const over = () => saving.delete(saved)
  saved.then(over, over)
  return saved
}

// Runs: everybody may watch them, and whoever began one may stop it.

export const runs = () => transport.runs(settings.language)
export const run = (id: string) => transport.run(id, settings.language)
/** The games of a run, newest first: of everybody, of one player, or those that it lost. */
export const runGames = (id: number, skip: number, count: number, player: number | null = null, lost = false) =>
  transport.runGames(id, { skip, count, player, lost }, settings.language)
export const beginRun = (wanted: Omit<RunRequest, 'owner'>) => transport.beginRun(wanted, settings.language)
export const resumeRun = (id: number) => transport.resumeRun(id, settings.language)
export const stopRun = (id: number) => transport.stopRun(id, settings.language)

// Questions that take time.

let last = 0

export type Live<T> = { answer: Promise<T>; stop: () => void }

/** Asks; `hear` gives the result once an answer is the last one. */
function live<T>(request: Request, lang: Language, hear: (answer: Answer) => T | undefined): Live<T> {
  const id = ++last
  const answer = new Promise<T>((resolve, fail) => {
    const settle = (answer: Answer) => {
      if (answer.is === 'error') {
        fail(new Error(answer.error))
        return true
      }
      const result = hear(answer)
      if (result !== undefined) resolve(result)
      return result !== undefined
    }
    transport.ask({ ...request, lang, id }, settle)
  })
  return { answer, stop: () => transport.stop(id) }
}

export const showLive = (line: Line, lang: Language) =>
  live({ do: 'show', line }, lang, (answer) => (answer.is === 'position' ? (answer as PositionView) : undefined)).answer

/** Every move of a line in words. */
export const tell = (line: Line, lang: Language) =>
  live<ToldMove[]>({ do: 'tell', line }, lang, (answer) => (answer.is === 'told' ? answer.moves : undefined)).answer

/** A position that is being edited, after a change if there is one. */
export const edit = (game: string, text: string | null, stroke: Stroke | null) =>
  live<DraftView>({ do: 'draft', game, text, stroke }, settings.language, (answer) => (answer.is === 'draft' ? answer : undefined)).answer

/** A game as texts that other programs read. */
export const writeGame = (line: Line, players: string[]) =>
  live<GameTexts>({ do: 'write', line, players }, settings.language, (answer) => (answer.is === 'texts' ? answer : undefined)).answer

/** A game from its moves or from PGN. */
export const readGame = (game: string, text: string) =>
  live<ReadGame>({ do: 'read', game, text }, settings.language, (answer) => (answer.is === 'game' ? (answer as ReadGame) : undefined)).answer

export const choose = (line: Line, player: string, progress: (soFar: SearchProgress) => void) =>
  live<ChosenMove>({ do: 'choose', line, player }, settings.language, (answer) => {
    if (answer.is === 'progress') progress(answer)
    return answer.is === 'chosen' ? (answer as ChosenMove) : undefined
  })

export const searchTree = (line: Line, engine: string) =>
  live<SearchTreeView>({ do: 'tree', line, engine }, settings.language, (answer) => (answer.is === 'tree' ? answer : undefined))

let walking: Promise<unknown> = Promise.resolve()

/** The position after a random move, for a picture that moves. They take turns: a page full of pictures is one client among many. */
export function wander(line: Line, seed: number): Promise<PositionView> {
  const moved = walking.catch(() => {}).then(() => choose(line, `random:seed=${seed}`, () => {}).answer)
  walking = moved
  return moved.then((chosen) => chosen.position)
}

export const analyze = (line: Line, player: string, time: number, progress: (moves: MoveAnalysis[]) => void) =>
  live<MoveAnalysis[]>({ do: 'analyze', line, player, time }, settings.language, (answer) => {
    if (answer.is !== 'analysis') return undefined
    progress(answer.moves)
    return answer.done ? answer.moves : undefined
  })

/** Looks at every position of a game again, unless only a review that is `kept` is wanted. The first moves, chosen by nobody, are nobody's mistakes. */
export const review = (line: Line, progress: (positions: ReviewedPosition[]) => void, opening = 0, kept = false) =>
  live<ReviewView>({ do: 'review', line, opening, kept }, settings.language, (answer) => {
    if (answer.is !== 'review') return undefined
    progress(answer.positions)
    return answer.done ? answer : undefined
  })

export const searchPractice = (tree: string, engine: string) => question<SearchTreeView>({ do: 'practice', tree, engine })
export const drawTree = (seed: number, level: number) => question<Reply<'drawn-tree'>>({ do: 'draw-tree', seed, level }).then((drawn) => drawn.tree)
export const quiz = (tree: string | null, seed: number, level: number, trees: number) =>
  question<Reply<'quiz'>>({ do: 'quiz', tree, seed, level, trees }).then((made) => made.gift)
