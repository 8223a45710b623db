// What is said to a worker with engines and by it, and how such workers are made: the module is fetched and compiled once,
// while the page shows, and every worker gets the same compiled code.

import requests from '../requests.json'
import { settings } from '../settings.svelte'

/** What a worker is told. */
export type ToEngine = { do: 'start'; module: WebAssembly.Module } | { do: 'book'; bytes: Uint8Array } | { do: 'ask'; text: string }

/** What a worker tells: that it has begun with a question, and when (milliseconds since 1970), answers, that it is done with it, that it cannot be used any more. */
export type FromEngine = { is: 'begun'; at: number } | { is: 'answer'; text: string } | { is: 'done' } | { is: 'broken'; why: string }

export type Engine = { ask(text: string): void; end(): void }
export type MakeEngine = (hear: (message: FromEngine) => void) => Engine

/** The engines that the module that is fetched first does not have: no built-in player needs them. */
const LATER = /^(minimax|mcts|blockfirst)\b/
/** Whether that module answers a request; the other one answers everything. */
const isFirst = (text: string) => {
  const call = JSON.parse(text) as { do: string; player?: string }
  return requests.isNeededToPlay.includes(call.do) && !LATER.test(call.player ?? '')
}

const WORDS = {
  old: [
    'This browser has no WebAssembly, which the engines of this page need. Another browser, or a newer version of this one, has it.',
    'Este navegador no tiene WebAssembly, que los motores de esta página necesitan. Otro navegador, o una versión más nueva de este, lo tiene.',
  ],
  missing: ['The engines of this page could not be loaded.', 'No se han podido cargar los motores de esta página.'],
  again: [
    'Reload the page. If it stays so, files are missing or damaged where it is published: they have to be copied there again.',
    'Recarga la página. Si sigue igual, faltan ficheros donde está publicada o están dañados: hay que volver a copiarlos allí.',
  ],
} as const
const say = (key: keyof typeof WORDS) => WORDS[key][settings.language === 'es' ? 1 : 0]

let book: Uint8Array | undefined
const running = new Set<Worker>()

async function compile(name: string): Promise<WebAssembly.Module> {
  if (!globalThis.WebAssembly) throw new Error(say('old'))
  const address = new URL(name, document.baseURI)
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
    // A browser only compiles while the bytes arrive if the server says what they are; simple ones do not.
    const isNamed = response.headers.get('content-type') === 'application/wasm'
    return await (isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()))
  } catch (error) {
    throw new Error(`${say('missing')} ${say('again')} (${address.pathname}: ${(error as Error).message})`)
  }
}

/** Fetched and compiled once. If it could not be had, the next question tries again. */
function once(name: string) {
  let compiled: Promise<WebAssembly.Module> | undefined
  return () => {
    compiled ??= compile(name).catch((error) => {
      compiled = undefined
      throw error
    })
    return compiled
  }
}

/** The compiled module that is fetched first: what a game needs. */
export const engines = once(__MODULE__.engines)
/** The one that answers everything, fetched when somebody asks for more or when there is time. */
const allEngines = once(__MODULE__.more)
let hasAll = false

/** Fetches the module that answers everything: workers that are made from then on have it. */
export async function fetchAll() {
  await allEngines()
  hasAll = true
}

/** Fetches the book of openings; all workers have it from then on. Without it openings are searched, which only takes longer. */
export async function fetchBook() {
  if (book) return
  const response = await fetch(new URL(__MODULE__.book, document.baseURI))
  if (!response.ok) return
  const bytes = new Uint8Array(await response.arrayBuffer())
  book = bytes
  for (const worker of running) worker.postMessage({ do: 'book', bytes } satisfies ToEngine)
}

/** A worker with one of the modules. What it is asked before the module is there waits for it. */
function makeWorker(hear: (message: FromEngine) => void, compiled: Promise<WebAssembly.Module>): Engine {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
  const broken = (why: string) => hear({ is: 'broken', why })
  let waiting: ToEngine[] | null = []
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => hear(data)
  worker.onerror = (event) => broken(event.message || `${say('missing')} ${say('again')}`)
  compiled.then(
    (module) => {
      if (!waiting) return
      worker.postMessage({ do: 'start', module } satisfies ToEngine)
      if (book) worker.postMessage({ do: 'book', bytes: book } satisfies ToEngine)
      for (const message of waiting) worker.postMessage(message)
      waiting = null
      running.add(worker)
    },
    (error: Error) => broken(error.message),
  )
  return {
    ask(text) {
      const message: ToEngine = { do: 'ask', text }
      if (waiting) waiting.push(message)
      else worker.postMessage(message)
    },
    end() {
      waiting = null
      running.delete(worker)
      worker.terminate()
    },
  }
}

/** A worker with engines. It begins with what a game needs; asked for more, another one with everything takes its place. */
export const makeEngine: MakeEngine = (hear) => {
  let answersAll = hasAll
  let worker = makeWorker(hear, answersAll ? allEngines() : engines())
  return {
    // Nobody asks before the last question is answered, so that nothing is lost.
    ask(text) {
      if (!answersAll && !isFirst(text)) {
        worker.end()
        answersAll = true
        worker = makeWorker(hear, allEngines())
      }
      worker.ask(text)
    },
    end: () => worker.end(),
  }
}
