// The module of a folder that `cargo xtask site` has made, and the same worker without a browser: both are asked the same.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A module in this process, the one that answers everything unless said; every answer is a text. */
export async function openModule(folder, name = 'more.wasm') {
  let answers = []
  const text = (place, length) => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, place, length))
  const imports = { poda: { post: (place, length) => answers.push(text(place, length)), now: () => performance.now() } }
  const module = await WebAssembly.compile(readFileSync(join(folder, name)))
  const { exports } = await WebAssembly.instantiate(module, imports)
  const give = (bytes) => {
    const place = exports.reserve(bytes.length)
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes)
    return [place, bytes.length]
  }
  const ask = (call) => {
    answers = []
    const before = process.cpuUsage()
    exports.ask(...give(new TextEncoder().encode(typeof call === 'string' ? call : JSON.stringify({ id: 1, ...call }))))
    const { user, system } = process.cpuUsage(before)
    return { answers, cpu: user + system }
  }
  const setBook = (bytes) => exports.set_book(...give(bytes))
  return { ask, setBook, exports, book: () => readFileSync(join(folder, 'book.bin')) }
}

/** The worker without a browser, a process; `ask` waits for its answers. */
export function openNative(program) {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (call) => {
    const answers = []
    child.stdin.write(`${JSON.stringify({ id: 1, ...call })}\n`)
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${program} has ended`)
      if (value.startsWith('# ')) return { answers, cpu: Number(value.slice(2)) }
      answers.push(value)
    }
  }
  return { ask, close: () => child.stdin.end() }
}
