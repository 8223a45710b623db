// Lines of one game that differ from some move on.

export type Variations = readonly (readonly string[])[]

/** More are forgotten, the oldest first. */
const MOST = 24

/** A line beside the one that is played: where it leaves its parent, and what leaves it in turn. */
export type Branch = {
  /** The ply before which it leaves. */
  from: number
  /** Its own moves, from there on. */
  moves: readonly string[]
  /** The whole line. */
  whole: readonly string[]
  branches: Branch[]
}

export function sameMoves(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && isPrefix(one, other)
}

/** Whether a line goes on as another one. */
export function isPrefix(start: readonly string[], line: readonly string[]): boolean {
  return start.length <= line.length && start.every((move, index) => move === line[index])
}

/** How many moves two lines share. */
function shared(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < one.length && count < other.length && one[count] === other[count]) count++
  return count
}

/** The variations of a line once another one is left for it: none says less than another. */
export function kept(line: readonly string[], variations: Variations, left: readonly string[]): Variations {
  const all = [...variations, left]
  const isLast = (moves: readonly string[], index: number) => !all.some((other, at) => at > index && sameMoves(other, moves))
  const saysMore = (moves: readonly string[]) =>
    !isPrefix(moves, line) && !all.some((other) => other.length > moves.length && isPrefix(moves, other))
  return all.filter((moves, index) => isLast(moves, index) && saysMore(moves)).slice(-MOST)
}

/** The lines beside a line, as a tree in the order of the plies at which they leave it. */
export function branches(line: readonly string[], variations: Variations): Branch[] {
  const found: Branch[] = []
  let rest = variations.filter((moves) => !isPrefix(moves, line))
  while (rest.length > 0) {
    const whole = rest[0]
    const at = shared(line, whole)
    const leavesWith = (moves: readonly string[]) => shared(line, moves) === at && moves[at] === whole[at]
    const own = rest.filter(leavesWith)
    rest = rest.filter((moves) => !leavesWith(moves))
    found.push({ from: at, moves: whole.slice(at), whole, branches: branches(whole, own.slice(1)) })
  }
  return found.sort((one, other) => one.from - other.from)
}

const KEY = 'poda.variations'
/** Games whose variations a browser keeps. */
const GAMES = 40

function readAll(): [string, string[][]][] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(known) ? known : []
  } catch {
    return []
  }
}

/** The variations that this browser keeps of a game. */
export function readVariations(id: string | null): Variations {
  return readAll().find(([known]) => known === id)?.[1] ?? []
}

export function writeVariations(id: string | null, variations: Variations) {
  const others = readAll().filter(([known]) => known !== id)
  if (id === null || (variations.length === 0 && others.length === readAll().length)) return
  const all = variations.length > 0 ? [...others, [id, variations]] : others
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-GAMES)))
  } catch {
    // A browser that keeps nothing still plays.
  }
}
