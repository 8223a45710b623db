// Pictures of one size as one animated PNG (https://www.w3.org/TR/png-3/): their pixels are taken over as they are.

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export type Frame = { png: Uint8Array; milliseconds: number }
type Chunk = { type: string; data: Uint8Array }

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

export function crc(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The parts of a PNG, each with its type and what it holds. */
export function chunks(png: Uint8Array): Chunk[] {
  if (!SIGNATURE.every((byte, at) => png[at] === byte)) throw new Error('no PNG')
  const parts: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = view(png).getUint32(at)
    parts.push({ type: String.fromCharCode(...png.subarray(at + 4, at + 8)), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return parts
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  view(bytes).setUint32(0, data.length)
  for (let at = 0; at < 4; at++) bytes[4 + at] = type.charCodeAt(at)
  bytes.set(data, 8)
  view(bytes).setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** It goes on for ever. */
export function animated(frames: readonly Frame[]): Blob {
  const headerOf = (png: Uint8Array) => chunks(png).find(({ type }) => type === 'IHDR')!.data
  const header = headerOf(frames[0].png)
  const control = new Uint8Array(8)
  view(control).setUint32(0, frames.length)
  const parts = [Uint8Array.from(SIGNATURE), chunk('IHDR', header), chunk('acTL', control)]
  let sequence = 0
  for (const [index, { png, milliseconds }] of frames.entries()) {
    if (headerOf(png).some((byte, at) => byte !== header[at])) throw new Error(`frame ${index} has another size`)
    const frame = new Uint8Array(26)
    view(frame).setUint32(0, sequence++)
    frame.set(header.subarray(0, 8), 4)
    view(frame).setUint16(20, milliseconds)
    view(frame).setUint16(22, 1000)
    parts.push(chunk('fcTL', frame))
    for (const { type, data } of chunks(png)) {
      if (type !== 'IDAT') continue
      if (index === 0) {
        parts.push(chunk('IDAT', data))
        continue
      }
      const numbered = new Uint8Array(4 + data.length)
      view(numbered).setUint32(0, sequence++)
      numbered.set(data, 4)
      parts.push(chunk('fdAT', numbered))
    }
  }
  parts.push(chunk('IEND', new Uint8Array(0)))
  return new Blob(parts as BlobPart[], { type: 'image/apng' })
}
