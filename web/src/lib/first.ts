// The first board on the screen: whatever can wait, waits until somebody can play.

/** Milliseconds; some pages have no board. */
const PATIENCE = 6000

const FIRST_BOARD = 'poda: first board'

let shown = () => {}
const board = new Promise<void>((resolve) => (shown = resolve))

/** Said by whoever draws boards. A browser's tools show when it was first said. */
export function boardIsDrawn() {
  if (performance.getEntriesByName(FIRST_BOARD).length === 0) performance.mark(FIRST_BOARD)
  shown()
}

/** Does something when a board is on the screen and the browser has nothing else to do. */
export function afterFirstBoard(act: () => void) {
  const idle = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))
  void Promise.race([board, patience]).then(() => requestAnimationFrame(() => idle(act)))
}
