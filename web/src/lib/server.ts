// Questions to the server. Plain ones over HTTP, those that take time over one WebSocket that comes back by itself.

import type { Block, Catalog, Chosen, Judged, Kept, Line, Outcome, Shown, SoFar } from './types'
import { owner, settings, type Language } from './settings.svelte'

async function ask<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      'accept-language': settings.language,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(complaint(text) ?? response.statusText)
  return (text ? JSON.parse(text) : null) as T
}

/** What the server says is wrong, if it is the server who speaks. */
function complaint(text: string): string | undefined {
  try {
    return JSON.parse(text).error
  } catch {
    return text || undefined
  }
}

let known: Promise<Catalog> | undefined
export function catalog(): Promise<Catalog> {
  known ??= ask<Catalog>('/api/catalog').catch((error) => {
    known = undefined
    throw error
  })
  return known
}

/** Any question that could also go through the live connection. */
export const question = <T>(request: Record<string, unknown>) => ask<T>('/api/ask', 'POST', request)
export const show = (line: Line, lang: Language) => ask<Shown>(`/api/ask?lang=${lang}`, 'POST', { do: 'show', line })
export const rules = (family: string, lang: Language) =>
  ask<{ blocks: Block[] }>(`/api/rules/${family}?lang=${lang}`).then((page) => page.blocks)
export const keptGames = () => ask<Kept[]>(`/api/saved?owner=${owner()}`)
export const forgetGame = (id: string) => ask<null>(`/api/saved/${id}?owner=${owner()}`, 'DELETE')
export const keepGame = (id: string, line: Line, players: [string, string], outcome: Outcome | null) =>
  ask<Kept>(`/api/saved/${id}`, 'PUT', {
    owner: owner(),
    line,
    first: players[0],
    second: players[1],
    outcome,
  })
export const get = <T>(path: string) => ask<T>(path)
export const remove = (path: string) => ask<null>(path, 'DELETE')
export const post = <T>(path: string, body: unknown) => ask<T>(path, 'POST', body)

// The live connection.

type Reply = { is: string; id: number | null; error?: string; [more: string]: unknown }
type Pending = { hear: (reply: Reply) => void; fail: (why: Error) => void; text: string }

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
    const reply = JSON.parse(String(event.data)) as Reply
    if (reply.id !== null) pending.get(reply.id)?.hear(reply)
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

/** Asks; `hear` gives the answer once a reply is the last one. */
export function live<T>(question: Record<string, unknown>, hear: (reply: Reply) => T | undefined): Live<T> {
  const id = ++last
  const text = JSON.stringify({ lang: settings.language, ...question, id })
  const answer = new Promise<T>((resolve, fail) => {
    const settle = (reply: Reply) => {
      if (reply.is === 'error') {
        pending.delete(id)
        fail(new Error(reply.error))
        return
      }
      const value = hear(reply)
      if (value !== undefined) {
        pending.delete(id)
        resolve(value)
      }
    }
    pending.set(id, { hear: settle, fail, text })
  })
  const open = connect()
  if (open.readyState === WebSocket.OPEN) open.send(text)
  const stop = () => {
    if (pending.has(id) && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: 'stop', id }))
  }
  return { answer, stop }
}

export const showLive = (line: Line, lang: Language) =>
  live<Shown>({ do: 'show', line, lang }, (reply) => reply as unknown as Shown).answer

export const choose = (line: Line, player: string, progress: (soFar: SoFar) => void) =>
  live<Chosen>({ do: 'choose', line, player }, (reply) => {
    if (reply.is === 'progress') progress(reply as unknown as SoFar)
    return reply.is === 'chosen' ? (reply as unknown as Chosen) : undefined
  })

let walking: Promise<unknown> = Promise.resolve()

/** A random move for a picture that moves. They take turns: a page full of pictures is one client among many. */
export function wander(line: Line, seed: number): Promise<string> {
  const moved = walking.catch(() => {}).then(() => choose(line, `random:seed=${seed}`, () => {}).answer)
  walking = moved
  return moved.then((chosen) => chosen.move)
}

export const analyze = (line: Line, player: string, time: number, progress: (moves: Judged[]) => void) =>
  live<Judged[]>({ do: 'analyze', line, player, time }, (reply) => {
    if (reply.is !== 'analysis') return undefined
    progress(reply.moves as Judged[])
    return reply.done ? (reply.moves as Judged[]) : undefined
  })
