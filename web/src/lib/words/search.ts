// The words of the search and of practice in both languages.

import { settings } from '../settings.svelte'

const WORDS = {
  games: ['Random games', 'Partidas al azar'],
  play: ['Play', 'Reproducir'],
  pause: ['Pause', 'Pausa'],
  first: ['To the beginning', 'Ir al principio'],
  last: ['To the end', 'Ir al final'],
  back: ['One event back', 'Un suceso atrás'],
  step: ['One event on', 'Un suceso adelante'],
  over: ['Step over: until this branch returns', 'Saltar: hasta que vuelva esta rama'],
  nextCut: ['Next cut', 'Poda siguiente'],
  event: ['Event', 'Suceso'],
  of: ['of', 'de'],
  speed: ['Events per second', 'Sucesos por segundo'],
  timeline: ['Events of the search, by depth', 'Sucesos de la búsqueda, por profundidad'],
  levelsAbove: ['levels above', 'niveles arriba'],
  fit: ['Fit to window', 'Ajustar a la ventana'],
  projector: ['Projector size', 'Proyector'],
  legend: ['Legend', 'Leyenda'],
  max: ['MAX', 'MAX'],
  min: ['MIN', 'MIN'],
  both: ['MAX or MIN', 'MAX o MIN'],
  leaves: ['leaves', 'hojas'],
  isMax: ['MAX: the player to move at the root, who wants a high value', 'MAX: quien juega en la raíz y quiere un valor alto'],
  isMin: ['MIN: the other player, who wants a low value', 'MIN: el rival, que quiere un valor bajo'],
  litPath: ['The current path', 'El camino actual'],
  isLeaf: ['Leaf: a heuristic value', 'Hoja: un valor de la heurística'],
  isCut: ['Cut here: the rest cannot matter', 'Poda: el resto no puede cambiar nada'],
  isPruned: ['Pruned: never searched', 'Podada: no se exploró'],
  isTable: ['T: known by the transposition table', 'T: lo sabe la tabla de transposición'],
  isScout: ['?: scout search, which only asks “better?”', '?: búsqueda de tanteo, que solo pregunta «¿es mejor?»'],
  isResearch: ['2: searched again, with the whole window', '2: se explora otra vez, con toda la ventana'],
  isKept: ['Double line: the same player moves again', 'Línea doble: vuelve a jugar el mismo jugador'],
  isBest: ['Thick line: the best so far', 'Línea gruesa: la mejor hasta ahora'],
  isVisits: ['Share of points for MAX, and random games through the node', 'Proporción de puntos de MAX y partidas al azar por el nodo'],
  windowNow: ['Window: values that still matter', 'Ventana: valores que aún importan'],
  closed: ['Window closed: β ≤ α', 'Ventana cerrada: β ≤ α'],
  timedOut: ['The time was over before the search was done. Nodes with … have no value; the rest is true.', 'Se acabó el tiempo antes de terminar la búsqueda. Los nodos con … no tienen valor; lo demás es cierto.'],
  stopped: ['Stopped before the search was done. Nodes with … have no value; the rest is true.', 'Se detuvo antes de terminar la búsqueda. Los nodos con … no tienen valor; lo demás es cierto.'],
  dropped: ['Nodes of earlier iterations that made room for the last', 'Nodos de iteraciones anteriores que dejaron sitio a la última'],
  lookingAt: ['You are looking at another node.', 'Estás mirando otro nodo.'],
  backToNow: ['Back to the current event', 'Volver al suceso actual'],
  practise: ['Practise: which branches are cut?', 'Practicar: ¿qué ramas se podan?'],
  iteration: ['Iteration', 'Iteración'],
  cuts: ['cuts', 'podas'],
  randomGames: ['random games', 'partidas al azar'],
  keyPlay: ['play or pause', 'reproducir o pausar'],
  keySteps: ['one event back, one event on', 'un suceso atrás, uno adelante'],
  keyOver: ['step over', 'saltar la rama'],
  keyCut: ['next cut, previous cut', 'poda siguiente, poda anterior'],
  keyEnds: ['Home, End', 'Inicio, Fin'],
  keyEndsDo: ['first event, last event', 'primer suceso, último suceso'],
  keyLook: ['look at the parent, the best child, the siblings', 'mirar el padre, el mejor hijo, los hermanos'],
  keyNow: ['back to the current event', 'volver al suceso actual'],
  keyZoom: ['zoom, fit to window', 'ampliar, ajustar a la ventana'],
  keyProjector: ['projector size', 'tamaño de proyector'],
  space: ['Space', 'Espacio'],
} as const satisfies Record<string, readonly [string, string]>

export type SearchWord = keyof typeof WORDS

export const isSpanish = () => settings.language === 'es'

export function w(key: SearchWord): string {
  return WORDS[key][isSpanish() ? 1 : 0]
}
