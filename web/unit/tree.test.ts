import { describe, expect, test } from 'vitest'

import { layOut, nextItem, previousItem } from '../src/lib/tree'

class Item {
  children: Item[] | null = null
  open = false
  readonly name: string
  readonly parent: Item | null

  constructor(name: string, parent: Item | null = null) {
    this.name = name
    this.parent = parent
  }

  /** Gives it children and opens it. */
  with(...names: string[]): Item[] {
    this.children = names.map((name) => new Item(name, this))
    this.open = true
    return this.children
  }
}

/** A root with three children, the first with two and the last with one of its own. */
function tree() {
  const root = new Item('root')
  const [a, b, c] = root.with('a', 'b', 'c')
  a.with('a1', 'a2')
  c.with('c1')
  return { root, a, b, c }
}

describe('the layout', () => {
  test('has leaves side by side and parents above the middle of their children', () => {
    const { root } = tree()
    const { spots, width, height } = layOut(root)
    const x = Object.fromEntries(spots.map(({ item, x }) => [item.name, x]))
    expect([x.a1, x.a2, x.b, x.c1]).toEqual([42, 126, 210, 294])
    expect(x.a).toBe((x.a1 + x.a2) / 2)
    expect(x.c).toBe(x.c1)
    expect(x.root).toBe((x.a + x.c) / 2)
    expect(width).toBe(4 * 84)
    expect(height).toBe(2 * 118 + 72)
  })

  test('draws no two nodes of a level over each other, and everything inside', () => {
    const { spots, width, height } = layOut(tree().root)
    for (const one of spots) {
      expect(one.x).toBeGreaterThan(0)
      expect(one.x).toBeLessThan(width)
      expect(one.y).toBeLessThan(height)
      for (const other of spots) {
        if (one !== other && one.y === other.y) expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(84)
      }
    }
  })

  test('leaves out what is folded', () => {
    const { root, a } = tree()
    a.open = false
    expect(layOut(root).spots.map(({ item }) => item.name)).toEqual(['root', 'a', 'b', 'c', 'c1'])
  })

  test('of a root alone', () => {
    expect(layOut(new Item('root'))).toMatchObject({ width: 84, height: 72 })
  })

  test('knows who is above whom', () => {
    for (const { item, above } of layOut(tree().root).spots) expect(above?.item ?? null).toBe(item.parent)
  })
})

describe('stepping', () => {
  const order = ['root', 'a', 'a1', 'a2', 'b', 'c', 'c1']

  test('forward goes in the order of the search, and back the same way', () => {
    const { root } = tree()
    const names = []
    let last = root
    for (let at: Item | null = root; at; at = nextItem(at)) {
      names.push(at.name)
      last = at
    }
    expect(names).toEqual(order)
    const back = []
    for (let at: Item | null = last; at; at = previousItem(at)) back.push(at.name)
    expect(back).toEqual([...order].reverse())
  })

  test('jumps over what is folded', () => {
    const { a, b } = tree()
    a.open = false
    expect(nextItem(a)).toBe(b)
    expect(previousItem(b)).toBe(a)
  })
})
