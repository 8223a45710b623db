// The browser's address, which says what is on the screen.

export const place = $state({ path: location.pathname, query: location.search })

addEventListener('popstate', () => {
  place.path = location.pathname
  place.query = location.search
})

export function go(address: string, replace = false) {
  if (address === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', address)
  place.path = location.pathname
  place.query = location.search
  if (!replace) scrollTo(0, 0)
}

/** For links: the page changes without a reload, unless the person wants a new window. */
export function link(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const anchor = (event.target as Element | null)?.closest('a')
  if (!anchor || anchor.origin !== location.origin || anchor.target || anchor.hasAttribute('download')) return
  if (anchor.pathname.startsWith('/api')) return
  event.preventDefault()
  const isHere = anchor.pathname === location.pathname && anchor.search === location.search
  // A place on this page: what stands behind `#` in its address may be the token of a game.
  if (anchor.hash && isHere) document.getElementById(anchor.hash.slice(1))?.focus()
  else go(anchor.pathname + anchor.search + anchor.hash)
}
