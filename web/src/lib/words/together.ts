// The words of a game that two people play on two devices, in both languages.

import { settings } from '../settings.svelte'

const WORDS = {
  playWithMe: ['Play with me', 'Juega conmigo'],
  playWithMeLead: [
    'Two people, two devices: you get a link for the other person. Both see the same game live.',
    'Dos personas, dos dispositivos: tendrás un enlace para la otra persona. Ambas veis la misma partida en directo.',
  ],
  whoAreYou: ['You play', 'Tú juegas'],
  asFirst: ['first', 'primero'],
  asSecond: ['second', 'segundo'],
  fromWhere: ['The game begins', 'La partida empieza'],
  atStart: ['at the start', 'desde el principio'],
  whereItStands: ['from this position', 'desde esta posición'],
  makeLink: ['Create the link', 'Crear el enlace'],
  invite: ['Invite the other player', 'Invita a la otra persona'],
  inviteLead: [
    'Send this link, or let the other person scan the code with a phone. Whoever opens it first takes the seat.',
    'Envía este enlace o deja que la otra persona escanee el código con el móvil. Quien lo abra primero ocupa el sitio.',
  ],
  onlyHere: [
    'This link works on this machine only. For other devices in your network, start the server with',
    'Este enlace solo funciona en este equipo. Para otros dispositivos de tu red, arranca el servidor con',
  ],
  qrCode: ['QR code of the link', 'Código QR del enlace'],
  linkForPlayer: ['Link for the other player', 'Enlace para la otra persona'],
  linkForSpectators: ['Link for spectators', 'Enlace para espectadores'],
  spectatorsLead: ['Whoever opens this link can watch, but not play.', 'Quien abra este enlace puede mirar, pero no jugar.'],
  waiting: ['Waiting for the other player…', 'Esperando a la otra persona…'],
  you: ['You', 'Tú'],
  theOther: ['The other player', 'La otra persona'],
  connected: ['connected', 'con conexión'],
  away: ['not connected', 'sin conexión'],
  notYet: ['not here yet', 'aún no está'],
  youWatch: ['You are watching', 'Estás mirando'],
  late: [
    'Somebody else has taken this seat already, so you are watching. If that was you, open the game in the browser where you played.',
    'Otra persona ya ocupa este sitio, así que estás mirando. Si eras tú, abre la partida en el navegador en el que jugabas.',
  ],
  spectators: ['watching', 'mirando'],
  reconnecting: ['Connection lost. Reconnecting…', 'Sin conexión. Reconectando…'],
  connecting: ['Connecting…', 'Conectando…'],
  yourTurn: ['Your turn', 'Te toca'],
  theirTurn: ['The other player is to move', 'Le toca a la otra persona'],
  youWin: ['You win', 'Ganas tú'],
  youLose: ['The other player wins', 'Gana la otra persona'],
  resigned: ['by resignation', 'por abandono'],
  agreed: ['by agreement', 'de mutuo acuerdo'],
  takeBack: ['Take back', 'Deshacer'],
  offerDraw: ['Offer a draw', 'Ofrecer tablas'],
  resign: ['Resign', 'Abandonar'],
  reallyResign: ['Really resign?', '¿Abandonar de verdad?'],
  rematch: ['Rematch, sides changed', 'Revancha, cambiando de lado'],
  wantsUndo: ['asks to take back a move', 'pide deshacer una jugada'],
  wantsDraw: ['offers a draw', 'ofrece tablas'],
  wantsRematch: ['wants a rematch', 'quiere la revancha'],
  askedUndo: ['You have asked to take back a move', 'Has pedido deshacer una jugada'],
  askedDraw: ['You have offered a draw', 'Has ofrecido tablas'],
  askedRematch: ['You have asked for a rematch', 'Has pedido la revancha'],
  accept: ['Accept', 'Aceptar'],
  decline: ['Decline', 'Rechazar'],
  withdraw: ['Withdraw', 'Retirar'],
  goneTitle: ['This game cannot be opened', 'Esta partida no se puede abrir'],
  noToken: ['The link is incomplete: something has to follow after #.', 'El enlace está incompleto: falta algo después de #.'],
  lookInto: ['Open a copy to analyse it', 'Abrir una copia para analizarla'],
} as const satisfies Record<string, readonly [string, string]>

export type TogetherKey = keyof typeof WORDS

/** What to say in the person's language. */
export function tt(key: TogetherKey): string {
  return WORDS[key][settings.language === 'es' ? 1 : 0]
}
