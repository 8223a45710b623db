// A search tree as far as somebody has opened it. Branches are fetched when they are opened.

import { question } from './server'
import type { Twig } from './types'

export class Knot {
  readonly twig: Twig
  readonly parent: Knot | null
  children: Knot[] | null = $state.raw(null)
  open = $state(false)

  constructor(twig: Twig, parent: Knot | null) {
    this.twig = twig
    this.parent = parent
  }

  /** The moves from the root. */
  get path(): string[] {
    return this.parent ? [...this.parent.path, this.twig.move] : []
  }

  adopt(twigs: Twig[]) {
    this.children = twigs.map((twig) => new Knot(twig, this))
  }

  async unfold(tree: number) {
    if (this.twig.node === null || this.twig.children === 0) return
    if (!this.children) {
      const below = await question<{ children: Twig[] }>({ do: 'children', tree, node: this.twig.node })
      this.adopt(below.children)
    }
    this.open = true
  }

  fold() {
    this.open = false
  }
}

const ACROSS = 84
const DOWN = 118

export type Spot = { knot: Knot; x: number; y: number; above: Spot | null }
export type Plan = { spots: Spot[]; width: number; height: number }

/** Gives every knot in sight a place: leaves side by side, parents above the middle of their children. */
export function lay(root: Knot): Plan {
  const spots: Spot[] = []
  let leaves = 0
  let deepest = 0
  const visit = (knot: Knot, depth: number, above: Spot | null): Spot => {
    const spot: Spot = { knot, x: 0, y: depth * DOWN + 34, above }
    spots.push(spot)
    deepest = Math.max(deepest, depth)
    const below = (knot.open ? (knot.children ?? []) : []).map((child) => visit(child, depth + 1, spot))
    if (below.length > 0) spot.x = (below[0].x + below[below.length - 1].x) / 2
    else {
      spot.x = leaves * ACROSS + ACROSS / 2
      leaves += 1
    }
    return spot
  }
  visit(root, 0, null)
  return { spots, width: Math.max(1, leaves) * ACROSS, height: deepest * DOWN + 72 }
}

/** The knot that the engine entered after this one. */
export async function next(knot: Knot, tree: number): Promise<Knot | null> {
  await knot.unfold(tree)
  if (knot.open && knot.children?.length) return knot.children[0]
  for (let at: Knot | null = knot; at?.parent; at = at.parent) {
    const siblings = at.parent.children ?? []
    const place = siblings.indexOf(at)
    if (place + 1 < siblings.length) return siblings[place + 1]
  }
  return null
}

/** The knot before this one: the last one in sight of the branch before, or the parent. */
export function previous(knot: Knot): Knot | null {
  if (!knot.parent) return null
  const siblings = knot.parent.children ?? []
  const place = siblings.indexOf(knot)
  if (place <= 0) return knot.parent
  let at = siblings[place - 1]
  while (at.open && at.children?.length) at = at.children[at.children.length - 1]
  return at
}
