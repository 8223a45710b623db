// The half of a page without a server: engines in Web Workers of this tab, and IndexedDB for what is kept. One worker answers
// what takes no time; another searches, so that nobody waits for a search but who wants it; a third plays matches.

import { afterFirstBoard } from '../first'
import { settings, type Language } from '../settings.svelte'
import { engines, fetchAll, fetchBook, makeEngine } from '../site/engine'
import { isLast, stopped, type EngineAnswer } from '../site/concluded'
import { forgetGame, keepGame, keptGames } from '../site/games'
import { keptReview, keepReview } from '../site/reviews'
import { EngineLine } from '../site/line'
import { offline } from '../site/offline'
import requests from '../requests.json'
import { TabRuns } from '../site/runs'
import { Trees } from '../site/trees'
import { Refused, type Hear, type Transport, type Wanted } from '../transport'
import type { Answer, Question, Request, RunRequest, SavedGame, SavedGameBody } from '../types'

const desk = new EngineLine(makeEngine, false)
const thinker = new EngineLine(makeEngine, true)
const tab = new TabRuns(desk)
const trees = new Trees()

// Fetched and compiled while the page shows. Who asks hears of a failure.
engines().catch(() => {})

/** Whether a question may take seconds. */
function takesTime(request: Request): boolean {
  // A random move is a picture's.
  if (request.do === 'choose' && request.player.startsWith('random')) return false
  return requests.takesTime.includes(request.do)
}

// What can wait until somebody can play: workers for searches, the rest of the engines, the book, the copy for times without a network.
afterFirstBoard(() => {
  thinker.prepare()
  void Promise.allSettled([fetchBook(), fetchAll()]).then(offline)
})

/** Questions that were stopped before their worker was asked. */
const looking = new Set<number>()

export function ask(call: Question, hear: Hear) {
  const tell = (answer: EngineAnswer) => void hear(answer as Answer)
  if (call.do === 'review') {
    void review(call, tell)
    return
  }
  if (call.do === 'tree') {
    trees.search(thinker, call, tell)
    return
  }
  const events = call.do === 'events' && trees.events(call.tree, call.from)
  if (events) {
    tell({ ...events, id: call.id })
    return
  }
  const line = takesTime(call) ? thinker : desk
  line.ask(call, tell)
}

/** A review that is kept, or a new one, which is kept then. */
async function review(call: Extract<Question, { do: 'review' }>, tell: (answer: EngineAnswer) => void) {
  looking.add(call.id)
  const known = await keptReview(call).catch(() => undefined)
  if (!looking.delete(call.id)) tell(stopped(call))
  else if (known) tell({ ...known, id: call.id, is: 'review' })
  else if (call.kept) tell({ id: call.id, is: 'review', positions: [], costly: [], done: true, complete: false })
  else {
    thinker.ask(call, (answer) => {
      if (answer.is === 'review' && answer.done && answer.complete) void keepReview(call, answer).catch(() => {})
      tell(answer)
    })
  }
}

let last = 0
/** Numbers of their own: those of `live` begin at one, those of runs higher. */
const FIRST = 2 ** 29

export function once<T>(request: Request, lang: Language): Promise<T> {
  return new Promise((resolve, reject) => {
    ask({ ...request, lang, id: FIRST + ++last }, (answer) => {
      if (answer.is === 'error') reject(new Refused(answer.error, 400))
      else if (isLast(answer)) resolve(answer as T)
      return isLast(answer)
    })
  })
}

export function stop(id: number) {
  looking.delete(id)
  thinker.stop(id)
}

/** Nothing can be cut off: what answers is in this tab. */
export const onConnection = () => () => {}

export const savedGames = keptGames
export const deleteGame = forgetGame
/** Saves of one tab are written in the order in which they come: no stamp is needed to tell them apart. */
export async function saveGame(id: string, { line, first, second, outcome, stamp }: Omit<SavedGameBody, 'owner'>): Promise<SavedGame> {
  const game = { id, line: { start: null, moves: [], ...line }, first, second, outcome: outcome ?? null, updated: Date.now(), stamp: stamp ?? 0 }
  // A board in somebody's page is nobody's game.
  return settings.embedded ? game : keepGame(game)
}
export const shareGame = () => Promise.reject(new Refused('two devices meet on a server', 400))

export const runs = () => tab.runs()
export const run = (id: string, lang: Language) => tab.run(id, lang)
export const runGames = (id: number, wanted: Wanted, lang: Language) => tab.runGames(id, wanted, lang)
export const beginRun = (wanted: Omit<RunRequest, 'owner'>, lang: Language) => tab.begin(wanted, lang)
export const resumeRun = (id: number, lang: Language) => tab.resume(id, lang)
export const stopRun = async (id: number) => tab.stop(id)

// Nothing is left of this line but that the types are right.
void ({ once, ask, stop, onConnection, savedGames, saveGame, deleteGame, shareGame, runs, run, runGames, beginRun, resumeRun, stopRun } satisfies Transport)
