// What is said to a worker with engines and by it, and how such workers are made: the module is fetched and compiled once,
// while the page shows, and every worker gets the same compiled code.

/** What a worker is told. */
export type ToEngine = { do: 'start'; module: WebAssembly.Module } | { do: 'book'; bytes: Uint8Array } | { do: 'ask'; text: string }

/** What a worker tells: that it has begun with a question, and when (milliseconds since 1970), answers, that it is done with it, that it cannot be used any more. */
export type FromEngine = { is: 'begun'; at: number } | { is: 'answer'; text: string } | { is: 'done' } | { is: 'broken'; why: string }

export type Engine = { ask(text: string): void; end(): void }
export type MakeEngine = (hear: (message: FromEngine) => void) => Engine

let compiled: Promise<WebAssembly.Module> | undefined
let book: Uint8Array | undefined
const running = new Set<Worker>()

async function compile(): Promise<WebAssembly.Module> {
  const address = new URL(__MODULE__.engines, document.baseURI)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`)
  // A browser only compiles while the bytes arrive if the server says what they are; simple ones do not.
  const isNamed = response.headers.get('content-type') === 'application/wasm'
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}

/** The compiled module. If it could not be had, the next question tries again. */
export function engines(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error) => {
    compiled = undefined
    throw error
  })
  return compiled
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

/** A worker with engines. What it is asked before the module is there waits for it. */
export const makeEngine: MakeEngine = (hear) => {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' })
  const broken = (why: string) => hear({ is: 'broken', why })
  let waiting: ToEngine[] | null = []
  worker.onmessage = ({ data }: MessageEvent<FromEngine>) => hear(data)
  worker.onerror = (event) => broken(event.message || 'the worker could not be started')
  engines().then(
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
