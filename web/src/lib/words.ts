// Every word of the page in both languages. Words about games come from the server.

import { settings } from './settings.svelte'
import type { Outcome, Translated } from './types'

const WORDS = {
  tagline: ['The adversarial-search lab', 'El laboratorio de búsqueda con adversario'],
  lead: [
    'Play against engines, watch them prune, and find out why a move is good.',
    'Juega contra motores, mira cómo podan y descubre por qué una jugada es buena.',
  ],
  games: ['Games', 'Juegos'],
  arena: ['Arena', 'Arena'],
  workers: ['Machines that play', 'Máquinas que juegan'],
  practice: ['Practice', 'Práctica'],
  search: ['Search', 'Búsqueda'],
  heuristics: ['Heuristics', 'Heurísticas'],
  rules: ['Rules', 'Reglas'],
  stories: ['Stories', 'Historias'],
  storiesLead: [
    'Five students wrote a player and a report about it. Here is the way of each report, from the first idea to the last, in players that you can play.',
    'Cinco estudiantes escribieron un jugador y su memoria. Este es el camino de cada memoria, de la idea inicial a la última, en jugadores contra los que puedes jugar.',
  ],
  stepAgainst: ['against', 'contra'],
  stageGivenUp: ['given up', 'descartada'],
  stageReading: ['another reading', 'otra lectura'],
  playStage: ['Play against it', 'Jugar contra ella'],
  matchTable: ['Each against each', 'Todas contra todas'],
  tableMeaning: [
    'Share of points of the row against the column, in percent, with its 95 % interval.',
    'Porcentaje de puntos de la fila contra la columna, con su intervalo del 95 %.',
  ],
  gamesPerPair: ['games per pair', 'partidas por pareja'],
  metAtDepth: ['at depth', 'a profundidad'],
  play: ['Play', 'Jugar'],
  watch: ['Watch', 'Ver partida'],
  person: ['Human', 'Humano'],
  first: ['Plays first', 'Juega primero'],
  second: ['Plays second', 'Juega segundo'],
  builtIn: ['Built-in players', 'Jugadores incorporados'],
  engines: ['Engines', 'Motores'],
  own: ['Custom engine…', 'Motor personalizado…'],
  spec: ['Engine spec', 'Especificación del motor'],
  variant: ['Variant', 'Variante'],
  columns: ['Columns', 'Columnas'],
  rows: ['Rows', 'Filas'],
  inLine: ['In a row', 'En raya'],
  saved: ['Your games', 'Tus partidas'],
  forget: ['Delete', 'Borrar'],
  against: ['against', 'contra'],
  moves: ['Moves', 'Jugadas'],
  noMoves: ['No move yet', 'Aún no hay jugadas'],
  undo: ['Undo', 'Deshacer'],
  redo: ['Redo', 'Rehacer'],
  start: ['Go to the start', 'Ir al principio'],
  back: ['Step back', 'Un paso atrás'],
  forth: ['Step forward', 'Un paso adelante'],
  end: ['Go to the end', 'Ir al final'],
  flip: ['Flip the board', 'Girar el tablero'],
  pause: ['Pause', 'Pausa'],
  resume: ['Resume', 'Reanudar'],
  speed: ['Speed', 'Velocidad'],
  again: ['New game', 'Nueva partida'],
  fromHere: ['New game from here', 'Nueva partida desde aquí'],
  share: ['Share', 'Compartir'],
  playWithMe: ['Play with me', 'Juega conmigo'],
  twoDevices: ['On two devices', 'En dos dispositivos'],
  sharedGames: ['Games on two devices', 'Partidas en dos dispositivos'],
  shareGame: ['Share or import a game', 'Compartir o importar una partida'],
  link: ['Link', 'Enlace'],
  copy: ['Copy', 'Copiar'],
  copied: ['Copied', 'Copiado'],
  copyByHand: ['The browser does not allow copying: select the text and press Ctrl+C', 'El navegador no permite copiar: selecciona el texto y pulsa Ctrl+C'],
  savePgn: ['Save as PGN', 'Guardar como PGN'],
  savePng: ['Save the board as PNG', 'Guardar el tablero como PNG'],
  saveFilm: ['Save the game as an animation', 'Guardar la partida como animación'],
  importLead: ['Moves or PGN of another game', 'Jugadas o PGN de otra partida'],
  importGame: ['Open the game', 'Abrir la partida'],
  close: ['Close', 'Cerrar'],
  gameOver: ['Game over', 'Fin de la partida'],
  rematch: ['Rematch', 'Revancha'],
  swapSides: ['Swap sides', 'Cambiar de bando'],
  present: ['Presentation mode', 'Modo presentación'],
  endPresent: ['End the presentation', 'Salir de la presentación'],
  variations: ['Variations', 'Variantes'],
  lastMove: ['Last move', 'Última jugada'],
  playThis: ['Play', 'Jugar'],
  noGame: ['This game cannot be opened', 'Esta partida no se puede abrir'],
  editPosition: ['Edit the position', 'Editar la posición'],
  youWin: ['You win', 'Ganas tú'],
  yourGoal: ['Your goal:', 'Tu objetivo:'],
  yourTurn: ['Your turn', 'Te toca'],
  thinking: ['thinking', 'pensando'],
  you: ['You', 'Tú'],
  player: ['Player', 'Jugador'],
  wins: ['wins', 'gana'],
  draw: ['Draw', 'Tablas'],
  analysis: ['Analysis', 'Análisis'],
  analyse: ['Analyse', 'Analizar'],
  stop: ['Stop', 'Detener'],
  thinkFirst: ['Hide hints (hold H to peek)', 'Ocultar pistas (mantén H para verlas)'],
  depth: ['depth', 'profundidad'],
  nodes: ['nodes', 'nodos'],
  line: ['Principal variation', 'Variante principal'],
  hoverLine: ['Hover to preview a line', 'Pasa el cursor por una variante para verla'],
  win: ['win', 'victoria'],
  loss: ['loss', 'derrota'],
  winLetter: ['W', 'V'],
  lossLetter: ['L', 'D'],
  winIn: ['wins in', 'gana en'],
  lossIn: ['loses in', 'pierde en'],
  proved: ['proved', 'demostrado'],
  graph: ['Evaluation by move', 'Evaluación por jugada'],
  review: ['Review the game', 'Revisar la partida'],
  chooseDie: ['Choose a die, then a piece', 'Elige un dado y después una ficha'],
  choosePiece: ['Now choose a piece: the pale ones show where it would land', 'Ahora elige una ficha: las pálidas muestran dónde caería'],
  die: ['Dice', 'Dados'],
  board: ['Board', 'Tablero'],
  skipTo: ['Skip to content', 'Saltar al contenido'],
  language: ['Español', 'English'],
  darkTheme: ['Dark theme', 'Tema oscuro'],
  lightTheme: ['Light theme', 'Tema claro'],
  keys: ['Keyboard shortcuts', 'Atajos de teclado'],
  lost: ['Page not found', 'Página no encontrada'],
  lostLead: ['There is no page at this address.', 'No hay ninguna página en esta dirección.'],
  home: ['All games', 'Todos los juegos'],
  offline: ['Connection lost. Reconnecting…', 'Sin conexión. Reconectando…'],
  loading: ['Loading…', 'Cargando…'],
  keyColumns: ['play in a column', 'jugar en una columna'],
  keyBomb: ['detonate your bomb', 'detonar tu bomba'],
  keyArrows: ['step through the game', 'recorrer la partida'],
  keyHint: ['show hints (hold)', 'mostrar pistas (mantener)'],
  keyList: ['show or hide this list', 'mostrar u ocultar esta lista'],
  keyEnds: ['Home, End', 'Inicio, Fin'],
  inside: ['Inside the search', 'Dentro de la búsqueda'],
  engine: ['Engine', 'Motor'],
  evaluator: ['Heuristic', 'Heurística'],
  lookAhead: ['Depth', 'Profundidad'],
  runSearch: ['Run the search', 'Generar el árbol'],
  searching: ['Searching…', 'Buscando…'],
  leaves: ['leaves', 'hojas'],
  chosen: ['chosen move', 'jugada elegida'],
  counts: ['Nodes at this depth', 'Nodos a esta profundidad'],
  compare: ['Compare the three', 'Comparar los tres algoritmos'],
  value: ['Value', 'Valor'],
  zoomIn: ['Zoom in', 'Acercar'],
  zoomOut: ['Zoom out', 'Alejar'],
  tree: ['Search tree', 'Árbol de búsqueda'],
  notComplete: ['Only the first nodes were stored', 'Solo se guardaron los primeros nodos'],
  root: ['root', 'raíz'],
  toGame: ['Back to the game', 'Volver a la partida'],
  sideBySide: ['Compare heuristics', 'Comparar heurísticas'],
  wouldPlay: ['would play', 'jugaría'],
  right: ['right', 'acierta'],
  wrong: ['wrong', 'se equivoca'],
  partly: ['only some of them are best', 'solo alguna es la mejor'],
  equal: ['equal to it', 'iguales para ella'],
  truth: ['Exact', 'Exacto'],
  notAdding: ['an infinite term overrides the rest', 'un término infinito anula los demás'],
  labLead: [
    'Every value, window and cut of a real search; what each heuristic sees; and who wins in the long run.',
    'Cada valor, ventana y poda de una búsqueda real; lo que ve cada heurística; y quién gana a la larga.',
  ],
  zeroTerms: ['more terms are 0 for both players', 'términos más valen 0 para ambos jugadores'],
  changePlayers: ['Change players', 'Cambiar jugadores'],
  autoplay: ['Replay', 'Reproducir'],
  programs: ['Programs', 'Programas'],
  seed: ['Seed', 'Semilla'],
  newRun: ['New match or tournament', 'Nuevo enfrentamiento o torneo'],
  game: ['Game', 'Juego'],
  points: ['Points', 'Puntos'],
  roundRobin: ['round robin', 'todos contra todos'],
  gauntlet: ['gauntlet', 'uno contra todos'],
  swiss: ['Swiss', 'suizo'],
  ladder: ['ladder', 'escalera'],
  ply: ['plies', 'jugadas'],
  playedMove: ['Played', 'Jugó'],
  betterMove: ['Better', 'Mejor'],
  noHeuristic: ['searches without a heuristic of the catalog', 'no busca con una heurística del catálogo'],

  // The lobby.
  opponent: ['Opponent', 'Rival'],
  youBegin: ['You begin', 'Empiezas tú'],
  theyBegin: ['They begin', 'Empieza el rival'],
  twoPeople: ['Two people', 'Dos personas'],
  advanced: ['Advanced', 'Avanzado'],
  playNow: ['Play now', 'Jugar ya'],
  tour: ['One-minute tour', 'Visita de un minuto'],
  continueGame: ['Continue', 'Continuar'],
  twoPlayers: ['Two players', 'Dos jugadores'],

  // About, the guide, the foot of each page.
  about: ['About', 'Acerca de'],
  guide: ['Your own heuristic', 'Tu propia heurística'],
  version: ['Version', 'Versión'],
  whoMoves: ['Who plays', 'Quién juega'],


  // The editor.
  editorLead: ['Choose what to put down, then click on the board.', 'Elige qué poner y haz clic en el tablero.'],
  positionLine: ['The position as text', 'La posición como texto'],
  playFromHere: ['Play from here', 'Jugar desde aquí'],
  emptyBoard: ['Start position', 'Posición inicial'],
  brush: ['What to put down', 'Qué poner'],

  // The tour.
  next: ['Next', 'Siguiente'],
  done: ['Done', 'Listo'],
} as const satisfies Record<string, readonly [string, string]>

export type Key = keyof typeof WORDS

export function t(key: Key): string {
  return WORDS[key][settings.language === 'es' ? 1 : 0]
}

/** The server's words in the person's language. */
export function say(words: Translated): string {
  return words[settings.language]
}

/** What the server says of a position, as the beginning of a sentence. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const locale = () => (settings.language === 'es' ? 'es-ES' : 'en-GB')

/** The number as people of the language write it. */
export function count(value: number): string {
  return value.toLocaleString(locale())
}

/** The moment as people of the language write it. */
export function date(seconds: number): string {
  return new Date(seconds * 1000).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' })
}

/** How a game ended. */
export function ended(outcome: Outcome): string {
  return outcome === 'draw' ? t('draw') : `${t('player')} ${outcome === 'p1' ? 1 : 2} ${t('wins')}`
}

/** A tournament's form. */
export function form(name: string): string {
  const words: Record<string, Key> = { 'round-robin': 'roundRobin', gauntlet: 'gauntlet', swiss: 'swiss', ladder: 'ladder' }
  return words[name] ? t(words[name]) : name
}
