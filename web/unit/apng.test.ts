import { expect, test } from 'vitest'

import { animated, chunks, crc } from '../src/lib/apng'
import { pliesOf } from '../src/lib/film'

// One red pixel.
const RED = Uint8Array.from(atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'), (letter) => letter.charCodeAt(0))

test('frames become one picture with a number for every part', async () => {
  expect(crc(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
  const film = animated([RED, RED, RED].map((png, index) => ({ png, milliseconds: 100 * (index + 1) })))
  const bytes = new Uint8Array(await film.arrayBuffer())
  const parts = chunks(bytes)
  expect(parts.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'])
  const number = (data: Uint8Array, at = 0) => new DataView(data.buffer, data.byteOffset).getUint32(at)
  expect(number(parts[1].data)).toBe(3)
  expect(parts.filter(({ type }) => type === 'fcTL' || type === 'fdAT').map(({ data }) => number(data))).toEqual([0, 1, 2, 3, 4])
  expect(parts[5].data.slice(4)).toEqual(chunks(RED).find(({ type }) => type === 'IDAT')!.data)
  expect(() => animated([{ png: new Uint8Array(40), milliseconds: 1 }])).toThrow('no PNG')
})

test('a film begins with the start and ends with the end, however long the game is', () => {
  expect(pliesOf(0)).toEqual([0])
  expect(pliesOf(3)).toEqual([0, 1, 2, 3])
  for (const moves of [99, 100, 101, 250, 4000]) {
    const plies = pliesOf(moves)
    expect([plies[0], plies.at(-1)]).toEqual([0, moves])
    expect(plies.length).toBeLessThanOrEqual(102)
    expect(new Set(plies).size).toBe(plies.length)
  }
})
