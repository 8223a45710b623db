// A sentence about a search, in the person's language. A part that names a node leads to it.

import { isSpanish } from '../words/search'

export type Part = string | { node: number; text: string }
export type Sentence = Part[]

/** The same in both languages, with the same values in it. */
export function say(english: string, spanish: string, values: Record<string, Part>): Sentence {
  const sentence: Sentence = []
  for (const piece of (isSpanish() ? spanish : english).split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    if (name !== undefined) sentence.push(values[name])
    else if (piece !== '') sentence.push(piece)
  }
  return sentence
}

export function plain(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}
