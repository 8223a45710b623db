// The words of practice in both languages.

import { isSpanish } from './search'

const WORDS = {
  practiceTitle: ['Which branches will be cut?', '¿Qué ramas se podarán?'],
  practiceLead: [
    'Alpha-beta searches this tree from left to right. Mark every branch that it will never search, then check.',
    'Alfa-beta explora este árbol de izquierda a derecha. Marca las ramas que no explorará nunca y comprueba.',
  ],
  valuesLead: [
    'Write the minimax value of every node that is not a leaf, then check.',
    'Escribe el valor minimax de cada nodo que no es una hoja y comprueba.',
  ],
  byName: ['Mark branches by name', 'Marcar ramas por su nombre'],
  askCuts: ['Which branches are cut?', '¿Qué ramas se podan?'],
  askValues: ['Which values come back?', '¿Qué valores vuelven?'],
  exercise: ['Exercise', 'Ejercicio'],
  difficulty: ['Difficulty', 'Dificultad'],
  level1: ['1: two levels', '1: dos niveles'],
  level2: ['2: three levels', '2: tres niveles'],
  level3: ['3: uneven', '3: irregular'],
  level4: ['4: four levels', '4: cuatro niveles'],
  seed: ['Seed', 'Semilla'],
  ownTree: ['Your own tree', 'Tu propio árbol'],
  ownTreeHelp: ['Numbers are leaves, parentheses are nodes: (3 5 (2 9))', 'Los números son hojas y los paréntesis, nodos: (3 5 (2 9))'],
  useTree: ['Use this tree', 'Usar este árbol'],
  open: ['Open', 'Abrir'],
  check: ['Check', 'Comprobar'],
  newTree: ['Next exercise', 'Ejercicio siguiente'],
  again: ['Try again', 'Otra vez'],
  watch: ['Watch the search', 'Ver la búsqueda'],
  streak: ['in a row', 'seguidos'],
  bestStreak: ['best', 'récord'],
  right: ['All right!', '¡Todo bien!'],
  wrong: ['Not quite.', 'No del todo.'],
  missed: ['missed: it is cut', 'faltaba: se poda'],
  notCut: ['not cut: it is searched', 'no se poda: se explora'],
  good: ['right: it is cut', 'bien: se poda'],
  order: ['Order of the branches', 'Orden de las ramas'],
  orderLead: ['The value never depends on the order. The nodes do: search the best branch first.', 'El valor no depende del orden. Los nodos sí: explora primero la mejor rama.'],
  bestFirst: ['Best first', 'La mejor primero'],
  worstFirst: ['Worst first', 'La peor primero'],
  asGiven: ['As given', 'Como estaba'],
  moveLeft: ['Move the marked branch left', 'Mover la rama marcada a la izquierda'],
  moveRight: ['Move the marked branch right', 'Mover la rama marcada a la derecha'],
  sideBySide: ['The three algorithms on this tree', 'Los tres algoritmos en este árbol'],
  lastIteration: ['in the last iteration', 'en la última iteración'],
  meanNote: ['pvs deepens step by step; where it ends early it sees the mean of the leaves below.', 'pvs profundiza paso a paso; donde acaba antes ve la media de las hojas de abajo.'],
  moodle: ['Quiz for Moodle (GIFT)', 'Cuestionario para Moodle (GIFT)'],
  moodleLead: ['Three questions for each tree, with answers and reasons. Import it as “GIFT format”.', 'Tres preguntas por árbol, con respuestas y razones. Impórtalo como «formato GIFT».'],
  trees: ['Trees', 'Árboles'],
  download: ['Download', 'Descargar'],
  sameForAll: ['Whoever opens this address has the same exercise.', 'Quien abra esta dirección tiene el mismo ejercicio.'],
  fromGame: ['A position of', 'Una posición de'],
  fromGameLead: ['The leaves have the values that the heuristic gives two moves ahead.', 'Las hojas tienen los valores que da la heurística dos jugadas más adelante.'],
  byChance: ['Trees by chance', 'Árboles al azar'],
  valueOf: ['Value of', 'Valor de'],
  mark: ['mark as cut', 'marcar como podada'],
  tree: ['Tree', 'Árbol'],
} as const satisfies Record<string, readonly [string, string]>

export type PracticeWord = keyof typeof WORDS

export function p(key: PracticeWord): string {
  return WORDS[key][isSpanish() ? 1 : 0]
}
