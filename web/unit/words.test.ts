import { afterEach, expect, test } from 'vitest'

import { count, ended, form, say, sentenceCase, t } from '../src/lib/words'
import { settings } from '../src/lib/settings.svelte'

afterEach(() => {
  settings.language = 'en'
})

test('words follow the language', () => {
  expect([t('resume'), say({ en: 'four', es: 'cuatro' }), ended('p2'), ended('draw')]).toEqual(['Resume', 'four', 'Player 2 wins', 'Draw'])
  settings.language = 'es'
  expect([t('resume'), say({ en: 'four', es: 'cuatro' }), ended('p2'), ended('draw')]).toEqual(['Reanudar', 'cuatro', 'Jugador 2 gana', 'Tablas'])
})

test('numbers are written as in the language', () => {
  expect(count(125430)).toBe('125,430')
  settings.language = 'es'
  expect(count(125430)).toBe('125.430')
})

test('a sentence begins with a capital letter', () => {
  expect([sentenceCase('player 1 to move'), sentenceCase('¿qué?'), sentenceCase('')]).toEqual(['Player 1 to move', '¿qué?', ''])
})

test('a format that the page does not know keeps its name', () => {
  expect([form('swiss'), form('king-of-the-hill')]).toEqual(['Swiss', 'king-of-the-hill'])
})
