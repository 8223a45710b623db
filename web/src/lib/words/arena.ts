// The words of the arena in both languages.

import { settings } from '../settings.svelte'

const WORDS = {
  gamesOfRun: ['Games', 'Partidas'],
  begin: ['Start', 'Empezar'],
  addPlayer: ['Add a player', 'Añadir jugador'],
  removePlayer: ['Remove', 'Quitar'],
  gamesEach: ['Games per pair', 'Partidas por pareja'],
  runs: ['Matches and tournaments', 'Enfrentamientos y torneos'],
  noRuns: ['No matches or tournaments yet', 'Aún no hay enfrentamientos ni torneos'],
  runsLead: [
    'A match has two players; a tournament has more. Each opening is played twice with the sides swapped. You can watch the games live, and every rating comes with its margin of error.',
    'Un enfrentamiento tiene dos jugadores; un torneo, más. Cada apertura se juega dos veces, cambiando de bando. Puedes seguir las partidas en directo, y cada puntuación lleva su margen de error.',
  ],
  runsWhere: __SITE__
    ? [
        'They are played in this tab: leave it open. If it is closed, the games that were played are kept, and the rest goes on when you resume.',
        'Se juegan en esta pestaña: déjala abierta. Si se cierra, las partidas jugadas se conservan, y el resto sigue cuando lo reanudes.',
      ]
    : [
        'Matches and tournaments started from the command line (poda match, poda tournament) are listed here too.',
        'También aparecen aquí los enfrentamientos y torneos lanzados desde la línea de comandos (poda match, poda tournament).',
      ],
  tabTitle: ['Matches in this tab', 'Enfrentamientos en esta pestaña'],
  played: ['games', 'partidas'],
  running: ['running', 'en curso'],
  winsWord: ['Wins', 'Victorias'],
  drawsWord: ['Draws', 'Tablas'],
  lossesWord: ['Losses', 'Derrotas'],
  ratingHelp: ['Elo (95 % interval)', 'Elo (intervalo del 95 %)'],
  finished: ['finished', 'terminado'],
  stopped: ['stopped', 'detenido'],
  elsewhere: __SITE__ ? ['running in another tab', 'en curso en otra pestaña'] : ['running in another program', 'en curso en otro programa'],
  format: ['Format', 'Formato'],
  rounds: ['Rounds', 'Rondas'],
  liveBoards: ['Live games', 'Partidas en directo'],
  newer: ['Newer games', 'Partidas más recientes'],
  older: ['Older games', 'Partidas anteriores'],
  crossTable: ['Who beat whom: points of the row against the column', 'Quién ganó a quién: puntos de la fila contra la columna'],
  gamesOf: ['Games of', 'Partidas de'],
  everybody: ['everybody', 'todos'],
  onlyLost: ['lost games only', 'solo las perdidas'],
  noGames: ['No such games', 'No hay partidas así'],
  whyLost: ['Why does it lose?', '¿Por qué pierde?'],
  whyLostLead: [
    'Every lost game, looked at again. The most costly move comes first: the one after which the game was lost, or the score fell most.',
    'Cada partida perdida, revisada. Primero la jugada que más costó: aquella tras la que la partida estaba perdida, o la que más bajó el valor.',
  ],
  whyLostNone: ['It has lost no game by the rules.', 'No ha perdido ninguna partida según las reglas.'],
  noMistake: [
    'No single move to blame: lost from the opening on, or not seen until the end',
    'Ninguna jugada tiene la culpa: perdida desde la apertura, o sin que se viera hasta el final',
  ],
  reviewing: ['Reviewing game', 'Revisando la partida'],
  moreLosses: ['Review more games', 'Revisar más partidas'],
  moveNumber: ['move', 'jugada'],
  scoreBefore: ['before', 'antes'],
  scoreAfter: ['after', 'después'],
  estimated: ['estimated', 'estimado'],
  betterLine: ['The better line', 'La variante mejor'],
  whatWasPlayed: ['What was played', 'Lo que se jugó'],
  bothHeuristics: ['What both heuristics saw', 'Lo que vieron las dos heurísticas'],
  openGame: ['Open the game here', 'Abrir la partida aquí'],
  backToRun: ['Back to the table', 'Volver a la tabla'],
} as const satisfies Record<string, readonly [string, string]>

export type ArenaKey = keyof typeof WORDS

/** What to say in the person's language. */
export function ta(key: ArenaKey): string {
  return WORDS[key][settings.language === 'es' ? 1 : 0]
}
