import { describe, expect, test } from 'vitest'

import { chosen as madeChoice } from './driver'
import { concluded, isLast, type EngineAnswer, type EngineCall } from '../src/lib/site/concluded'
import type { FromEngine } from '../src/lib/site/engine'
import { EngineLine } from '../src/lib/site/line'
import type { Line } from '../src/lib/types'

const line: Line = { game: 'boom', start: null, moves: [] }
const choose = (id: number): EngineCall => ({ do: 'choose', line, player: 'ninja3', id, lang: 'en' })
const analyze = (id: number): EngineCall => ({ do: 'analyze', line, player: 'pvs', time: 1000, id, lang: 'en' })
const progress = (id: number, ...pv: string[]): EngineAnswer => ({ id, is: 'progress', depth: 3, nodes: 100, score: { kind: 'heuristic', points: 5 }, pv })
const chosen = (id: number, move: string): EngineAnswer => ({ id, is: 'chosen', ...madeChoice(move, line) })

/** A worker that says what the test wants. */
class Fake {
  static all: Fake[] = []
  asked: EngineCall[] = []
  ended = false
  #hear: (message: FromEngine) => void
  constructor(hear: (message: FromEngine) => void) {
    this.#hear = hear
    Fake.all.push(this)
  }
  ask(text: string) {
    this.asked.push(JSON.parse(text))
  }
  end() {
    this.ended = true
  }
  says(...answers: EngineAnswer[]) {
    for (const answer of answers) this.#hear({ is: 'answer', text: JSON.stringify(answer) })
  }
  done() {
    this.#hear({ is: 'done' })
  }
  breaks(why: string) {
    this.#hear({ is: 'broken', why })
  }
}

function lineOfFakes(hasSpare = true) {
  Fake.all = []
  const line = new EngineLine((hear) => new Fake(hear), hasSpare)
  const heard: Record<number, EngineAnswer[]> = {}
  const ask = (call: EngineCall) => {
    heard[call.id] = []
    line.ask(call, (answer) => heard[call.id].push(answer))
  }
  return { line, heard, ask }
}

describe('questions before one worker', () => {
  test('they are answered one after the other', () => {
    const { heard, ask } = lineOfFakes()
    ask(choose(1))
    ask(choose(2))
    const [worker, spare] = Fake.all
    expect(worker.asked.map(({ id }) => id)).toEqual([1])
    worker.says(progress(1, '4'), chosen(1, '4'))
    worker.done()
    expect(heard[1].map(({ is }) => is)).toEqual(['progress', 'chosen'])
    expect(worker.asked.map(({ id }) => id)).toEqual([1, 2])
    expect(spare.asked).toEqual([])
    expect(Fake.all.length).toBe(2)
  })

  test('a stop ends the worker, and the spare one goes on', () => {
    const { line, heard, ask } = lineOfFakes()
    ask(choose(1))
    ask(choose(2))
    const [worker, spare] = Fake.all
    worker.says(progress(1, '4', '5'))
    line.stop(1)
    expect(worker.ended).toBe(true)
    expect(heard[1].at(-1)).toEqual({ id: 1, is: 'error', error: 'stopped' })
    expect(spare.asked.map(({ id }) => id)).toEqual([2])
    // And another one stands ready.
    expect(Fake.all.length).toBe(3)
    // What the ended one had still to say is nobody's answer.
    worker.says(chosen(1, '7'))
    worker.done()
    expect(heard[1].length).toBe(2)
    expect(spare.asked.length).toBe(1)
    spare.says(chosen(2, '1'))
    expect(heard[2].at(-1)).toMatchObject({ is: 'chosen', move: '1' })
  })

  test('who waits is stopped without ending anybody', () => {
    const { line, heard, ask } = lineOfFakes()
    ask(choose(1))
    ask(analyze(2))
    line.stop(2)
    expect(heard[2]).toEqual([{ id: 2, is: 'error', error: 'stopped' }])
    expect(Fake.all[0].ended).toBe(false)
    Fake.all[0].says(chosen(1, '4'))
    // Answered, although the worker has not said that it is done: there is nothing to stop.
    line.stop(1)
    expect(Fake.all[0].ended).toBe(false)
    expect(heard[1].length).toBe(1)
  })

  test('a worker that breaks answers its question with why, and the next one goes on', () => {
    const { heard, ask } = lineOfFakes()
    ask(choose(1))
    ask(choose(2))
    const [worker, spare] = Fake.all
    worker.breaks('unreachable')
    expect(heard[1]).toEqual([{ id: 1, is: 'error', error: 'unreachable' }])
    expect(worker.ended).toBe(true)
    expect(spare.asked.map(({ id }) => id)).toEqual([2])
    // A panic is told by the module itself, and only once.
    spare.says({ id: 2, is: 'error', error: 'index out of bounds' })
    spare.breaks('unreachable')
    expect(heard[2]).toEqual([{ id: 2, is: 'error', error: 'index out of bounds' }])
  })

  test('a spare worker that breaks is not used', () => {
    const { line, ask } = lineOfFakes()
    ask(choose(1))
    const [, spare] = Fake.all
    spare.breaks('out of memory')
    expect(spare.ended).toBe(true)
    line.stop(1)
    ask(choose(2))
    expect(spare.asked).toEqual([])
    expect(Fake.all[2].asked.map(({ id }) => id)).toEqual([2])
  })

  test('a worker that says nothing is an error and no wait', () => {
    const { heard, ask } = lineOfFakes(false)
    ask(choose(1))
    Fake.all[0].done()
    expect(heard[1]).toEqual([{ id: 1, is: 'error', error: 'no answer' }])
    expect(Fake.all.length).toBe(1)
  })

  test('an end ends everything', () => {
    const { line, heard, ask } = lineOfFakes()
    ask(choose(1))
    ask(choose(2))
    line.end()
    expect(Fake.all.every(({ ended }) => ended)).toBe(true)
    expect([heard[1], heard[2]].flat().map(({ is }) => is)).toEqual(['error', 'error'])
  })
})

describe('what is the answer to a stopped question', () => {
  const moves = [{ move: '4', score: null, depth: 2, pv: ['4'] }]
  const cases: [string, EngineCall, EngineAnswer | null, object][] = [
    ['an analysis', analyze(1), { id: 1, is: 'analysis', moves, done: false }, { is: 'analysis', moves, done: true }],
    ['an analysis before its first result', analyze(1), null, { is: 'analysis', moves: [], done: true }],
    ['an analysis that only knows its progress', analyze(1), progress(1, '4'), { is: 'analysis', moves: [], done: true }],
    ['a choice before its first result', { ...choose(1), lang: 'es' }, null, { is: 'error', error: 'se ha detenido' }],
    ['a review', { do: 'review', line, id: 1, lang: 'en' }, null, { is: 'review', done: true, complete: false }],
    ['a tree', { do: 'tree', line, engine: 'pvs', id: 1, lang: 'en' }, null, { is: 'error', error: 'stopped' }],
  ]
  test.each(cases)('%s', (_, call, latest, expected) => {
    const answer = concluded(call, latest)
    expect(answer).toMatchObject(expected)
    expect(answer.id).toBe(1)
    expect(isLast(answer)).toBe(true)
  })
})
