// A search tree as far as somebody has opened it. Children are fetched when their node is opened.

import { question } from './server'
import type { ChildrenView, NodeView } from './types'

export class TreeItem {
  readonly node: NodeView
  readonly parent: TreeItem | null
  children: TreeItem[] | null = $state.raw(null)
  open = $state(false)

  constructor(node: NodeView, parent: TreeItem | null) {
    this.node = node
    this.parent = parent
  }

  /** The moves from the root. */
  get path(): string[] {
    return this.parent ? [...this.parent.path, this.node.move] : []
  }

  adopt(nodes: NodeView[]) {
    this.children = nodes.map((node) => new TreeItem(node, this))
  }

  async unfold(tree: string) {
    const { node, children } = this.node
    if (node === null || children === 0) return
    if (!this.children) this.adopt((await question<ChildrenView>({ do: 'children', tree, node })).children)
    this.open = true
  }

  fold() {
    this.open = false
  }
}
