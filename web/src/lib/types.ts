// What the server says: `GET /api` describes it.

export type Words = { en: string; es: string }
export type Named = { name: string; meaning: Words }
export type Player = { name: string; spec: string; character: Words }
export type Family = {
  name: string
  title: Words
  summary: Words
  forms: Named[]
  variants: string[]
  players: Player[]
  evaluators: Named[]
  solvable: boolean
}
export type Engine = {
  name: string
  summary: Words
  options: { name: string; default: string; meaning: Words }[]
}
export type Catalog = { version: string; bots: boolean; games: Family[]; engines: Engine[] }

export type Line = { game: string; start: string | null; moves: string[] }

export type Place = { id: string; kind: string; colour: string | null; tags: string[]; x: number; y: number; width: number; height: number; label: string }
export type Piece = { id: string; kind: string; colour: string | null; side: number | null; tags: string[]; x: number; y: number; size: number; label: string }
export type Target = { on: string; text: string; choice: string; label: string; name: string }
export type Fact = { name: string; text: string; place: string | null; values: string[] }
export type Scene = {
  look: string
  width: number
  height: number
  places: Place[]
  pieces: Piece[]
  targets: Target[]
  facts: Fact[]
  trails: { id: string; points: [number, number][] }[]
}
export type Outcome = 'p1' | 'p2' | 'draw'
export type Shown = {
  game: string
  position: string
  line: Line
  movers: number[]
  to_move: number
  outcome: Outcome | null
  legal: string[]
  scene: Scene
}

export type Worth = { value: number; win?: number; loss?: number }
export type Exact = { lower: number; upper: number; remoteness?: number }
export type Judged = { move: string; score: Worth | null; depth: number; pv: string[]; exact?: Exact }
export type SoFar = { depth: number; score: Worth; nodes: number; pv: string[] }
export type Chosen = { move: string; score: Worth | null; depth: number; nodes: number; pv: string[] }

export type Twig = {
  node: number | null
  move: string
  side: number
  keeps_turn: boolean
  maximizes: boolean
  alpha: Worth | null
  beta: Worth | null
  score: Worth | null
  bound: '=' | '>=' | '<='
  kind: 'expanded' | 'cutoff' | 'leaf' | 'terminal' | 'table' | 'pruned'
  research: boolean
  size: number
  children: number
}
export type Dissected = {
  tree: number
  best: string
  score: Worth | null
  depth: number
  nodes: number
  leaves: number
  recorded: number
  complete: boolean
  stopped: boolean
  milliseconds: number
  root: Twig
  children: Twig[]
}

export type Opinion = {
  name: string
  meaning: Words
  adds_up: boolean
  sides: { score: Worth; terms: { name: Words; value: number }[] }[]
  ranking: { move: string; score: Worth }[]
}
export type Opinions = { to_move: number; evaluators: Opinion[]; exact: Record<string, Worth> }

export type RunListed = {
  run: number
  created: number
  game: string
  format: string
  players: string[]
  played: number
  planned: number
  stage: 'here' | 'elsewhere' | 'stopped' | 'finished'
  failure: string | null
}
export type RunGame = {
  index: number
  players: [number, number]
  line: Line
  outcome: Outcome | null
  termination: string | null
  detail: string
}
export type RunShown = RunListed & {
  seed: number
  table: { player: number; name: string; elo: number; error: number; wins: number; losses: number; draws: number; points: number }[]
  verdict: string | null
  boards: RunGame[]
}

export type Kept = {
  id: string
  line: Line
  first: string
  second: string
  outcome: Outcome | null
  updated: number
}

export type TextRun = { text: string; style: 'plain' | 'strong' | 'code' }
export type Block =
  | { is: 'title'; text: TextRun[] }
  | { is: 'text'; text: TextRun[] }
  | { is: 'points'; points: TextRun[][] }
  | { is: 'table'; rows: TextRun[][][] }
  | { is: 'drawing'; scene: Scene }
