// Every word of the page in both languages. Words about games come from the server.

import { settings } from './settings.svelte'
import type { Outcome, Words } from './types'

const WORDS = {
  tagline: ['The adversarial-search lab', 'El laboratorio de búsqueda con adversario'],
  lead: [
    'Play against engines, watch them prune, and find out why a move is good.',
    'Juega contra motores, mira cómo podan y descubre por qué una jugada es buena.',
  ],
  games: ['Games', 'Juegos'],
  arena: ['Arena', 'Arena'],
  search: ['Search', 'Búsqueda'],
  heuristics: ['Heuristics', 'Heurísticas'],
  rules: ['Rules', 'Reglas'],
  play: ['Play', 'Jugar'],
  watch: ['Watch', 'Mirar'],
  person: ['A person', 'Una persona'],
  first: ['Begins', 'Empieza'],
  second: ['Replies', 'Responde'],
  house: ['House players', 'Jugadores de la casa'],
  engines: ['Engines', 'Motores'],
  own: ['Own spec…', 'Otra especificación…'],
  spec: ['Engine spec', 'Especificación del motor'],
  variant: ['Variant', 'Variante'],
  columns: ['Columns', 'Columnas'],
  rows: ['Rows', 'Filas'],
  inLine: ['In line', 'En línea'],
  kept: ['Games to continue', 'Partidas para continuar'],
  forget: ['Forget', 'Olvidar'],
  against: ['against', 'contra'],
  moves: ['Moves', 'Jugadas'],
  noMoves: ['No move yet', 'Aún no hay jugadas'],
  undo: ['Undo', 'Deshacer'],
  redo: ['Redo', 'Rehacer'],
  start: ['To the start', 'Al principio'],
  back: ['Step back', 'Un paso atrás'],
  forth: ['Step forward', 'Un paso adelante'],
  end: ['To the end', 'Al final'],
  flip: ['Flip the board', 'Girar el tablero'],
  pause: ['Pause', 'Pausa'],
  resume: ['Go on', 'Seguir'],
  speed: ['Speed', 'Velocidad'],
  again: ['New game', 'Otra partida'],
  fromHere: ['New game from here', 'Partida nueva desde aquí'],
  share: ['Copy link', 'Copiar enlace'],
  copied: ['Link copied', 'Enlace copiado'],
  thinking: ['thinking', 'pensando'],
  you: ['You', 'Tú'],
  player: ['Player', 'Jugador'],
  wins: ['wins', 'gana'],
  draw: ['Draw', 'Tablas'],
  analysis: ['Analysis', 'Análisis'],
  analyse: ['Analyse', 'Analizar'],
  stop: ['Stop', 'Parar'],
  thinkFirst: ['Think first: hints only while H is held', 'Piensa primero: pistas solo mientras pulsas H'],
  depth: ['depth', 'profundidad'],
  nodes: ['nodes', 'nodos'],
  line: ['Expected line', 'Línea esperada'],
  hoverLine: ['Point at a line to play it out', 'Señala una línea para verla jugada'],
  win: ['win', 'victoria'],
  loss: ['loss', 'derrota'],
  winLetter: ['W', 'V'],
  lossLetter: ['L', 'D'],
  winIn: ['win in', 'gana en'],
  lossIn: ['loss in', 'pierde en'],
  proved: ['proved', 'demostrado'],
  graph: ['Value of the game', 'Valor de la partida'],
  review: ['Review the game', 'Repasar la partida'],
  blunder: ['blunder', 'error grave'],
  chooseDie: ['Choose a die, then a piece', 'Elige un dado y luego una ficha'],
  die: ['Dice', 'Dados'],
  board: ['Board', 'Tablero'],
  skipTo: ['Skip to content', 'Saltar al contenido'],
  language: ['Español', 'English'],
  darkTheme: ['Dark theme', 'Tema oscuro'],
  lightTheme: ['Light theme', 'Tema claro'],
  keys: ['Keys', 'Teclas'],
  lost: ['There is nothing here', 'Aquí no hay nada'],
  lostLead: ['This branch was cut: no page grows at this address.', 'Esta rama se podó: en esta dirección no crece ninguna página.'],
  home: ['All games', 'Todos los juegos'],
  offline: ['No connection: trying again', 'Sin conexión: reintentando'],
  loading: ['Loading…', 'Cargando…'],
  keyColumns: ['play a column', 'jugar una columna'],
  keyBomb: ['explode your bomb', 'explotar tu bomba'],
  keyArrows: ['walk through the game', 'recorrer la partida'],
  keyHint: ['hints, while held', 'pistas, mientras se pulsa'],
  keyList: ['this list', 'esta lista'],
  keyEnds: ['Home, End', 'Inicio, Fin'],
  inside: ['Inside the search', 'Dentro de la búsqueda'],
  engine: ['Engine', 'Motor'],
  evaluator: ['Heuristic', 'Heurística'],
  lookAhead: ['Depth', 'Profundidad'],
  grow: ['Grow the tree', 'Hacer crecer el árbol'],
  growing: ['Searching…', 'Buscando…'],
  leaves: ['leaves', 'hojas'],
  chosen: ['chosen move', 'jugada elegida'],
  counts: ['Nodes at this depth', 'Nodos a esta profundidad'],
  compare: ['Count for all three', 'Contar con los tres'],
  window: ['Window (α, β)', 'Ventana (α, β)'],
  value: ['Value', 'Valor'],
  pruneIf: ['prune if', 'poda si'],
  maximises: ['maximises', 'maximiza'],
  minimises: ['minimises', 'minimiza'],
  markOpen: ['all branches searched', 'todas las ramas exploradas'],
  markCut: ['cut here: the other branches were severed', 'poda aquí: las demás ramas se cortaron'],
  markHorizon: ['leaf: the heuristic speaks', 'hoja: habla la heurística'],
  markFinished: ['the game is over', 'la partida ha terminado'],
  markKnown: ['known from the table', 'conocido por la tabla'],
  markSevered: ['severed: never looked at', 'cortada: nadie la miró'],
  keptTurn: ['the same player decides again', 'decide otra vez el mismo jugador'],
  secondLook: ['second look with a wider window', 'segunda mirada con una ventana mayor'],
  size: ['nodes here and below', 'nodos aquí y debajo'],
  stepBack: ['Previous node', 'Nodo anterior'],
  stepForth: ['Next node', 'Nodo siguiente'],
  collapse: ['Collapse', 'Plegar'],
  expand: ['Expand', 'Desplegar'],
  zoomIn: ['Zoom in', 'Acercar'],
  zoomOut: ['Zoom out', 'Alejar'],
  tree: ['Search tree', 'Árbol de búsqueda'],
  notWhole: ['Only the first nodes were kept', 'Solo se guardaron los primeros nodos'],
  root: ['root', 'raíz'],
  toGame: ['Back to the game', 'Volver a la partida'],
  sideBySide: ['Heuristics side by side', 'Heurísticas cara a cara'],
  wouldPlay: ['would play', 'jugaría'],
  right: ['right', 'acierta'],
  wrong: ['wrong', 'se equivoca'],
  truth: ['Exact', 'Exacto'],
  notAdding: ['infinities swallow the other parts', 'los infinitos se tragan las demás partes'],
  labLead: [
    'Every value, window and cut of a real search; what each heuristic sees; and who wins in the long run.',
    'Cada valor, ventana y poda de una búsqueda real; lo que ve cada heurística; y quién gana a la larga.',
  ],
  zeroParts: ['more parts are 0 for both', 'partes más valen 0 para ambos'],
  changePlayers: ['Change the players', 'Cambiar los jugadores'],
  autoplay: ['Play it back', 'Reproducir'],
  bot: ['A program: cmd:./bot', 'Un programa: cmd:./bot'],
  begin: ['Begin', 'Empezar'],
  addPlayer: ['Add a player', 'Añadir jugador'],
  removePlayer: ['Remove', 'Quitar'],
  gamesEach: ['Games per pair', 'Partidas por pareja'],
  seed: ['Seed', 'Semilla'],
  runs: ['Runs', 'Torneos'],
  noRuns: ['No match or tournament yet', 'Aún no hay torneos'],
  runsLead: [
    'A match has two players, a tournament more. Every opening is played twice with sides changed; you watch the boards live, and the table tells how sure it is. Runs of the command line (poda match, poda tournament) appear here too.',
    'Un enfrentamiento tiene dos jugadores; un torneo, más. Cada apertura se juega dos veces con los bandos cambiados; los tableros se ven en directo y la tabla dice lo segura que está. Los torneos de la línea de órdenes (poda match, poda tournament) también aparecen aquí.',
  ],
  newRun: ['New match or tournament', 'Nuevo enfrentamiento o torneo'],
  game: ['Game', 'Juego'],
  points: ['Points', 'Puntos'],
  played: ['played', 'jugadas'],
  running: ['running', 'en curso'],
  over: ['over', 'terminado'],
  winsWord: ['Wins', 'Victorias'],
  drawsWord: ['Draws', 'Tablas'],
  lossesWord: ['Losses', 'Derrotas'],
  ratingHelp: ['Elo with its error of 95 %', 'Elo con su error del 95 %'],
  elsewhere: ['running elsewhere', 'en curso en otro programa'],
  stopped: ['stopped', 'parado'],
  format: ['Format', 'Formato'],
  roundRobin: ['round robin', 'todos contra todos'],
  gauntlet: ['gauntlet', 'uno contra todos'],
  swiss: ['Swiss', 'suizo'],
  ladder: ['ladder', 'escalera'],
  rounds: ['Rounds', 'Rondas'],
  liveBoards: ['Being played now', 'Se juega ahora'],
  newer: ['Newer games', 'Partidas más nuevas'],
  older: ['Older games', 'Partidas más viejas'],
  ply: ['ply', 'jugada'],
} as const satisfies Record<string, readonly [string, string]>

export type Key = keyof typeof WORDS

export function t(key: Key): string {
  return WORDS[key][settings.language === 'es' ? 1 : 0]
}

/** The server's words in the person's language. */
export function say(words: Words): string {
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
