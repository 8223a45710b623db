// The engines in a thread of their own: one instance of the module (crates/faces/poda-wasm), which answers one question after
// the other. While it searches it hears nothing: whoever wants it to stop ends the whole worker.

import type { FromEngine, ToEngine } from './engine'

type Exports = {
  memory: WebAssembly.Memory
  reserve(length: number): number
  ask(place: number, length: number): void
  set_book(place: number, length: number): number
}

const say = (message: FromEngine) => (self as unknown as Worker).postMessage(message)
const reader = new TextDecoder()
const writer = new TextEncoder()
let engine: Exports | undefined

/** The module's memory may have moved since: views of it are taken anew every time. */
const bytesAt = (place: number, length: number) => new Uint8Array(engine!.memory.buffer, place, length)

function start(module: WebAssembly.Module) {
  const poda = {
    post: (place: number, length: number) => say({ is: 'answer', text: reader.decode(bytesAt(place, length)) }),
    now: () => performance.now(),
  }
  // Not the asynchronous form: questions that have come meanwhile must find it.
  engine = new WebAssembly.Instance(module, { poda }).exports as Exports
}

/** Puts bytes where the module can read them. */
function give(bytes: Uint8Array): number {
  const place = engine!.reserve(bytes.length)
  if (place === 0) throw new RangeError(`a message of ${bytes.length} bytes is too long`)
  bytesAt(place, bytes.length).set(bytes)
  return place
}

function ask(text: string) {
  say({ is: 'begun', at: performance.timeOrigin + performance.now() })
  const bytes = writer.encode(text)
  engine!.ask(give(bytes), bytes.length)
  say({ is: 'done' })
}

onmessage = ({ data }: MessageEvent<ToEngine>) => {
  try {
    if (data.do === 'start') start(data.module)
    else if (data.do === 'book') engine!.set_book(give(data.bytes), data.bytes.length)
    else ask(data.text)
  } catch (error) {
    // Nothing is known about an instance that broke: it is not asked again.
    say({ is: 'broken', why: error instanceof Error ? error.message : String(error) })
  }
}
