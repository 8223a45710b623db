// The server's half: plain questions over HTTP, those that take time over one WebSocket that comes back by itself.

import { owner, settings, type Language } from '../settings.svelte'
import { Refused, type Hear, type Transport } from '../transport'
import type { Answer, Call, Question, Refusal, Request } from '../types'

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

function once<T>(request: Request, lang: Language): Promise<T> {
  // These have addresses of their own, which a browser may keep.
  if (request.do === 'catalog') return ask('/api/catalog')
  if (request.do === 'stories') return ask('/api/stories')
  if (request.do === 'rules') return ask(`/api/rules/${encodeURIComponent(request.family)}?lang=${lang}`)
  return ask(`/api/ask?lang=${lang}`, 'POST', request)
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

const asOwner = (lang: Language) => `owner=${owner()}&lang=${lang}`

export const transport: Transport = {
  once,
  ask(call: Question, hear: Hear) {
    const text = JSON.stringify(call)
    pending.set(call.id, { hear, text })
    const open = connect()
    if (open.readyState === WebSocket.OPEN) open.send(text)
  },
  stop(id) {
    if (!pending.has(id) || socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ do: 'stop', id } satisfies Call))
  },
  onConnection(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  savedGames: () => ask(`/api/saved?owner=${owner()}`),
  saveGame: (id, game) => ask(`/api/saved/${id}`, 'PUT', { ...game, owner: owner() }),
  deleteGame: (id) => ask(`/api/saved/${id}?owner=${owner()}`, 'DELETE'),
  shareGame: (line, player) => ask('/api/together', 'POST', { line, player }),

  runs: (lang) => ask(`/api/runs?${asOwner(lang)}`),
  run: (id, lang) => ask(`/api/runs/${id}?${asOwner(lang)}`),
  runGames(id, { skip, count, player, lost }, lang) {
    const whose = player === null ? '' : `&player=${player}&lost=${lost}`
    return ask(`/api/runs/${id}/games?skip=${skip}&count=${count}&lang=${lang}${whose}`)
  },
  beginRun: (wanted) => ask('/api/runs', 'POST', { ...wanted, owner: owner() }),
  resumeRun: (id, lang) => ask(`/api/runs/${id}?${asOwner(lang)}`, 'POST', {}),
  stopRun: (id, lang) => ask(`/api/runs/${id}?${asOwner(lang)}`, 'DELETE'),
}
