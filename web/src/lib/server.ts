// Questions to the server. Plain ones over HTTP, those that take time over one WebSocket that comes back by itself.

import type {
  Answer,
  Call,
  CatalogView,
  ChosenMove,
  DrawnTreeView,
  DraftView,
  GameTexts,
  Line,
  MoveAnalysis,
  Outcome,
  PositionView,
  QuizView,
  ReadGame,
  Refusal,
  Request,
  ReviewedPosition,
  ReviewView,
  RulesPage,
  RunGame,
  RunRequest,
  RunSummary,
  RunView,
  SavedGame,
  SavedGameBody,
  SearchProgress,
  SearchTreeView,
  Stroke,
  ToldMove,
  StoriesView,
} from './types'
import { owner, settings, type Language } from './settings.svelte'

/** The server says no. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    // What is saved arrives, even if its page is left meanwhile.
    keepalive: method === 'PUT',
    headers: {
      'accept-language': settings.language,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Refused(complaint(text) ?? response.statusText, response.status)
  return (text ? JSON.parse(text) : null) as T
}

/** What the server says is wrong, if it is the server who speaks. */
function complaint(text: string): string | undefined {
  try {
    return (JSON.parse(text) as Refusal).error
  } catch {
    return text || undefined
  }
}

let known: Promise<CatalogView> | undefined
export function catalog(): Promise<CatalogView> {
  known ??= ask<CatalogView>('/api/catalog').catch((error) => {
    known = undefined
    throw error
  })
  return known
}

/** Any question that could also go through the live connection. */
export const question = <T>(request: Request) => ask<T>('/api/ask', 'POST', request)
export const show = (line: Line, lang: Language) => ask<PositionView>(`/api/ask?lang=${lang}`, 'POST', { do: 'show', line } satisfies Request)
/** The stories of the reports. */
export const stories = () => ask<StoriesView>('/api/stories').then((answer) => answer.stories)

export const rules = (family: string, lang: Language) =>
  ask<RulesPage>(`/api/rules/${encodeURIComponent(family)}?lang=${lang}`).then((page) => page.blocks)
/** The newest games, those included that are being saved. */
export const savedGames = async () => {
  await Promise.allSettled(saving)
  return ask<SavedGame[]>(`/api/saved?owner=${owner()}`)
}
export const deleteGame = (id: string) => ask<null>(`/api/saved/${id}?owner=${owner()}`, 'DELETE')
const saving = new Set<Promise<SavedGame>>()
/** Saves a game, unless one with a larger stamp was saved before; gives what is saved now. */
export function saveGame(id: string, line: Line, [first, second]: [string, string], outcome: Outcome | null, stamp: number) {
  const body: SavedGameBody = { owner: owner(), line, first, second, outcome, stamp }
  const saved = ask<SavedGame>(`/api/saved/${id}`, 'PUT', body)
  saving.add(saved)
  const over = () => saving.delete(saved)
  saved.then(over, over)
  return saved
}
/** Shares a game with another device; gives the token of one's own seat. */
export const shareGame = (line: Line, player: 1 | 2) => ask<{ token: string }>('/api/together', 'POST', { line, player })
// Runs: everybody may watch them, and whoever began one may stop it.

const asOwner = () => `owner=${owner()}&lang=${settings.language}`
export const runs = () => ask<RunSummary[]>(`/api/runs?${asOwner()}`)
export const run = (id: string) => ask<RunView>(`/api/runs/${id}?${asOwner()}`)
/** The games of a run, newest first: of everybody, of one player, or those that it lost. */
export function runGames(id: number, skip: number, count: number, player: number | null = null, lost = false) {
  const whose = player === null ? '' : `&player=${player}&lost=${lost}`
  return ask<RunGame[]>(`/api/runs/${id}/games?skip=${skip}&count=${count}&lang=${settings.language}${whose}`)
}
export const beginRun = (wanted: Omit<RunRequest, 'owner'>) => ask<RunSummary>('/api/runs', 'POST', { ...wanted, owner: owner() } satisfies RunRequest)
export const resumeRun = (id: number) => ask<RunSummary>(`/api/runs/${id}?${asOwner()}`, 'POST', {})
export const stopRun = (id: number) => ask<null>(`/api/runs/${id}?${asOwner()}`, 'DELETE')

// The live connection.

type Pending = { hear: (answer: Answer) => void; text: string }

let socket: WebSocket | undefined
let last = 0
/** Milliseconds before a lost connection is tried again: soon at first, then less and less often. */
const SOON = 300
const SELDOM = 5000
let patience = SOON
const pending = new Map<number, Pending>()
const listeners = new Set<(connected: boolean) => void>()

export function onConnection(listener: (connected: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function connect(): WebSocket {
  if (socket && socket.readyState <= WebSocket.OPEN) return socket
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const fresh = new WebSocket(`${scheme}://${location.host}/api/live`)
  socket = fresh
  fresh.onopen = () => {
    patience = SOON
    for (const listener of listeners) listener(true)
    // Whatever was being asked when the connection broke is asked again: a question holds all there is to know.
    for (const question of pending.values()) fresh.send(question.text)
  }
  fresh.onmessage = (event) => {
    const answer = JSON.parse(String(event.data)) as Answer
    if (answer.id !== null) pending.get(answer.id)?.hear(answer)
  }
  fresh.onclose = () => {
    if (socket === fresh) socket = undefined
    for (const listener of listeners) listener(false)
    setTimeout(connect, patience)
    patience = Math.min(SELDOM, patience * 1.5)
  }
  return fresh
}

export type Live<T> = { answer: Promise<T>; stop: () => void }

/** Asks; `hear` gives the result once an answer is the last one. */
function live<T>(request: Request, lang: Language, hear: (answer: Answer) => T | undefined): Live<T> {
  const id = ++last
  const text = JSON.stringify({ ...request, lang, id } satisfies Call)
  const answer = new Promise<T>((resolve, fail) => {
    const settle = (answer: Answer) => {
      if (answer.is === 'error') {
        pending.delete(id)
        fail(new Error(answer.error))
        return
      }
      const result = hear(answer)
      if (result !== undefined) {
        pending.delete(id)
        resolve(result)
      }
    }
    pending.set(id, { hear: settle, text })
  })
  const open = connect()
  if (open.readyState === WebSocket.OPEN) open.send(text)
  const stop = () => {
    if (!pending.has(id) || socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ do: 'stop', id } satisfies Call))
  }
  return { answer, stop }
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
    return answer.is === 'chosen' ? answer : undefined
  })

export const searchTree = (line: Line, engine: string) =>
  live<SearchTreeView>({ do: 'tree', line, engine }, settings.language, (answer) => (answer.is === 'tree' ? answer : undefined))

let walking: Promise<unknown> = Promise.resolve()

/** A random move for a picture that moves. They take turns: a page full of pictures is one client among many. */
export function wander(line: Line, seed: number): Promise<string> {
  const moved = walking.catch(() => {}).then(() => choose(line, `random:seed=${seed}`, () => {}).answer)
  walking = moved
  return moved.then((chosen) => chosen.move)
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
export const drawTree = (seed: number, level: number) => question<DrawnTreeView>({ do: 'draw-tree', seed, level }).then((drawn) => drawn.tree)
export const quiz = (tree: string | null, seed: number, level: number, trees: number) =>
  question<QuizView>({ do: 'quiz', tree, seed, level, trees }).then((made) => made.gift)
