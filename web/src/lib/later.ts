// What can wait until a person has seen what happened.

/** Milliseconds; a tab that nobody looks at has no frames. */
const UNSEEN = 200

/** Does something when the next frame is on the screen, so that it does not make the frame wait; or before, if the page is left. */
export function afterFrame(act: () => void) {
  let done = false
  const once = () => {
    if (done) return
    done = true
    removeEventListener('pagehide', once)
    act()
  }
  addEventListener('pagehide', once)
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, UNSEEN)
}
