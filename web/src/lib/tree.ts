// Where the nodes of a search tree are drawn, and in which order they are stepped through.

/** A node as far as the layout needs it. */
export type Foldable<Item> = { readonly parent: Item | null; readonly children: readonly Item[] | null; readonly open: boolean }

const ACROSS = 84
const DOWN = 118

export type Spot<Item> = { item: Item; x: number; y: number; above: Spot<Item> | null }
export type Layout<Item> = { spots: Spot<Item>[]; width: number; height: number }

/** Gives every node in sight a place: leaves side by side, parents above the middle of their children. */
export function layOut<Item extends Foldable<Item>>(root: Item): Layout<Item> {
  const spots: Spot<Item>[] = []
  let leaves = 0
  let deepest = 0
  const visit = (item: Item, depth: number, above: Spot<Item> | null): Spot<Item> => {
    const spot: Spot<Item> = { item, x: 0, y: depth * DOWN + 34, above }
    spots.push(spot)
    deepest = Math.max(deepest, depth)
    const below = visibleChildren(item).map((child) => visit(child, depth + 1, spot))
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

function visibleChildren<Item extends Foldable<Item>>(item: Item): readonly Item[] {
  return item.open ? (item.children ?? []) : []
}

/** The node that the engine entered after this one, as far as nodes are open. */
export function nextItem<Item extends Foldable<Item>>(item: Item): Item | null {
  const children = visibleChildren(item)
  if (children.length > 0) return children[0]
  for (let at: Item | null = item; at?.parent; at = at.parent) {
    const siblings: readonly Item[] = at.parent.children ?? []
    const place = siblings.indexOf(at)
    if (place + 1 < siblings.length) return siblings[place + 1]
  }
  return null
}

/** The node before this one: the last one in sight below the sibling before, or the parent. */
export function previousItem<Item extends Foldable<Item>>(item: Item): Item | null {
  if (!item.parent) return null
  const siblings = item.parent.children ?? []
  const place = siblings.indexOf(item)
  if (place <= 0) return item.parent
  let at = siblings[place - 1]
  for (let below = visibleChildren(at); below.length > 0; below = visibleChildren(at)) at = below[below.length - 1]
  return at
}
