// A game on the screen as a state machine: what happens, what the state is then, and what is to be done about it.
// It knows no browser and no server. Questions are effects, answers are events, and every question has a number:
// the state holds the numbers that it waits for, and an answer with another number changes nothing.

import { lineHere, plyOf, type GameAddress, type Players } from './address'
import { sharing } from './scene'
import { isPrefix, kept, sameMoves, type Variations } from './variations'
import type { ChosenMove, Line, Outcome, PositionView, SearchProgress } from './types'

/** Milliseconds between two moves of engines, by speed. */
export const PACES = [2500, 1200, 600, 250, 0]
/** Against a person the stone that fell is to be seen before the answer falls. */
const ANSWER_PACE = 350
/** A game that is replayed at full speed must still be seen. */
const REPLAY_PACE = 60
/** Milliseconds after which a move that the server has not confirmed is shown as played. */
export const PATIENCE = 100

/** What is going on. */
export type Activity =
  /** A position was asked for; with other moves than before, the game is to be saved then. */
  | { is: 'loading'; request: number; save: boolean }
  /** A person decides. */
  | { is: 'human' }
  /** A move is on its way to the server. Until it is `listed`, the list of moves does not contain it. */
  | { is: 'sending'; request: number; timer: number; move: string; before: GameAddress; listed: boolean }
  /** An engine thinks, or has `chosen` and waits until its move may be seen. Its position is `foreign` if the language has changed since. */
  | { is: 'thinking'; request: number; soFar: SearchProgress | null; chosen: ChosenMove | null; timer: number; foreign: boolean }
  /** An engine is to move, but it is paused, or an earlier position is looked at. */
  | { is: 'idle' }
  /** The moves are shown one by one: the next position was asked for, or the timer will ask. */
  | { is: 'replaying'; request: number | null; timer: number | null }
  | { is: 'finished'; outcome: Outcome }
  | { is: 'failed'; error: string }
  /** The person has gone to another page. */
  | { is: 'left' }

export type PlayState = {
  readonly address: GameAddress
  /** The position on the screen. */
  readonly shown: PositionView | null
  readonly activity: Activity
  /** What was taken back, latest first. */
  readonly undone: readonly string[]
  /** What each side's engine has found when it last moved. */
  readonly last: readonly [ChosenMove | null, ChosenMove | null]
  /** Other lines that were played in this game: nothing that was played is lost. */
  readonly variations: Variations
  /** Whether engines go on by themselves. */
  readonly running: boolean
  readonly speed: number
  /** The number of the latest question or timer. */
  readonly serial: number
  /** The question for the same position in another language, if one is open. */
  readonly translation: number | null
  /** The server could not be told where the game stands. */
  readonly unsaved: boolean
}

export type PlayEvent =
  | { on: 'visit'; address: GameAddress; variations?: Variations }
  /** Another line of this game, and the ply to look at. */
  | { on: 'variation'; moves: readonly string[]; ply: number }
  /** The game is somebody else's: from here on it is another one. */
  | { on: 'forbidden'; id: string }
  | { on: 'language' }
  | { on: 'play'; move: string }
  | { on: 'undo' }
  | { on: 'redo' }
  | { on: 'look'; ply: number }
  | { on: 'replay'; go: boolean }
  | { on: 'player'; side: 0 | 1; player: string }
  | { on: 'run'; go: boolean }
  | { on: 'speed'; speed: number }
  | { on: 'leave' }
  | { on: 'shown'; request: number; shown: PositionView }
  | { on: 'progress'; request: number; soFar: SearchProgress }
  | { on: 'chosen'; request: number; chosen: ChosenMove; elapsed: number }
  | { on: 'failure'; request: number; error: string }
  | { on: 'timer'; timer: number }
  | { on: 'saved'; done: boolean }
  | { on: 'connected' }

export type Effect =
  | { do: 'show'; request: number; line: Line }
  | { do: 'think'; request: number; line: Line; player: string }
  | { do: 'stop'; request: number }
  | { do: 'wait'; timer: number; milliseconds: number }
  /** The browser's address follows; after the next frame, if one is about to be drawn. */
  | { do: 'write'; afterFrame: boolean }
  | { do: 'save' }

export type Step = [PlayState, Effect[]]

export function initial(): PlayState {
  return {
    address: { line: { game: '', start: null, moves: [] }, players: ['human', 'human'], ply: null, id: null },
    shown: null,
    activity: { is: 'idle' },
    undone: [],
    last: [null, null],
    variations: [],
    running: true,
    speed: 2,
    serial: 0,
    translation: null,
    unsaved: false,
  }
}

// What can be asked of a state.

export function isAtEnd(state: PlayState): boolean {
  return plyOf(state.address) === state.address.line.moves.length
}

export function isBusy({ activity }: PlayState): boolean {
  if (activity.is === 'sending') return activity.listed
  if (activity.is === 'replaying') return activity.request !== null
  return activity.is === 'loading' || activity.is === 'thinking'
}

/** Whether a person may play in the position on the screen. */
export function canPlay(state: PlayState): boolean {
  const { shown, activity } = state
  if (!shown || shown.outcome || playerToMove(state) !== 'human') return false
  switch (activity.is) {
    case 'human':
      return true
    case 'replaying':
      return activity.request === null
    case 'failed':
      return sameMoves(shown.line.moves, lineHere(state.address).moves)
    default:
      return false
  }
}

export function hasOnlyEngines({ address }: PlayState): boolean {
  return address.players.every((player) => player !== 'human')
}

function playerToMove({ address, shown }: PlayState): string | undefined {
  return shown ? address.players[shown.to_move - 1] : undefined
}

/** Who made the move with this index: the position on the screen knows its past and who is to move. */
function moverAt({ shown }: PlayState, index: number): number {
  return shown?.movers[index] ?? (shown && shown.movers.length === index ? shown.to_move : 1)
}

// What happens.

export function update(state: PlayState, event: PlayEvent): Step {
  if (state.activity.is === 'left') return [state, []]
  switch (event.on) {
    case 'visit':
      return load({ ...visited(state, event.address), variations: event.variations ?? [] })
    case 'variation':
      return vary(state, event.moves, event.ply)
    case 'forbidden':
      return [{ ...state, address: { ...state.address, id: event.id } }, [{ do: 'write', afterFrame: false }, { do: 'save' }]]
    case 'language':
      return translate(state)
    case 'play':
      return canPlay(state) ? send(state, event.move) : [state, []]
    case 'undo':
      return undo(state)
    case 'redo':
      return redo(state)
    case 'look':
      return look(state, event.ply)
    case 'replay':
      return event.go ? replay(state) : stopReplay(state)
    case 'player':
      return changePlayer(state, event.side, event.player)
    case 'run':
      return run(state, event.go)
    case 'speed':
      return [{ ...state, speed: event.speed }, []]
    case 'leave':
      return [{ ...state, activity: { is: 'left' } }, stopThinking(state)]
    case 'shown':
      return receive(state, event.request, event.shown)
    case 'progress':
      return progress(state, event.request, event.soFar)
    case 'chosen':
      return hold(state, event.request, event.chosen, event.elapsed)
    case 'failure':
      return fail(state, event.request, event.error)
    case 'timer':
      return ring(state, event.timer)
    case 'saved':
      return [{ ...state, unsaved: !event.done }, []]
    case 'connected':
      return [state, state.unsaved ? [{ do: 'save' }] : []]
  }
}

function visited(state: PlayState, address: GameAddress): PlayState {
  return { ...state, address, undone: [], last: [null, null], shown: keptScene(state, address) }
}

/** Another line of the game; the one so far is kept. */
function vary(before: PlayState, moves: readonly string[], ply: number): Step {
  const state = listed(before)
  const { line } = state.address
  const variations = kept(moves, state.variations, [...line.moves, ...state.undone])
  const address = { ...state.address, line: { ...line, moves: [...moves] }, ply: ply < moves.length ? ply : null }
  return follow({ ...state, address, variations, undone: [] }, true)
}

/** The picture of another game says nothing about this one; one of the same game stays until the next is there. */
function keptScene({ shown, address }: PlayState, next: GameAddress): PositionView | null {
  return next.line.game === address.line.game ? shown : null
}

/** Asks for the position that is looked at. */
function load(state: PlayState, save = false): Step {
  const { activity } = state
  const request = state.serial + 1
  const loading: Activity = { is: 'loading', request, save: save || (activity.is === 'loading' && activity.save) }
  const next: PlayState = { ...state, serial: request, translation: null, activity: loading }
  return [next, [...stopThinking(state), { do: 'show', request, line: lineHere(next.address) }]]
}

/** The same with another address. */
function follow(state: PlayState, save: boolean): Step {
  const [next, effects] = load(state, save)
  return [next, [{ do: 'write', afterFrame: false }, ...effects]]
}

/** The same position in another language, whatever is going on. */
function translate(state: PlayState): Step {
  const { activity } = state
  if (!state.shown) return state.address.line.game ? load(state) : [state, []]
  const request = state.serial + 1
  const line = activity.is === 'sending' ? lineAfter(activity.before, activity.move) : lineHere(state.address)
  const effects: Effect[] = [{ do: 'show', request, line }]
  if (activity.is === 'loading' || activity.is === 'sending' || (activity.is === 'replaying' && activity.request !== null)) {
    return [{ ...state, serial: request, activity: { ...activity, request } }, effects]
  }
  const next: Activity = activity.is === 'thinking' ? { ...activity, foreign: true } : activity
  return [{ ...state, serial: request, translation: request, activity: next }, effects]
}

function lineAfter(address: GameAddress, move: string): Line {
  const here = lineHere(address)
  return { ...here, moves: [...here.moves, move] }
}

/** Plays a move in the position that is looked at; what came after it is kept as a variation. */
function send(state: PlayState, move: string): Step {
  const sending = onItsWay(state, move)
  const { request, timer } = sending.activity
  const show: Effect = { do: 'show', request, line: lineAfter(state.address, move) }
  // The screen changes once, when the answer is there: a frame in between would only make the stone wait.
  return [sending, [show, { do: 'wait', timer, milliseconds: PATIENCE }]]
}

function onItsWay(state: PlayState, move: string) {
  const request = state.serial + 1
  const timer = state.serial + 2
  const activity = { is: 'sending', request, timer, move, before: state.address, listed: false } as const
  return { ...state, serial: timer, translation: null, activity }
}

/** Plays what an engine has chosen: its answer has brought the position. */
function reply(state: PlayState, { move, position }: ChosenMove, foreign: boolean): Step {
  const sending = onItsWay(state, move)
  // Between the move and its position in another language it is nobody's turn.
  if (foreign) {
    const { request } = sending.activity
    return [listed(sending), [{ do: 'write', afterFrame: false }, { do: 'show', request, line: lineAfter(state.address, move) }]]
  }
  return receive(sending, sending.activity.request, position)
}

/** The state with the move that is on its way in the list of moves. */
function listed(state: PlayState): PlayState {
  const { activity, undone } = state
  if (activity.is !== 'sending' || activity.listed) return state
  const { before } = activity
  const line = lineAfter(before, activity.move)
  // Whoever plays what was played steps on: what follows is still there.
  const again = isPrefix(line.moves, before.line.moves)
  const whole = again ? before.line : line
  const ply = line.moves.length < whole.moves.length ? line.moves.length : null
  const redone = undone[0] === activity.move && plyOf(before) === before.line.moves.length
  return {
    ...state,
    address: { ...before, line: whole, ply },
    undone: again ? undone : redone ? undone.slice(1) : [],
    variations: again || redone ? state.variations : kept(whole.moves, state.variations, [...before.line.moves, ...undone]),
    activity: { ...activity, listed: true },
  }
}

function undo(before: PlayState): Step {
  const state = listed(before)
  const moves = [...lineHere(state.address).moves]
  if (moves.length === 0) return [before, []]
  const { players, line } = state.address
  const taken = [moves.pop()!]
  // Back to where a person decided, if there is one.
  const isHumanAt = (index: number) => players[moverAt(state, index) - 1] === 'human'
  if (!hasOnlyEngines(state)) while (moves.length > 0 && !isHumanAt(moves.length)) taken.unshift(moves.pop()!)
  const running = state.running && !hasOnlyEngines(state)
  const address = { ...state.address, line: { ...line, moves }, ply: null }
  return follow({ ...state, address, running, undone: [...taken, ...state.undone] }, true)
}

function redo(before: PlayState): Step {
  const state = listed(before)
  const [move, ...undone] = state.undone
  if (move === undefined) return [before, []]
  const here = lineHere(state.address)
  const address = { ...state.address, line: { ...here, moves: [...here.moves, move] }, ply: null }
  return follow({ ...state, address, undone }, true)
}

function look(before: PlayState, ply: number): Step {
  const state = listed(before)
  const next = lookingAt(state, ply)
  return plyOf(next.address) === plyOf(state.address) ? [before, []] : follow(next, false)
}

function lookingAt(state: PlayState, ply: number): PlayState {
  const most = state.address.line.moves.length
  const wanted = Math.max(0, Math.min(ply, most))
  return { ...state, address: { ...state.address, ply: wanted === most ? null : wanted } }
}

/** Shows the moves one by one, from where one looks, or from the start. */
function replay(state: PlayState): Step {
  if (isAtEnd(state)) return replayAt(listed(state), 0)
  const [next, effects] = beat(state)
  return [next, [...stopThinking(state), ...effects]]
}

/** Waits for the moment of the next move. */
function beat(state: PlayState): Step {
  const timer = state.serial + 1
  const milliseconds = Math.max(REPLAY_PACE, PACES[state.speed])
  return [{ ...state, serial: timer, activity: { is: 'replaying', request: null, timer } }, [{ do: 'wait', timer, milliseconds }]]
}

function replayAt(state: PlayState, ply: number): Step {
  const [loading, effects] = follow(lookingAt(state, ply), false)
  return [{ ...loading, activity: { is: 'replaying', request: loading.serial, timer: null } }, effects]
}

function stopReplay(state: PlayState): Step {
  const { activity } = state
  if (activity.is !== 'replaying') return [state, []]
  return activity.request === null ? settle(state) : [{ ...state, activity: { is: 'loading', request: activity.request, save: false } }, []]
}

function changePlayer(state: PlayState, side: 0 | 1, player: string): Step {
  const players: Players = side === 0 ? [player, state.address.players[1]] : [state.address.players[0], player]
  const next = { ...state, address: { ...state.address, players } }
  const write: Effect = { do: 'write', afterFrame: false }
  const { activity } = next
  if (activity.is === 'sending') {
    return [{ ...next, activity: { ...activity, before: { ...activity.before, players } } }, [write]]
  }
  if (activity.is === 'loading' || activity.is === 'replaying' || !next.shown) return [next, [write]]
  const [settled, effects] = settle(next)
  return [settled, [...stopThinking(state), write, ...effects]]
}

function run(state: PlayState, go: boolean): Step {
  const next = { ...state, running: go }
  if (go) return next.activity.is === 'idle' ? settle(next) : [next, []]
  return next.activity.is === 'thinking' ? [{ ...next, activity: { is: 'idle' } }, stopThinking(state)] : [next, []]
}

// What the server and the clock answer.

function receive(state: PlayState, request: number, shown: PositionView): Step {
  const { activity } = state
  const here = { ...shown, scene: sharing(state.shown?.scene, shown.scene) }
  if (request === state.translation) return [{ ...state, translation: null, shown: here }, []]
  if (!('request' in activity) || activity.request !== request) return [state, []]
  switch (activity.is) {
    case 'loading': {
      const [next, effects] = settle({ ...state, shown: here })
      return [next, activity.save ? [{ do: 'save' }, ...effects] : effects]
    }
    case 'sending': {
      const [next, effects] = settle({ ...listed(state), shown: here })
      const write: Effect[] = activity.listed ? [] : [{ do: 'write', afterFrame: true }]
      return [next, [...write, { do: 'save' }, ...effects]]
    }
    case 'replaying': {
      const next = { ...state, shown: here }
      return isAtEnd(next) ? settle(next) : beat(next)
    }
    default:
      return [state, []]
  }
}

/** The position on the screen is the one that is looked at: who decides? */
function settle(state: PlayState): Step {
  const { shown } = state
  if (!shown) return [state, []]
  if (shown.outcome) return [{ ...state, activity: { is: 'finished', outcome: shown.outcome } }, []]
  const player = playerToMove(state)
  if (player === undefined || player === 'human') return [{ ...state, activity: { is: 'human' } }, []]
  if (!state.running || !isAtEnd(state)) return [{ ...state, activity: { is: 'idle' } }, []]
  const request = state.serial + 1
  const activity: Activity = { is: 'thinking', request, soFar: null, chosen: null, timer: 0, foreign: false }
  return [{ ...state, serial: request, activity }, [{ do: 'think', request, line: lineHere(state.address), player }]]
}

function stopThinking({ activity }: PlayState): Effect[] {
  return activity.is === 'thinking' && !activity.chosen ? [{ do: 'stop', request: activity.request }] : []
}

function progress(state: PlayState, request: number, soFar: SearchProgress): Step {
  const { activity } = state
  if (activity.is !== 'thinking' || activity.request !== request) return [state, []]
  return [{ ...state, activity: { ...activity, soFar } }, []]
}

/** An engine has chosen. Where engines play each other somebody watches, so the move waits for its time. */
function hold(state: PlayState, request: number, chosen: ChosenMove, elapsed: number): Step {
  const { activity } = state
  if (activity.is !== 'thinking' || activity.request !== request || activity.chosen) return [state, []]
  const pace = hasOnlyEngines(state) ? PACES[state.speed] : ANSWER_PACE
  const timer = state.serial + 1
  const milliseconds = Math.max(0, pace - elapsed)
  return [{ ...state, serial: timer, activity: { ...activity, chosen, timer } }, [{ do: 'wait', timer, milliseconds }]]
}

/** The state with what the engine of the side to move has found. */
function remembered(state: PlayState, chosen: ChosenMove): PlayState {
  const [first, second] = state.last
  return { ...state, last: state.shown?.to_move === 2 ? [first, chosen] : [chosen, second] }
}

function fail(state: PlayState, request: number, error: string): Step {
  const { activity } = state
  if (request === state.translation) return [{ ...state, translation: null }, []]
  if (!('request' in activity) || activity.request !== request) return [state, []]
  const failed: PlayState = { ...state, activity: { is: 'failed', error } }
  // A move that the server refuses was not played.
  if (activity.is !== 'sending') return [failed, []]
  return [{ ...failed, address: activity.before }, activity.listed ? [{ do: 'write', afterFrame: false }] : []]
}

function ring(state: PlayState, timer: number): Step {
  const { activity } = state
  if (!('timer' in activity) || activity.timer !== timer) return [state, []]
  switch (activity.is) {
    case 'sending':
      return activity.listed ? [state, []] : [listed(state), [{ do: 'write', afterFrame: false }]]
    case 'thinking':
      return activity.chosen ? reply(remembered(state, activity.chosen), activity.chosen, activity.foreign) : [state, []]
    case 'replaying':
      return replayAt(state, plyOf(state.address) + 1)
  }
}
