// Keeps one whole version of the page, and answers from it. A new version is fetched beside it and takes its place when no
// page of the old one is open any more, so that nobody gets parts of both.

const VERSION = __VERSION__
const FILES = __FILES__
/** Pages in other folders of the same host keep copies of their own. */
const MINE = `poda ${new URL('.', location.href).pathname} `
const NAME = MINE + VERSION
const HOME = new URL('./', location.href).href

self.addEventListener('install', (event) => {
  const fetched = async () => {
    const cache = await caches.open(NAME)
    // The browser has just loaded most of them. Files whose names do not change with their content are asked for again.
    const request = (file) => new Request(new URL(file, HOME), { cache: /^assets\/|\?v=/.test(file) ? 'default' : 'no-cache' })
    await cache.addAll(FILES.map(request))
  }
  event.waitUntil(fetched())
})

self.addEventListener('activate', (event) => {
  const cleaned = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(MINE) && name !== NAME)
    await Promise.all(old.map((name) => caches.delete(name)))
    // The pages that are open came from the network, and this is what they would get.
    await self.clients.claim()
  }
  event.waitUntil(cleaned())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(HOME)) return
  const answered = async () => {
    const cache = await caches.open(NAME)
    // Every address of the page is the same one file.
    const isHome = request.mode === 'navigate' && /^(index\.html)?(\?|#|$)/.test(request.url.slice(HOME.length))
    const kept = await cache.match(isHome ? HOME : request)
    return kept ?? fetch(request)
  }
  event.respondWith(answered())
})
