// Names the functions of a module after the place at which each should stand: `node tools/wasm_order.mjs MODULE NAMED`. Similar ones
// follow each other, because gzip looks back 32 KB only and the same search for several games is best compressed side by side.
// Who puts them there by these names is `wasm-opt --reorder-functions-by-name`.

import { readFileSync, writeFileSync } from 'node:fs'

const [module, named] = process.argv.slice(2)
const bytes = readFileSync(module)
let at = 8
function number() {
  let [value, shift, byte] = [0, 0, 0]
  do {
    byte = bytes[at++]
    value += (byte & 127) * 2 ** shift
    shift += 7
  } while (byte & 128)
  return value
}
const skip = (length) => (at += length)

// 1. The bodies of the functions, and how many are imported.
const sections = []
const bodies = []
let imported = 0
while (at < bytes.length) {
  const start = at
  const id = bytes[at++]
  const end = number() + at
  let name = ''
  if (id === 0) {
    const length = number()
    name = bytes.toString('utf8', at, at + length)
  } else if (id === 2) {
    for (let count = number(); count > 0; count--) {
      skip(number())
      skip(number())
      if (bytes[at++] !== 0) throw new Error(`${module} imports something that is no function`)
      number()
      imported++
    }
  } else if (id === 10) {
    for (let count = number(); count > 0; count--) {
      const length = number()
      bodies.push(bytes.subarray(at, at + length))
      skip(length)
    }
  }
  at = end
  // Names are written anew, and nobody debugs what is fetched.
  if (id !== 0 || name === 'target_features') sections.push(bytes.subarray(start, end))
}

// 2. What is in each: the smallest hashes of its pieces. Two functions are as similar as these have in common.
const PIECE = 5
const KEPT = 48
function sketch(body) {
  const hashes = new Set()
  for (let start = 0; start + PIECE <= body.length; start++) {
    let hash = 2166136261
    for (let place = start; place < start + PIECE; place++) hash = Math.imul(hash ^ body[place], 16777619)
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hashes.add((hash ^ (hash >>> 12)) >>> 0)
  }
  return [...hashes].sort((one, other) => one - other).slice(0, KEPT)
}
const sketches = bodies.map(sketch)
function similarity(one, other) {
  let [a, b, common, seen] = [0, 0, 0, 0]
  for (; a < one.length && b < other.length && seen < KEPT; seen++) {
    if (one[a] === other[b]) common++
    const [x, y] = [one[a], other[b]]
    if (x <= y) a++
    if (y <= x) b++
  }
  return common / Math.max(1, seen)
}

// 3. A chain: after each the most similar one that is left, or one that is similar to those just before, or the largest.
const left = new Set(bodies.keys())
const bySize = [...bodies.keys()].sort((one, other) => bodies[other].length - bodies[one].length)
const order = []
function best(last, least) {
  let [found, value] = [-1, least]
  for (const other of left) {
    const ratio = bodies[other].length / bodies[last].length
    const similar = ratio > 4 || ratio < 0.25 ? 0 : similarity(sketches[last], sketches[other])
    if (similar > value) [found, value] = [other, similar]
  }
  return found
}
while (left.size > 0) {
  let next = order.length > 0 ? best(order.at(-1), 0.04) : -1
  for (let back = 2; next < 0 && back <= Math.min(12, order.length); back++) next = best(order.at(-back), 0.1)
  if (next < 0) next = bySize.find((place) => left.has(place))
  left.delete(next)
  order.push(next)
}

// 4. The names.
function written(value) {
  const out = []
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0))
    value >>>= 7
  } while (value > 0)
  return out
}
const place = []
order.forEach((body, rank) => (place[body] = rank))
const names = bodies.flatMap((_, body) => {
  const name = String(place[body]).padStart(6, '0')
  return [...written(imported + body), name.length, ...Buffer.from(name)]
})
const list = [...written(bodies.length), ...names]
const section = [4, ...Buffer.from('name'), 1, ...written(list.length), ...list]
writeFileSync(named, Buffer.concat([bytes.subarray(0, 8), ...sections, Buffer.from([0, ...written(section.length), ...section])]))
