// The copy of the page for times without a network: `sw.js`, which the build writes (`site.js`). Browsers have service workers
// for secure pages only, which is https, or this machine.

export async function offline() {
  if (!navigator.serviceWorker) return
  try {
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI))
  } catch {
    // A page that cannot be kept works as long as there is a network.
  }
}
