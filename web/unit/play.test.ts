import { describe, expect, test } from 'vitest'

import { Driver, chosen, game, position } from './driver'
import { PACES, PATIENCE, canPlay, initial, isBusy, update, type Effect } from '../src/lib/play'

const kinds = (effects: Effect[]) => effects.map((effect) => effect.do)

/** A game whose position is on the screen. */
function opened(...words: Parameters<typeof game>): Driver {
  const driver = new Driver(game(...words))
  driver.show()
  return driver
}

describe('opening a game', () => {
  test('asks for the position and then waits for the person', () => {
    const driver = new Driver(game('44'))
    expect(driver.is).toBe('loading')
    expect(isBusy(driver.state)).toBe(true)
    expect(driver.latest('show').line.moves).toEqual(['4', '4'])
    expect(driver.show()).toEqual([])
    expect(driver.is).toBe('human')
    expect(canPlay(driver.state)).toBe(true)
  })

  test('an earlier ply is the only one that is asked for', () => {
    const driver = opened('4455', ['human', 'human'], 1)
    expect(driver.latest('show').line.moves).toEqual(['4'])
    expect(driver.moves).toBe('4455')
  })

  test('lets the engine to move think', () => {
    const driver = opened('4', ['human', 'ninja1'])
    expect(driver.latest('think')).toMatchObject({ player: 'ninja1', line: { moves: ['4'] } })
    expect(driver.is).toBe('thinking')
    expect(canPlay(driver.state)).toBe(false)
  })

  test('an engine does not go on where an earlier ply is looked at', () => {
    const driver = opened('445', ['human', 'ninja1'], 1)
    expect(driver.is).toBe('idle')
    expect(driver.count('think')).toBe(0)
  })

  test('a finished game is finished', () => {
    const driver = new Driver(game('1212121'))
    driver.show('p1')
    expect(driver.state.activity).toEqual({ is: 'finished', outcome: 'p1' })
    expect(canPlay(driver.state)).toBe(false)
  })

  test('an address that the server refuses is a failure without a position', () => {
    const driver = new Driver(game('49'))
    driver.do({ on: 'failure', request: driver.latest('show').request, error: 'illegal move "9"' })
    expect(driver.state.activity).toEqual({ is: 'failed', error: 'illegal move "9"' })
    expect(canPlay(driver.state)).toBe(false)
  })

  test('the board of another game does not stay on the screen', () => {
    const driver = opened('44')
    driver.do({ on: 'visit', address: { ...game(''), line: { game: 'boom', start: null, moves: [] } } })
    expect(driver.state.shown).toBeNull()
  })
})

describe('a move of a person', () => {
  test('changes the list of moves with the answer, once, and is saved', () => {
    const driver = opened('44')
    expect(kinds(driver.do({ on: 'play', move: '5' }))).toEqual(['show', 'wait'])
    expect(driver.moves).toBe('44')
    expect(isBusy(driver.state)).toBe(false)
    expect(driver.show()).toEqual([{ do: 'write', afterFrame: true }, { do: 'save' }])
    expect(driver.moves).toBe('445')
    expect(driver.is).toBe('human')
  })

  test('is listed before the answer if the server is slow', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    expect(driver.latest('wait').milliseconds).toBe(PATIENCE)
    expect(driver.ring()).toEqual([{ do: 'write', afterFrame: false }])
    expect(driver.moves).toBe('445')
    expect(isBusy(driver.state)).toBe(true)
    // The answer does not write the address a second time.
    expect(driver.show()).toEqual([{ do: 'save' }])
  })

  test('a double click plays once', () => {
    const driver = opened('')
    driver.do({ on: 'play', move: '4' })
    expect(driver.do({ on: 'play', move: '4' })).toEqual([])
    driver.ring()
    expect(driver.do({ on: 'play', move: '4' })).toEqual([])
    driver.show()
    expect(driver.moves).toBe('4')
    expect(driver.count('show')).toBe(2)
  })

  test('a click while the engine thinks or the position loads is none', () => {
    const thinking = opened('4', ['human', 'ninja1'])
    expect(thinking.do({ on: 'play', move: '1' })).toEqual([])
    const loading = new Driver(game(''))
    expect(loading.do({ on: 'play', move: '1' })).toEqual([])
  })

  test('at an earlier ply begins another line, and the old one stays a variation', () => {
    const driver = opened('4455', ['human', 'human'], 3)
    driver.do({ on: 'play', move: '1' })
    driver.show()
    expect(driver.moves).toBe('4451')
    expect(driver.state.address.ply).toBeNull()
    expect(driver.state.variations).toEqual([['4', '4', '5', '5']])
    // It can be gone back to, and what was left for it is kept in turn.
    driver.do({ on: 'variation', moves: ['4', '4', '5', '5'], ply: 4 })
    driver.show()
    expect(driver.moves).toBe('4455')
    expect(driver.state.variations).toEqual([['4', '4', '5', '1']])
  })

  test('that was played there before steps on and loses nothing', () => {
    const driver = opened('4455', ['human', 'human'], 2)
    driver.do({ on: 'play', move: '5' })
    driver.show()
    expect(driver.moves).toBe('4455')
    expect(driver.state.address.ply).toBe(3)
    expect(driver.state.variations).toEqual([])
  })

  test('another one after undo keeps what was taken back', () => {
    const driver = opened('4455')
    driver.do({ on: 'undo' })
    driver.show()
    driver.do({ on: 'undo' })
    driver.show()
    driver.do({ on: 'play', move: '1' })
    driver.show()
    expect(driver.moves).toBe('441')
    expect(driver.state.variations).toEqual([['4', '4', '5', '5']])
    expect(driver.state.undone).toEqual([])
  })

  test('in a game of somebody else makes it a game of its own', () => {
    const driver = opened('44')
    expect(driver.state.address.id).toBe('abc')
    expect(driver.do({ on: 'forbidden', id: 'mine' })).toEqual([{ do: 'write', afterFrame: false }, { do: 'save' }])
    expect(driver.state.address.id).toBe('mine')
  })

  test('that the server refuses was not played, listed or not', () => {
    for (const isSlow of [false, true]) {
      const driver = opened('44')
      driver.do({ on: 'play', move: '9' })
      if (isSlow) driver.ring()
      const effects = driver.do({ on: 'failure', request: driver.latest('show').request, error: 'illegal move "9"' })
      expect(driver.moves).toBe('44')
      expect(kinds(effects)).toEqual(isSlow ? ['write'] : [])
      expect(driver.is).toBe('failed')
      // The position on the screen is right: it can be played on.
      expect(canPlay(driver.state)).toBe(true)
      driver.do({ on: 'play', move: '5' })
      driver.show()
      expect(driver.moves).toBe('445')
      expect(driver.is).toBe('human')
    }
  })

  test('the timer of an answered move changes nothing', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    const { timer } = driver.latest('wait')
    driver.show()
    const before = driver.state
    expect(driver.ring(timer)).toEqual([])
    expect(driver.state).toBe(before)
  })
})

describe('late answers', () => {
  test('of a position that nobody looks at any more change nothing', () => {
    const driver = opened('4455')
    driver.do({ on: 'look', ply: 1 })
    const old = driver.latest('show')
    driver.do({ on: 'look', ply: 3 })
    const before = driver.state
    expect(driver.show(null, old)).toEqual([])
    expect(driver.state).toBe(before)
    driver.show()
    expect(driver.state.shown?.line.moves).toEqual(['4', '4', '5'])
  })

  test('failures of old questions change nothing', () => {
    const driver = opened('4455')
    driver.do({ on: 'look', ply: 1 })
    const { request } = driver.latest('show')
    driver.do({ on: 'look', ply: 3 })
    driver.do({ on: 'failure', request, error: 'gone' })
    expect(driver.is).toBe('loading')
  })

  test('of an engine that was stopped change nothing', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    driver.do({ on: 'undo' })
    driver.show()
    const before = driver.state
    driver.do({ on: 'progress', request, soFar: { depth: 3, score: { kind: 'heuristic' as const, points: 0 }, nodes: 10, pv: [] } })
    driver.do({ on: 'chosen', request, chosen: chosen('1', driver.latest('think').line), elapsed: 5 })
    driver.do({ on: 'failure', request, error: 'stopped' })
    expect(driver.state).toBe(before)
  })

  test('of a replaced engine are not taken for those of the one that thinks now', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    driver.do({ on: 'player', side: 1, player: 'ninja2' })
    driver.do({ on: 'chosen', request, chosen: chosen('1', driver.latest('think').line), elapsed: 999 })
    driver.do({ on: 'progress', request, soFar: { depth: 3, score: { kind: 'heuristic' as const, points: 0 }, nodes: 10, pv: [] } })
    expect(driver.state.activity).toMatchObject({ is: 'thinking', chosen: null, soFar: null })
    driver.choose('2')
    expect(driver.moves).toBe('42')
  })

  test('of the timer of an earlier move do not hurry the next one', () => {
    const driver = opened('')
    driver.do({ on: 'play', move: '4' })
    const { timer } = driver.latest('wait')
    driver.show()
    driver.do({ on: 'play', move: '5' })
    expect(driver.ring(timer)).toEqual([])
    expect(driver.moves).toBe('4')
  })

  test('nothing happens after leaving', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    expect(driver.do({ on: 'leave' })).toEqual([{ do: 'stop', request }])
    expect(driver.do({ on: 'chosen', request, chosen: chosen('1', driver.latest('think').line), elapsed: 5 })).toEqual([])
    expect(driver.do({ on: 'play', move: '4' })).toEqual([])
    expect(driver.do({ on: 'visit', address: game('1') })).toEqual([])
    expect(driver.is).toBe('left')
  })
})

describe('engines', () => {
  test('think, wait for their time, and move', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    const soFar = { depth: 3, score: { kind: 'heuristic' as const, points: 7 }, nodes: 10, pv: ['2'] }
    driver.do({ on: 'progress', request, soFar })
    expect(driver.state.activity).toMatchObject({ is: 'thinking', soFar })
    driver.do({ on: 'chosen', request, chosen: chosen('2', driver.latest('think').line), elapsed: 100 })
    expect(driver.latest('wait').milliseconds).toBe(250)
    expect(driver.moves).toBe('4')
    // Its answer has brought the position: nothing is asked for.
    expect(kinds(driver.ring())).toEqual(['write', 'save'])
    expect(driver.moves).toBe('42')
    expect(driver.state.shown?.position).toBe('42')
    expect(driver.is).toBe('human')
    expect(driver.state.last.map((found) => found?.move)).toEqual([undefined, '2'])
  })

  test('play each other at the speed that is set, until the end', () => {
    const driver = opened('', ['random', 'ninja1'])
    driver.do({ on: 'speed', speed: 3 })
    driver.do({ on: 'chosen', request: driver.latest('think').request, chosen: chosen('1', driver.latest('think').line), elapsed: 50 })
    expect(driver.latest('wait').milliseconds).toBe(PACES[3] - 50)
    driver.ring()
    expect(driver.latest('think').player).toBe('ninja1')
    driver.choose('2', 'draw')
    expect(driver.is).toBe('finished')
    expect(driver.count('show')).toBe(1)
    expect(driver.count('think')).toBe(2)
  })

  test('a pause stops the search, and nothing moves until it ends', () => {
    const driver = opened('', ['random', 'random'])
    const { request } = driver.latest('think')
    expect(driver.do({ on: 'run', go: false })).toEqual([{ do: 'stop', request }])
    driver.do({ on: 'chosen', request, chosen: chosen('1', driver.latest('think').line), elapsed: 0 })
    expect(driver.is).toBe('idle')
    driver.do({ on: 'run', go: true })
    driver.choose('3')
    expect(driver.moves).toBe('3')
  })

  test('a pause while the move waits for its time takes it back', () => {
    const driver = opened('', ['random', 'random'])
    driver.do({ on: 'chosen', request: driver.latest('think').request, chosen: chosen('1', driver.latest('think').line), elapsed: 0 })
    const { timer } = driver.latest('wait')
    expect(driver.do({ on: 'run', go: false })).toEqual([])
    driver.ring(timer)
    expect(driver.moves).toBe('')
  })

  test('a failed search is told, and another player goes on', () => {
    const driver = opened('4', ['human', 'cmd:./bot'])
    driver.do({ on: 'failure', request: driver.latest('think').request, error: 'no bots here' })
    expect(driver.state.activity).toEqual({ is: 'failed', error: 'no bots here' })
    expect(canPlay(driver.state)).toBe(false)
    expect(kinds(driver.do({ on: 'player', side: 1, player: 'ninja2' }))).toEqual(['write', 'think'])
    driver.choose('1')
    expect(driver.moves).toBe('41')
  })

  test('another player in the middle of a search stops it', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    const effects = driver.do({ on: 'player', side: 1, player: 'human' })
    expect(effects).toEqual([{ do: 'stop', request }, { do: 'write', afterFrame: false }])
    expect(canPlay(driver.state)).toBe(true)
  })
})

describe('undo and redo', () => {
  test('between people one move is taken back and given again', () => {
    const driver = opened('4455')
    expect(kinds(driver.do({ on: 'undo' }))).toEqual(['write', 'show'])
    expect(driver.moves).toBe('445')
    // Saved when the position is there: only then is it known how the game stands.
    expect(kinds(driver.show())).toEqual(['save'])
    driver.do({ on: 'redo' })
    driver.show()
    expect(driver.moves).toBe('4455')
    expect(driver.do({ on: 'redo' })).toEqual([])
  })

  test('against an engine goes back to the decision of the person', () => {
    const driver = opened('4455', ['human', 'ninja1'])
    driver.do({ on: 'undo' })
    expect(driver.moves).toBe('44')
    expect(driver.state.undone).toEqual(['5', '5'])
  })

  test('while the engine thinks stops it and takes the own move back', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    expect(driver.do({ on: 'undo' })).toContainEqual({ do: 'stop', request })
    driver.show()
    expect(driver.moves).toBe('')
    expect(driver.is).toBe('human')
  })

  test('while a move is on its way takes that one back', () => {
    const driver = opened('44', ['human', 'ninja1'])
    driver.do({ on: 'play', move: '5' })
    const question = driver.latest('show')
    driver.do({ on: 'undo' })
    expect(driver.moves).toBe('44')
    expect(driver.state.undone).toEqual(['5'])
    driver.show(null, question)
    expect(driver.is).toBe('loading')
    driver.show()
    expect(driver.is).toBe('human')
  })

  test('twice in a row saves once the last position is there', () => {
    const driver = opened('4455')
    driver.do({ on: 'undo' })
    driver.do({ on: 'look', ply: 1 })
    expect(kinds(driver.show())).toEqual(['save'])
  })

  test('at the start takes nothing back, and erases nothing that is looked at later', () => {
    const driver = opened('4455', ['human', 'human'], 0)
    expect(driver.do({ on: 'undo' })).toEqual([])
    expect(driver.moves).toBe('4455')
  })

  test('of engines pauses them', () => {
    const driver = opened('44', ['random', 'random'])
    driver.do({ on: 'undo' })
    driver.show()
    expect(driver.moves).toBe('4')
    expect(driver.is).toBe('idle')
  })

  test('the same move again keeps the rest, another one forgets it', () => {
    const driver = opened('4455')
    driver.do({ on: 'undo' })
    driver.show()
    driver.do({ on: 'undo' })
    driver.show()
    driver.do({ on: 'play', move: '5' })
    driver.show()
    expect(driver.state.undone).toEqual(['5'])
    driver.do({ on: 'play', move: '1' })
    driver.show()
    expect(driver.state.undone).toEqual([])
  })
})

describe('looking at earlier positions', () => {
  test('stays within the game', () => {
    const driver = opened('4455')
    expect(driver.do({ on: 'look', ply: 9 })).toEqual([])
    driver.do({ on: 'look', ply: -3 })
    expect(driver.state.address.ply).toBe(0)
    driver.do({ on: 'look', ply: Infinity })
    expect(driver.state.address.ply).toBeNull()
  })

  test('a look at the same ply leaves a move on its way alone', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    expect(driver.do({ on: 'look', ply: 3 })).toEqual([])
    expect(kinds(driver.show())).toEqual(['write', 'save'])
  })

  test('stops the engine, which thinks again at the end', () => {
    const driver = opened('445', ['human', 'ninja1'])
    const { request } = driver.latest('think')
    expect(driver.do({ on: 'look', ply: 1 })).toContainEqual({ do: 'stop', request })
    driver.show()
    expect(driver.is).toBe('idle')
    driver.do({ on: 'look', ply: 3 })
    driver.show()
    expect(driver.is).toBe('thinking')
  })
})

describe('a replay', () => {
  test('begins at the start and ends at the end', () => {
    const driver = opened('445')
    driver.do({ on: 'replay', go: true })
    const plies = []
    for (let step = 0; step < 4; step++) {
      plies.push(driver.latest('show').line.moves.length)
      driver.show()
      if (driver.is === 'replaying') driver.ring()
    }
    expect(plies).toEqual([0, 1, 2, 3])
    expect(driver.is).toBe('human')
    expect(driver.state.address.ply).toBeNull()
  })

  test('goes on from where one looks, and can be stopped', () => {
    const driver = opened('445', ['human', 'human'], 1)
    driver.do({ on: 'replay', go: true })
    driver.ring()
    expect(driver.latest('show').line.moves).toEqual(['4', '4'])
    driver.show()
    const { timer } = driver.latest('wait')
    driver.do({ on: 'replay', go: false })
    driver.ring(timer)
    expect(driver.is).toBe('human')
    expect(driver.state.address.ply).toBe(2)
  })

  test('stopped while a position loads shows that position', () => {
    const driver = opened('445')
    driver.do({ on: 'replay', go: true })
    driver.do({ on: 'replay', go: false })
    driver.show()
    expect(driver.is).toBe('human')
    expect(driver.state.address.ply).toBe(0)
  })

  test('ends where somebody plays', () => {
    const driver = opened('445')
    driver.do({ on: 'replay', go: true })
    driver.show()
    driver.ring()
    driver.show()
    driver.do({ on: 'play', move: '1' })
    driver.show()
    expect(driver.moves).toBe('41')
    expect(driver.is).toBe('human')
  })

  test('lets the engine think at its end', () => {
    const driver = opened('4', ['human', 'ninja1'])
    driver.do({ on: 'replay', go: true })
    driver.show()
    driver.ring()
    driver.show()
    expect(driver.is).toBe('thinking')
  })
})

describe('another language', () => {
  test('while the engine thinks leaves it thinking', () => {
    const driver = opened('4', ['human', 'ninja1'])
    const think = driver.latest('think')
    driver.do({ on: 'language' })
    driver.show()
    expect(driver.state.activity).toMatchObject({ is: 'thinking', request: think.request })
    // The position that the answer brings is in the language before: it is asked for again.
    driver.choose('2')
    expect(driver.moves).toBe('42')
    expect(isBusy(driver.state)).toBe(true)
    driver.show()
    expect(driver.is).toBe('human')
    expect(driver.count('show')).toBe(3)
  })

  test('while a move is on its way asks again with that move', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    const old = driver.latest('show')
    driver.do({ on: 'language' })
    expect(driver.latest('show').line.moves).toEqual(['4', '4', '5'])
    driver.show(null, old)
    expect(driver.is).toBe('sending')
    driver.show()
    expect(driver.moves).toBe('445')
  })

  test('a failed translation leaves the position as it is', () => {
    const driver = opened('44')
    driver.do({ on: 'language' })
    driver.do({ on: 'failure', request: driver.latest('show').request, error: 'gone' })
    expect(driver.is).toBe('human')
  })

  test('a translation that comes after a move changes nothing', () => {
    const driver = opened('44')
    driver.do({ on: 'language' })
    const old = driver.latest('show')
    driver.do({ on: 'play', move: '5' })
    driver.show()
    driver.show(null, old)
    expect(driver.state.shown?.line.moves).toEqual(['4', '4', '5'])
  })

  test('before there is a game asks nothing', () => {
    expect(update(initial(), { on: 'language' })[1]).toEqual([])
  })
})

describe('a server that goes away', () => {
  test('what could not be saved is saved when it is back', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    driver.show()
    driver.do({ on: 'saved', done: false })
    expect(driver.do({ on: 'connected' })).toEqual([{ do: 'save' }])
    driver.do({ on: 'saved', done: true })
    expect(driver.do({ on: 'connected' })).toEqual([])
  })

  test('in the middle of a move: the move is listed and waits for its answer', () => {
    const driver = opened('44')
    driver.do({ on: 'play', move: '5' })
    driver.ring()
    driver.do({ on: 'connected' })
    expect(driver.is).toBe('sending')
    expect(driver.moves).toBe('445')
    driver.show()
    expect(driver.is).toBe('human')
  })
})

test('pieces that have not changed are the same objects in the next scene', () => {
  const driver = opened('4')
  const piece = { id: 'stone-4-1', kind: 'stone', colour: null, side: 1, tags: [], x: 350, y: 550, size: 80, label: '' }
  const withPiece = (line = driver.latest('show').line) => ({ ...position(line), scene: { ...position(line).scene, pieces: [{ ...piece }] } })
  driver.do({ on: 'look', ply: 0 })
  driver.do({ on: 'shown', request: driver.latest('show').request, shown: withPiece() })
  const before = driver.state.shown?.scene.pieces[0]
  driver.do({ on: 'look', ply: 1 })
  driver.do({ on: 'shown', request: driver.latest('show').request, shown: withPiece() })
  expect(driver.state.shown?.scene.pieces[0]).toBe(before)
})
