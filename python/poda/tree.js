// Steps through a search that was recorded. Python brings the nodes and, for each step, its sentence.

function render({ model, el }) {
  const { steps, nodes, words } = model.get('search')
  let at = Math.min(model.get('step'), steps.length - 1)
  el.classList.add('poda')

  const controls = document.createElement('div')
  const sentence = document.createElement('p')
  const tree = document.createElement('div')
  const slider = document.createElement('input')
  controls.className = 'poda-steps'
  sentence.className = 'poda-sentence'
  sentence.setAttribute('role', 'status')
  tree.className = 'poda-tree'
  slider.type = 'range'
  slider.min = 0
  slider.max = steps.length - 1
  slider.setAttribute('aria-label', words.step)

  function button(text, label, target) {
    const made = document.createElement('button')
    made.type = 'button'
    made.textContent = text
    made.title = label
    made.dataset.go = label
    made.addEventListener('click', () => go(target()))
    return made
  }

  function go(step) {
    at = Math.max(0, Math.min(steps.length - 1, step))
    model.set('step', at)
    model.save_changes()
    draw()
  }

  // What is known of a node at this step.
  function line(number) {
    const node = nodes[number]
    const item = document.createElement('li')
    const done = node.leave <= at
    const text = document.createElement('span')
    text.className = `poda-node ${node.max ? 'poda-max' : 'poda-min'}${number === steps[at].node ? ' poda-here' : ''}`
    text.dataset.node = number
    const value = done && node.text !== null ? ` ${node.bound} ${node.text}` : ''
    text.textContent = `${node.move || words.root} [${node.alpha}, ${node.beta}]${value}`
    item.append(text)
    if (done && node.pruned.length) {
      const pruned = document.createElement('span')
      pruned.className = 'poda-pruned'
      pruned.textContent = ` ${words.pruned}: ${node.pruned.join(' ')}`
      item.append(pruned)
    }
    return item
  }

  // The way to the current node is open; what lies beside it shows its value only.
  function draw() {
    slider.value = at
    sentence.textContent = `${at + 1}/${steps.length} ${steps[at].text}`
    const way = []
    for (let number = steps[at].node; number !== null; number = nodes[number].parent) way.unshift(number)
    const list = document.createElement('ul')
    let level = list
    let item = line(way[0])
    level.append(item)
    for (let depth = 0; depth < way.length; depth += 1) {
      const children = nodes[way[depth]].children.filter((child) => nodes[child].enter <= at)
      if (!children.length) break
      level = document.createElement('ul')
      item.append(level)
      let next = null
      for (const child of children) {
        const row = line(child)
        level.append(row)
        if (child === way[depth + 1]) next = row
      }
      if (!next) break
      item = next
    }
    tree.replaceChildren(list)
  }

  slider.addEventListener('input', () => go(Number(slider.value)))
  controls.append(
    button('⏮', words.first, () => 0),
    button('◀', words.previous, () => at - 1),
    slider,
    button('▶', words.next, () => at + 1),
    button('⏭', words.last, () => steps.length - 1),
  )
  el.replaceChildren(controls, sentence, tree)
  draw()
}

export default { render }
