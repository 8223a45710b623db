// Exercises: which branches are cut, and who is right. All of it is read from real searches.

import { Ended, type SearchLog } from './log'

/** A branch is named by its moves from the root. */
export const nameOf = (log: SearchLog, node: number) => log.line(node).join('.')

/** The branches that a search prunes, each with its parent's name and its own. */
export function prunedBranches(log: SearchLog): Set<string> {
  const names = new Set<string>()
  for (const [node, moves] of log.pruned) {
    const path = log.line(node)
    for (const move of moves) names.add([...path, log.moves[move]].join('.'))
  }
  return names
}

/** Whether a branch lies in a pruned one, or is it. */
export function isIn(branches: Set<string>, name: string): boolean {
  for (let at = name; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') if (branches.has(at)) return true
  return false
}

/** Marks a branch or takes the mark away. What lies in a marked branch needs no mark of its own. */
export function toggled(marks: Set<string>, name: string): Set<string> {
  const next = new Set(marks)
  if (next.delete(name)) return next
  if (isIn(marks, name)) return next
  for (const other of marks) if (other.startsWith(`${name}.`)) next.delete(other)
  return next.add(name)
}

/**
 * What is right of a prediction: every branch that is marked or pruned, with its verdict. A prediction that marks all children of a
 * pruned branch, instead of the branch, is right as well.
 */
export function judge(marks: Set<string>, pruned: Set<string>): Map<string, 'good' | 'missed' | 'wrong'> {
  const verdicts = new Map<string, 'good' | 'missed' | 'wrong'>()
  for (const name of marks) verdicts.set(name, isIn(pruned, name) ? 'good' : 'wrong')
  for (const name of pruned) if (!isIn(marks, name) && ![...marks].some((mark) => mark.startsWith(`${name}.`))) verdicts.set(name, 'missed')
  return verdicts
}

/** The event that tells why a branch was pruned, or that shows that it was searched. */
export function reasonFor(log: SearchLog, name: string): number {
  for (const [node, moves] of log.pruned) {
    const path = log.line(node)
    for (const move of moves) if (name === [...path, log.moves[move]].join('.') || name.startsWith(`${[...path, log.moves[move]].join('.')}.`)) return log.cut[node]
  }
  for (let node = 0; node < log.size; node++) if (nameOf(log, node) === name) return log.entered[node]
  return 0
}

/** The inner nodes of a whole tree, whose values can be asked for. */
export function innerNodes(log: SearchLog): number[] {
  const nodes = []
  for (let node = 0; node < log.size; node++) if (log.ended[node] === Ended.expanded || log.ended[node] === Ended.cutoff) nodes.push(node)
  return nodes
}

/** A tree as nested lists. */
export type Nested = number | Nested[]

/** The tree that a search without cuts went through. */
export function nestedTree(log: SearchLog, node = 0): Nested {
  const children = log.children(node)
  return children.length === 0 ? log.score[node] : children.map((child) => nestedTree(log, child))
}

export function treeText(tree: Nested): string {
  return typeof tree === 'number' ? String(tree) : `(${tree.map(treeText).join(' ')})`
}

/** The same tree with the children of every node in another order: by the values that the search found, or moved by hand. */
export function reordered(log: SearchLog, best: 'first' | 'last', node = 0): Nested {
  const children = log.children(node)
  if (children.length === 0) return log.score[node]
  const sign = log.isMax(node) === (best === 'first') ? -1 : 1
  const sorted = [...children].sort((one, other) => sign * (log.score[one] - log.score[other]) || one - other)
  return sorted.map((child) => reordered(log, best, child))
}

/** The tree after one child has changed places with its neighbour. */
export function moved(log: SearchLog, child: number, by: -1 | 1, node = 0): Nested {
  const children = log.children(node)
  if (children.length === 0) return log.score[node]
  const at = children.indexOf(child)
  const other = at + by
  if (at >= 0 && other >= 0 && other < children.length) [children[at], children[other]] = [children[other], children[at]]
  return children.map((below) => moved(log, child, by, below))
}

/** Right answers in a row, and the most there ever were, for each kind and level. */
export type Streak = { now: number; best: number }

export function streakAfter({ now, best }: Streak, right: boolean): Streak {
  const next = right ? now + 1 : 0
  return { now: next, best: Math.max(best, next) }
}
