// Matches in this tab. A worker of its own plays a run game by game; every finished game is kept, so that a closed tab loses
// only the game that was being played. The schedule, the statistics and the games are those of the command line.

import type { Language } from '../settings.svelte'
import { Refused, type Wanted } from '../transport'
import type { RunGame, RunRequest, RunSummary, RunView } from '../types'
import type { ContestAnswer, ContestCall, EngineAnswer, GameOfRun, Opaque } from './concluded'
import { makeEngine } from './engine'
import { EngineLine } from './line'
import { Table } from './store'

type KeptRun = { run: number; created: number; contest: Opaque; summary: RunSummary }
type KeptRecord = { run: number; index: number; record: GameOfRun }

const kept = new Table<KeptRun>('runs')
const records = new Table<KeptRecord>('records')
/** Runs that are kept; the oldest are forgotten first. */
const MOST = 40
/** Games that a tab plays in one run. */
const MOST_GAMES = 1000
const WORDS = {
  none: ['there is no such match here', 'aquí no existe ese enfrentamiento'],
  busy: ['another match is being played in this tab: stop it first', 'en esta pestaña se está jugando otro enfrentamiento: detenlo antes'],
  elsewhere: ['this match is being played in another tab', 'este enfrentamiento se está jugando en otra pestaña'],
  long: [
    `a tab plays at most ${MOST_GAMES} games in one run; poda match on the command line plays more`,
    `una pestaña juega como máximo ${MOST_GAMES} partidas por serie; poda match, en la línea de comandos, juega más`,
  ],
} as const

function refusal(key: keyof typeof WORDS, lang: Language): Refused {
  return new Refused(WORDS[key][lang === 'es' ? 1 : 0], 400)
}

type Unnumbered<Call> = Call extends unknown ? Omit<Call, 'id'> : never
type Deaf = () => void

/** A question about runs, to one of the workers. */
type Ask = <Kind extends ContestAnswer['is']>(
  call: Unnumbered<ContestCall>,
  kind: Kind,
  meanwhile?: (answer: EngineAnswer) => void,
) => Promise<Extract<ContestAnswer, { is: Kind }>>

let last = 0
/** Numbers of their own: those of the page begin at one. */
const FIRST = 2 ** 30

function askOf(line: EngineLine): Ask {
  return (call, kind, meanwhile) =>
    new Promise((resolve, reject) => {
      line.ask({ ...call, id: FIRST + ++last } as ContestCall, (answer) => {
        if (answer.is === 'error') reject(new Refused(answer.error, 400))
        else if (answer.is === kind) resolve(answer as Extract<ContestAnswer, { is: typeof kind }>)
        else meanwhile?.(answer)
      })
    })
}

/** A run that this tab plays. */
type Playing = {
  row: KeptRun
  /** All its games, of which the desk has been given the first so many. */
  played: GameOfRun[]
  given: number
  line: EngineLine
  board: RunGame | null
  free: Deaf
}

export class TabRuns {
  /** Answers what is asked about runs; another worker plays. */
  #desk: Ask
  #playing: Playing | null = null
  /** What stopped a run, until it is resumed. */
  #failures = new Map<number, string>()

  constructor(desk: EngineLine) {
    this.#desk = askOf(desk)
  }

  async runs(): Promise<RunSummary[]> {
    const others = await playedElsewhere()
    const rows = (await kept.all()).sort((one, other) => other.run - one.run)
    return rows.map(({ run, summary }) => this.#staged({ ...summary, run }, others))
  }

  async run(id: string, lang: Language): Promise<RunView> {
    const run = Number(id)
    await this.#load(run, lang)
    const { view } = await this.#desk({ do: 'contest-show', lang, run }, 'contest-view')
    const board = this.#of(run)?.board
    return { ...this.#staged(view, await playedElsewhere()), boards: board ? [board] : [] }
  }

  async runGames(run: number, wanted: Wanted, lang: Language): Promise<RunGame[]> {
    await this.#load(run, lang)
    return (await this.#desk({ do: 'contest-games', lang, run, ...wanted }, 'contest-games')).games
  }

  async begin(wanted: Omit<RunRequest, 'owner'>, lang: Language): Promise<RunSummary> {
    if (this.#playing) throw refusal('busy', lang)
    const rows = await kept.all()
    const run = Math.max(0, ...rows.map((row) => row.run)) + 1
    const created = Math.floor(Date.now() / 1000)
    const { summary, contest } = await this.#desk({ do: 'contest-begin', lang, run, created, ...wanted }, 'contest')
    if (summary.planned > MOST_GAMES) throw refusal('long', lang)
    await kept.put({ run, created, contest, summary })
    for (const old of rows.sort((one, other) => other.run - one.run).slice(MOST - 1)) {
      await records.removeAll(old.run)
      await kept.remove(old.run)
    }
    await this.#start(run, lang)
    return this.#staged(summary, [])
  }

  async resume(run: number, lang: Language): Promise<void> {
    if (this.#of(run)) return
    if (this.#playing) throw refusal('busy', lang)
    await this.#start(run, lang)
  }

  stop(run: number) {
    const playing = this.#of(run)
    if (playing) this.#leave(playing)
  }

  #of(run: number): Playing | null {
    return this.#playing?.row.run === run ? this.#playing : null
  }

  #staged<Listed extends RunSummary>(listed: Listed, others: number[]): Listed {
    const { run } = listed
    const failure = this.#failures.get(run) ?? listed.failure
    if (this.#of(run)) return { ...listed, stage: 'here', yours: true }
    const isElsewhere = others.includes(run) && listed.stage !== 'finished'
    return isElsewhere ? { ...listed, stage: 'elsewhere', yours: false, failure } : { ...listed, yours: true, failure }
  }

  async #kept(run: number, lang: Language): Promise<Pick<Playing, 'row' | 'played'>> {
    const row = Number.isSafeInteger(run) ? await kept.get(run) : undefined
    if (!row) throw refusal('none', lang)
    return { row, played: (await records.all(run)).map(({ record }) => record) }
  }

  /** Gives the desk the games of a run that it lacks. */
  async #load(run: number, lang: Language) {
    const playing = this.#of(run)
    const { row, played } = playing ?? (await this.#kept(run, lang))
    const count = played.length
    const { summary } = await load(this.#desk, row, played.slice(playing?.given ?? 0, count), lang)
    // It has forgotten the run: it holds a few.
    if (summary.played < count) await load(this.#desk, row, played.slice(0, count), lang)
    if (playing) playing.given = count
  }

  async #start(run: number, lang: Language) {
    const free = await claim(run)
    if (!free) throw refusal('elsewhere', lang)
    const line = new EngineLine(makeEngine, false)
    let playing: Playing | null = null
    try {
      const { row, played } = await this.#kept(run, lang)
      playing = this.#playing = { row, played, given: 0, line, board: null, free }
      this.#failures.delete(run)
      const ask = askOf(line)
      await load(ask, row, played, lang)
      void this.#play(playing, ask, lang)
    } catch (error) {
      if (playing) this.#leave(playing)
      else free()
      throw error
    }
  }

  /** One game after the other, until all are played or the run is stopped. */
  async #play(playing: Playing, ask: Ask, lang: Language) {
    const { row } = playing
    const { run } = row
    try {
      while (this.#playing === playing) {
        const { summary, record } = await ask({ do: 'contest-step', lang, run }, 'contest-game', (answer) => {
          if (answer.is === 'contest-board') playing.board = answer.board
        })
        if (this.#playing !== playing) return
        if (record) {
          await records.put({ run, index: record.index, record })
          playing.played.push(record)
        }
        playing.board = null
        await kept.put({ ...row, summary })
        if (!record || summary.stage === 'finished') break
      }
    } catch (error) {
      // An error after a stop is expected.
      if (this.#playing === playing) this.#failures.set(run, (error as Error).message)
    }
    this.#leave(playing)
  }

  #leave(playing: Playing) {
    if (this.#playing === playing) this.#playing = null
    playing.line.end()
    playing.free()
  }
}

/** Gives a worker games of a run. */
function load(ask: Ask, { run, created, contest }: KeptRun, played: GameOfRun[], lang: Language) {
  return ask({ do: 'contest-load', lang, run, created, contest, records: played }, 'contest')
}

// Two tabs must not play the same run: each holds a lock while it plays. Browsers have locks for secure pages only.

const LOCK = `poda ${new URL('.', document.baseURI).pathname} run `

/** Takes a run for this tab, and gives what lets it go; nothing if another tab has it. */
function claim(run: number): Promise<Deaf | null> {
  if (!navigator.locks) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    void navigator.locks.request(LOCK + run, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(null)
        return undefined
      }
      return new Promise<void>((free) => resolve(free))
    })
  })
}

async function playedElsewhere(): Promise<number[]> {
  const held = (await navigator.locks?.query())?.held ?? []
  return held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [Number(name.slice(LOCK.length))] : []))
}
