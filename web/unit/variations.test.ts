import { expect, test } from 'vitest'

import { branches, kept } from '../src/lib/variations'

const line = (text: string) => [...text]
const lines = (...texts: string[]) => texts.map(line)

test('a variation that says no more than another line is none', () => {
  expect(kept(line('4451'), [], line('4455'))).toEqual(lines('4455'))
  expect(kept(line('4455'), lines('44'), line('445'))).toEqual([])
  expect(kept(line('1'), lines('44', '4455'), line('4455'))).toEqual(lines('4455'))
  expect(kept(line('1'), lines('4455'), line('33'))).toEqual(lines('4455', '33'))
})

test('the oldest variations are forgotten', () => {
  const many = Array.from({ length: 40 }, (_, index) => ['1', String(index)])
  expect(kept(['2'], many, ['3'])).toHaveLength(24)
  expect(kept(['2'], many, ['3']).at(-1)).toEqual(['3'])
})

test('variations are a tree: each leaves its parent at a ply', () => {
  const tree = branches(line('44556'), lines('4451', '44523', '44524', '1'))
  expect(tree.map(({ from, moves }) => [from, moves.join('')])).toEqual([
    [0, '1'],
    [3, '1'],
    [3, '23'],
  ])
  expect(tree[2].branches.map(({ from, moves, whole }) => [from, moves.join(''), whole.join('')])).toEqual([[4, '4', '44524']])
})
