// A board that can be clicked. Python draws it and says what each click means; nothing here knows a rule.

function render({ model, el }) {
  const board = document.createElement('div')
  const choices = document.createElement('div')
  const note = document.createElement('div')
  el.classList.add('poda')
  board.className = 'poda-clickable'
  choices.className = 'poda-choices'
  note.className = 'poda-note'
  note.setAttribute('role', 'status')
  el.replaceChildren(board, choices, note)

  const targets = (id) => model.get('targets').filter((target) => target.on === id)

  function choose(text) {
    choices.replaceChildren()
    // The count makes two clicks on the same move two events.
    model.set('clicked', { move: text, count: (model.get('clicked')?.count ?? 0) + 1 })
    model.save_changes()
  }

  function press(element) {
    const place = element.closest('[data-id]')
    const meant = place ? targets(place.dataset.id) : []
    if (meant.length === 1) choose(meant[0].text)
    else
      choices.replaceChildren(
        ...meant.map((target) => {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = target.label || target.text
          button.title = target.name
          button.dataset.move = target.text
          button.addEventListener('click', () => choose(target.text))
          return button
        }),
      )
  }

  function draw() {
    board.innerHTML = model.get('svg')
    choices.replaceChildren()
    note.textContent = model.get('note')
    for (const place of board.querySelectorAll('[data-id]')) {
      const meant = targets(place.dataset.id)
      if (!meant.length) continue
      place.classList.add('poda-target')
      place.setAttribute('role', 'button')
      place.setAttribute('tabindex', '0')
      place.setAttribute('aria-label', meant.map((target) => target.name || target.text).join(', '))
    }
  }

  board.addEventListener('click', (event) => press(event.target))
  board.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press(event.target)
  })
  model.on('change:svg', draw)
  model.on('change:note', draw)
  draw()
  return () => {
    model.off('change:svg', draw)
    model.off('change:note', draw)
  }
}

export default { render }
