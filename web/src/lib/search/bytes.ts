// The bytes of a search's events, as the server writes them: `poda-catalog/src/search_log.rs` says how.

/** The bytes behind a text in base 64. */
export function fromBase64(text: string): Uint8Array {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

export class ByteReader {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get over(): boolean {
    return this.at >= this.bytes.length
  }

  byte(): number {
    return this.bytes[this.at++]
  }

  /** Base 128, the lowest digits first. */
  number(): number {
    let value = 0
    let shift = 0
    for (;;) {
      const byte = this.bytes[this.at++]
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
      shift += 7
    }
  }

  /** Zigzag: even numbers are positive. */
  score(): number {
    const number = this.number()
    return (number >>> 1) ^ -(number & 1)
  }
}
