// The browser's address, which says what is on the screen. Addresses inside the page begin with a slash: `/play/boom?moves=44`.
// A server knows them all. Files in a folder have nobody who does, so there they stand behind `#`, and every link, every
// reload and every bookmark asks for the same one file.

function read(): { path: string; query: string } {
  if (!__SITE__) return { path: location.pathname, query: location.search }
  const address = location.hash.startsWith('#/') ? location.hash.slice(1) : '/'
  const question = address.indexOf('?')
  return question < 0 ? { path: address, query: '' } : { path: address.slice(0, question), query: address.slice(question) }
}

export const place = $state(read())

const look = () => Object.assign(place, read())
addEventListener('popstate', look)
if (__SITE__) addEventListener('hashchange', look)

/** An address inside the page as a link has it. */
export const to = (address: string) => (__SITE__ ? `#${address}` : address)

/** The same for somebody elsewhere. */
export const fullAddress = (address: string) => location.origin + (__SITE__ ? location.pathname : '') + to(address)

export function go(address: string, replace = false) {
  if (address === place.path + place.query) return
  history[replace ? 'replaceState' : 'pushState'](null, '', to(address))
  look()
  if (!replace) scrollTo(0, 0)
}

/** For links: the page changes without a reload, unless the person wants a new window. */
export function link(event: MouseEvent) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const anchor = (event.target as Element | null)?.closest('a')
  if (!anchor || anchor.origin !== location.origin || anchor.target || anchor.hasAttribute('download')) return
  const isHere = anchor.pathname === location.pathname && anchor.search === location.search
  if (__SITE__ ? !isHere : anchor.pathname.startsWith('/api')) return
  event.preventDefault()
  if (__SITE__ && anchor.hash.startsWith('#/')) go(anchor.hash.slice(1))
  // A place on this page: what stands behind `#` in its address may be the token of a game.
  else if (anchor.hash && isHere) document.getElementById(anchor.hash.slice(1))?.focus()
  else go(anchor.pathname + anchor.search + anchor.hash)
}
