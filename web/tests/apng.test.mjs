import assert from 'node:assert/strict'
import { test } from 'node:test'

import { animated, chunks } from './apng.mjs'

// One red pixel.
const RED = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC', 'base64')

test('frames become one picture with a number for every part', () => {
  const picture = animated([
    { png: RED, milliseconds: 500 },
    { png: RED, milliseconds: 900 },
    { png: RED, milliseconds: 100 },
  ])
  const parts = chunks(picture)
  assert.deepEqual(
    parts.map(({ type }) => type),
    ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'],
  )
  assert.equal(parts[1].data.readUInt32BE(0), 3)
  const numbered = parts.filter(({ type }) => type === 'fcTL' || type === 'fdAT').map(({ data }) => data.readUInt32BE(0))
  assert.deepEqual(numbered, [0, 1, 2, 3, 4])
  assert.deepEqual([parts[4].data.readUInt16BE(20), parts[4].data.readUInt32BE(4)], [900, 1])
  // What a frame shows is what its own picture shows.
  const pixels = chunks(RED).find(({ type }) => type === 'IDAT').data
  assert.deepEqual(parts[5].data.subarray(4), pixels)
  assert.throws(() => animated([{ png: Buffer.alloc(40), milliseconds: 1 }]), /no PNG/)
})
