// The server's half: plain questions over HTTP, those that take time over one WebSocket that comes back by itself.

import { owner, settings, type Language } from '../settings.svelte'
import { Refused, type Hear, type Transport, type Wanted } from '../transport'
import type { Answer, Call, Line, Question, Refusal, Request, RunGame, RunRequest, RunSummary, RunView, SavedGame, SavedGameBody } from '../types'

async function http<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    // What is saved arrives, even if its page is left meanwhile.
    keepalive: method === 'PUT',
    headers: {
      'accept-language': settings.language,
      // Not in the address: addresses are logged.
      'poda-owner': owner(),
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

export function once<T>(request: Request, lang: Language): Promise<T> {
  // These have addresses of their own.
  if (request.do === 'catalog' || request.do === 'stories') return http(`/api/${request.do}`)
  if (request.do === 'rules') return http(`/api/rules/${encodeURIComponent(request.family)}?lang=${lang}`)
  return http(`/api/ask?lang=${lang}`, 'POST', request)
}

type Pending = { hear: Hear; text: string }

let socket: WebSocket | undefined
/** Milliseconds before a lost connection is tried again: soon at first, then less and less often. */
const SOON = 300
const SELDOM = 5000
let patience = SOON
const pending = new Map<number, Pending>()
const listeners = new Set<(connected: boolean) => void>()

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
    if (answer.id !== null && pending.get(answer.id)?.hear(answer)) pending.delete(answer.id)
  }
  fresh.onclose = () => {
    if (socket === fresh) socket = undefined
    for (const listener of listeners) listener(false)
    setTimeout(connect, patience)
    patience = Math.min(SELDOM, patience * 1.5)
  }
  return fresh
}

export function ask(call: Question, hear: Hear) {
  const text = JSON.stringify(call)
  pending.set(call.id, { hear, text })
  const open = connect()
  if (open.readyState === WebSocket.OPEN) open.send(text)
}

export function stop(id: number) {
  if (!pending.has(id) || socket?.readyState !== WebSocket.OPEN) return
  socket.send(JSON.stringify({ do: 'stop', id } satisfies Call))
}

export function onConnection(listener: (connected: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const savedGames = () => http<SavedGame[]>('/api/saved')
export const saveGame = (id: string, game: Omit<SavedGameBody, 'owner'>) => http<SavedGame>(`/api/saved/${id}`, 'PUT', { ...game, owner: owner() })
export const deleteGame = (id: string) => http<null>(`/api/saved/${id}`, 'DELETE')
export const shareGame = (line: Line, player: 1 | 2) => http<{ token: string }>('/api/together', 'POST', { line, player })

export const runs = (lang: Language) => http<RunSummary[]>(`/api/runs?lang=${lang}`)
export const run = (id: string, lang: Language) => http<RunView>(`/api/runs/${id}?lang=${lang}`)
export function runGames(id: number, { skip, count, player, lost }: Wanted, lang: Language) {
  const whose = player === null ? '' : `&player=${player}&lost=${lost}`
  return http<RunGame[]>(`/api/runs/${id}/games?skip=${skip}&count=${count}&lang=${lang}${whose}`)
}
export const beginRun = (wanted: Omit<RunRequest, 'owner'>, _lang: Language) => http<RunSummary>('/api/runs', 'POST', { ...wanted, owner: owner() })
export const resumeRun = (id: number, lang: Language) => http<unknown>(`/api/runs/${id}?lang=${lang}`, 'POST', {})
export const stopRun = (id: number, lang: Language) => http<null>(`/api/runs/${id}?lang=${lang}`, 'DELETE')

// Nothing is left of this line but that the types are right.
void ({ once, ask, stop, onConnection, savedGames, saveGame, deleteGame, shareGame, runs, run, runGames, beginRun, resumeRun, stopRun } satisfies Transport)
