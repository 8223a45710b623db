// Every event in one sentence.

import { isSpanish } from '../words/search'
import { Ended, Event, type SearchLog } from './log'
import { isOpen, points } from './numbers'
import { say, type Part, type Sentence } from './sentence'
import { bound } from './stage'

const player = (max: boolean) => (max ? 'MAX' : 'MIN')

export type Manner = { engine: string; stopped: boolean; timedOut: boolean; best: string }

export function tell(log: SearchLog, event: number, manner: Manner): Sentence {
  const node = log.nodes[event]
  const kind = log.kinds[event]
  if (kind === Event.begin) return tellBegin(log, event, manner)
  if (kind === Event.enter) return tellEnter(log, node, manner)
  if (kind === Event.best) return tellBest(log, event, manner)
  if (kind === Event.cut) return tellCut(log, event)
  if (kind === Event.stop) {
    return manner.timedOut
      ? say('Here the time was over. Nobody knows the values of the nodes on this path.', 'Aquí se acabó el tiempo. Nadie sabe los valores de los nodos de este camino.', {})
      : say('Here the search was stopped. Nobody knows the values of the nodes on this path.', 'Aquí se detuvo la búsqueda. Nadie sabe los valores de los nodos de este camino.', {})
  }
  return [...tellReturn(log, node, event, manner), ...tellComparison(log, node, event)]
}

function tellBegin(log: SearchLog, event: number, { engine }: Manner): Sentence {
  const at = log.iteration(event)
  const { node, depth, after } = log.iterations[at]
  const values = { depth: String(depth), alpha: points(log.alpha[node]), beta: points(log.beta[node]) }
  if (after >= 0) {
    return say(
      'A search on the side: after {move} the opponent wins. Which reply does it? Here MAX is the opponent, {depth} levels deep.',
      'Una búsqueda aparte: tras {move} gana el rival. ¿Con qué respuesta? Aquí MAX es el rival, con {depth} niveles.',
      { ...values, move: log.moves[after] },
    )
  }
  const before = log.iterations[at - 1]
  if (before && before.depth === depth && before.after < 0) {
    return say(
      'The value was outside of the guessed window: depth {depth} again, with a wider one ({alpha}, {beta}).',
      'El valor quedó fuera de la ventana supuesta: otra vez profundidad {depth}, con una más amplia ({alpha}, {beta}).',
      values,
    )
  }
  if (engine === 'pvs' || (before && before.after < 0)) {
    return isOpen(log.alpha[node])
      ? say(
          'Iteration of depth {depth} begins. What earlier iterations found is used to try good moves first.',
          'Empieza la iteración de profundidad {depth}. Lo que hallaron las anteriores sirve para probar antes las jugadas buenas.',
          values,
        )
      : say(
          'Iteration of depth {depth} begins, with a window around the value that is expected: ({alpha}, {beta}).',
          'Empieza la iteración de profundidad {depth}, con una ventana alrededor del valor esperado: ({alpha}, {beta}).',
          values,
        )
  }
  return say(
    'The search begins at the root, {depth} levels deep. MAX is to move.',
    'La búsqueda empieza en la raíz, con {depth} niveles. Juega MAX.',
    values,
  )
}

function tellEnter(log: SearchLog, node: number, { engine }: Manner): Sentence {
  const parent = log.parent[node]
  const values: Record<string, Part> = {
    who: player(log.isMax(parent)),
    move: { node, text: log.moveOf(node) },
    alpha: points(log.alpha[node]),
    beta: points(log.beta[node]),
  }
  if (log.isScout(node)) {
    const best = log.bestChild(parent, log.entered[node])
    const known = log.isMax(parent) ? log.alpha[node] : log.beta[node]
    values.known = points(known)
    values.best = best >= 0 ? { node: best, text: log.moveOf(best) } : ''
    const by = best >= 0 ? [' (by {best})', ' (con {best})'] : ['', '']
    return log.isMax(parent)
      ? say(
          `Scout search of {move}: is it worth more than {known}${by[0]}? The window ({alpha}, {beta}) has no other question.`,
          `Búsqueda de tanteo de {move}: ¿vale más de {known}${by[1]}? La ventana ({alpha}, {beta}) no pregunta nada más.`,
          values,
        )
      : say(
          `Scout search of {move}: can MIN get less than {known}${by[0]} with it? The window ({alpha}, {beta}) has no other question.`,
          `Búsqueda de tanteo de {move}: ¿puede MIN bajar de {known}${by[1]} con ella? La ventana ({alpha}, {beta}) no pregunta nada más.`,
          values,
        )
  }
  if (log.isResearch(node)) {
    return say(
      'The scout search said that {move} is better: it is searched again, now for its value, with the window ({alpha}, {beta}).',
      'El tanteo dijo que {move} es mejor: se explora otra vez, ahora por su valor, con la ventana ({alpha}, {beta}).',
      values,
    )
  }
  const again = log.keepsTurn(node) ? [' The same player moves again.', ' Vuelve a jugar el mismo jugador.'] : ['', '']
  const tries = log.isMax(parent) ? ['{who} tries {move}.', '{who} prueba {move}.'] : ['{who} answers {move}.', '{who} responde {move}.']
  if (engine === 'minimax' || engine === 'blockfirst') return say(tries[0] + again[0], tries[1] + again[1], values)
  const open = [isOpen(log.alpha[node]), isOpen(log.beta[node])]
  const matters =
    open[0] && open[1]
      ? [' Any value may still matter.', ' Cualquier valor puede importar aún.']
      : open[1]
        ? [' Only more than {alpha} matters.', ' Solo importa más de {alpha}.']
        : open[0]
          ? [' Only less than {beta} matters.', ' Solo importa menos de {beta}.']
          : [' Only values between {alpha} and {beta} matter.', ' Solo importan valores entre {alpha} y {beta}.']
  return say(tries[0] + again[0] + matters[0], tries[1] + again[1] + matters[1], values)
}

function tellReturn(log: SearchLog, node: number, event: number, { best: chosen, engine }: Manner): Sentence {
  const value = points(log.score[node])
  const move: Part = { node, text: log.moveOf(node) }
  const ended = log.ended[node]
  const who = player(log.isMax(node))
  if (ended === Ended.leaf) return say('{move} is a leaf: the heuristic says {value}.', '{move} es una hoja: la heurística dice {value}.', { move, value })
  if (ended === Ended.terminal) {
    return say('The game ends with {move}: {value}.', 'La partida acaba con {move}: {value}.', { move, value })
  }
  if (ended === Ended.table) {
    const sign = bound(log, node)
    const words = sign === '≥' ? ['at least {value}', 'al menos {value}'] : sign === '≤' ? ['at most {value}', 'como mucho {value}'] : ['{value}', '{value}']
    return say(
      `The transposition table knows the position after {move}: ${words[0]}. That is enough.`,
      `La tabla de transposición conoce la posición tras {move}: ${words[1]}. Con eso basta.`,
      { move, value },
    )
  }
  const child = log.bestChild(node, event)
  const by: Part = child >= 0 ? { node: child, text: log.moveOf(child) } : ''
  if (log.parent[node] < 0) {
    if (engine === 'blockfirst') return say('This search is done: {value}.', 'Esta búsqueda ha acabado: {value}.', { value })
    const at = log.iteration(event)
    const last = at === log.iterations.length - 1
    return last
      ? say('Done: MAX plays {chosen}, which is worth {value}.', 'Fin: MAX juega {chosen}, que vale {value}.', { chosen, value })
      : say('This iteration is done: {value}.', 'Esta iteración ha acabado: {value}.', { value })
  }
  if (ended === Ended.cutoff) {
    return log.isMax(node)
      ? say('{move} returns {value}: MAX has at least that.', '{move} devuelve {value}: MAX tiene al menos eso.', { move, value })
      : say('{move} returns {value}: MIN keeps it at that or less.', '{move} devuelve {value}: MIN lo deja en eso o menos.', { move, value })
  }
  if (child < 0) {
    return say(
      '{move} returns {value}: no reply of {who} was inside of the window.',
      '{move} devuelve {value}: ninguna respuesta de {who} entró en la ventana.',
      { move, value, who },
    )
  }
  return log.isMax(node)
    ? say('{move} returns {value}: all replies are searched, and MAX takes the largest, {by}.', '{move} devuelve {value}: exploradas todas las respuestas, MAX elige la mayor, {by}.', { move, value, by })
    : say('{move} returns {value}: all replies are searched, and MIN takes the least, {by}.', '{move} devuelve {value}: exploradas todas las respuestas, MIN elige la menor, {by}.', { move, value, by })
}

/** What a value that came back changes for the node above; nothing if the next event tells it. */
function tellComparison(log: SearchLog, node: number, event: number): Sentence {
  const parent = log.parent[node]
  if (parent < 0 || log.best[node] >= 0) return []
  const max = log.isMax(parent)
  const best = log.bestChild(parent, event)
  if (log.isScout(node) && log.next[node] >= 0 && log.isResearch(log.next[node])) {
    return say(' The answer of the scout search is yes.', ' La respuesta del tanteo es sí.', {})
  }
  if (best >= 0) {
    const values = { best: { node: best, text: log.moveOf(best) }, value: points(log.score[best]) }
    return max
      ? say(' Not more than the {value} of its sibling {best}: nothing changes.', ' No es más que {value}, de su hermana {best}: nada cambia.', values)
      : say(' Not less than the {value} of its sibling {best}: nothing changes.', ' No es menos que {value}, de su hermana {best}: nada cambia.', values)
  }
  const value = points(max ? log.alpha[parent] : log.beta[parent])
  return max
    ? say(' Not more than {value}, which MAX has elsewhere: nothing changes.', ' No más que {value}, que MAX tiene en otro lugar: nada cambia.', { value })
    : say(' Not less than {value}, which MIN has elsewhere: nothing changes.', ' No menos que {value}, que MIN tiene en otro lugar: nada cambia.', { value })
}

function tellBest(log: SearchLog, event: number, { engine }: Manner): Sentence {
  const node = log.nodes[event]
  const max = log.isMax(node)
  const child = log.nodes[event - 1]
  const before = log.window(node, event - 1)
  const old = points(max ? before.alpha : before.beta)
  const previous = max ? before.alphaBy : before.betaBy
  const values: Record<string, Part> = {
    value: points(log.score[child]),
    move: { node: child, text: log.moveOf(child) },
    old,
    previous: previous >= 0 ? { node: previous, text: log.moveOf(previous) } : '',
  }
  if (engine === 'minimax' || engine === 'blockfirst') {
    if (previous < 0) return say('{move} is the best so far: {value}.', '{move} es la mejor hasta ahora: {value}.', values)
    return max
      ? say('{move} is the best so far: {value} is more than {old} by {previous}.', '{move} es la mejor hasta ahora: {value} es más que {old} con {previous}.', values)
      : say('{move} is the best so far for MIN: {value} is less than {old} by {previous}.', '{move} es la mejor hasta ahora para MIN: {value} es menos que {old} con {previous}.', values)
  }
  return max
    ? say('MAX is now sure of {value} by {move}: α rises from {old} to {value}.', 'MAX tiene ya seguro {value} con {move}: α sube de {old} a {value}.', values)
    : say('MIN can hold MAX to {value} by {move}: β falls from {old} to {value}.', 'MIN puede dejar a MAX en {value} con {move}: β baja de {old} a {value}.', values)
}

function tellCut(log: SearchLog, event: number): Sentence {
  const node = log.nodes[event]
  const max = log.isMax(node)
  const window = log.window(node, event)
  const by = max ? window.alphaBy : window.betaBy
  const pruned = (log.pruned.get(node) ?? []).map((move) => log.moves[move])
  const origin = log.origin(node, max ? 'beta' : 'alpha')
  const limit = max ? window.beta : window.alpha
  const values: Record<string, Part> = {
    found: points(max ? window.alpha : window.beta),
    by: by >= 0 ? { node: by, text: log.moveOf(by) } : '',
    limit: points(limit),
    other: origin.node >= 0 ? { node: origin.node, text: log.line(origin.node).join(' ') } : '',
    pruned: listOf(pruned),
  }
  const rest = restOf(pruned.length)
  const here = max ? ['MAX already has {found} here by {by}; ', 'MAX ya tiene aquí {found} con {by}; '] : ['MIN already has {found} here by {by}; ', 'MIN ya tiene aquí {found} con {by}; ']
  const elsewhere =
    origin.from === 'scout'
      ? ['the scout search only asks about {limit}, and that answers it: ', 'el tanteo solo pregunta por {limit}, y esto lo responde: ']
      : origin.from === 'root'
        ? ['the guessed window ends at {limit}: ', 'la ventana supuesta acaba en {limit}: ']
        : max
          ? ['MIN can hold MAX to {limit} by {other} (β). α ≥ β, so ', 'MIN puede dejar a MAX en {limit} con {other} (β). α ≥ β, así que ']
          : ['MAX is sure of {limit} by {other} (α). β ≤ α, so ', 'MAX tiene seguro {limit} con {other} (α). β ≤ α, así que ']
  return say(here[0] + elsewhere[0] + rest[0], here[1] + elsewhere[1] + rest[1], values)
}

/** The most moves that one sentence names. */
const NAMED = 8

function listOf(moves: string[]): string {
  if (moves.length <= NAMED) return moves.join(', ')
  const more = moves.length - NAMED + 1
  return `${moves.slice(0, NAMED - 1).join(', ')} ${isSpanish() ? `y ${more} más` : `and ${more} more`}`
}

function restOf(count: number): [string, string] {
  if (count === 0) return ['there was nothing left to prune.', 'no quedaba nada que podar.']
  if (count === 1) return ['{pruned} cannot matter and is pruned.', '{pruned} no puede cambiar nada y se poda.']
  return ['{pruned} cannot matter and are pruned.', '{pruned} no pueden cambiar nada y se podan.']
}
