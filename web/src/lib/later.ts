// What can wait until a person has seen what happened.

/** Milliseconds; a tab that nobody looks at has no frames. */
const UNSEEN = 200

/** Does something when the next frame is on the screen, so that it does not make the frame wait. */
export function afterFrame(act: () => void) {
  let done = false
  const once = () => {
    if (!done) act()
    done = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, UNSEEN)
}
