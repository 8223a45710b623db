// Pictures of one size, one after the other, as one animated PNG (https://www.w3.org/TR/png-3/): their pixels are taken over as
// they are, so nothing is compressed anew.

import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The parts of a PNG, each with its type and what it holds. */
export function chunks(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG')
  const parts = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    parts.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return parts
}

function chunk(type, data) {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** Frames are `{ png, milliseconds }`; it goes on for ever. */
export function animated(frames) {
  const header = chunks(frames[0].png).find(({ type }) => type === 'IHDR').data
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames.length, 0)
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', control)]
  let sequence = 0
  for (const [index, { png, milliseconds }] of frames.entries()) {
    const own = chunks(png)
    if (!own.find(({ type }) => type === 'IHDR').data.equals(header)) throw new Error(`frame ${index} has another size`)
    const frame = Buffer.alloc(26)
    frame.writeUInt32BE(sequence++, 0)
    header.copy(frame, 4, 0, 8)
    frame.writeUInt16BE(milliseconds, 20)
    frame.writeUInt16BE(1000, 22)
    parts.push(chunk('fcTL', frame))
    for (const { type, data } of own) {
      if (type !== 'IDAT') continue
      if (index === 0) parts.push(chunk('IDAT', data))
      else {
        const number = Buffer.alloc(4)
        number.writeUInt32BE(sequence++, 0)
        parts.push(chunk('fdAT', Buffer.concat([number, data])))
      }
    }
  }
  parts.push(chunk('IEND', Buffer.alloc(0)))
  return Buffer.concat(parts)
}
