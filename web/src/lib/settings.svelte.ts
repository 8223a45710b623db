// What a person has chosen, kept in the browser.

export type Language = 'en' | 'es'
export type Theme = 'light' | 'dark'

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What a link asks for, where addresses inside the page stand behind `#`: `?embed&lang=es&theme=dark`. */
const wish = (name: string) => (__SITE__ ? new URLSearchParams(location.search).get(name) : null)
const spoken = wish('lang') ?? read('poda.language') ?? navigator.language
const dark = matchMedia('(prefers-color-scheme: dark)').matches

export const settings = $state({
  language: (spoken.startsWith('es') ? 'es' : 'en') as Language,
  theme: (wish('theme') ?? read('poda.theme') ?? (dark ? 'dark' : 'light')) as Theme,
  thinkFirst: read('poda.think-first') === 'yes',
  /** Only the board, large, for a room. */
  presenting: false,
  /** In a frame of somebody's page: only the board. */
  embedded: __SITE__ && wish('embed') !== null,
  /** So many games and matches this browser would not keep: they are there as long as the tab is. */
  forgotten: 0,
  /** Invited to one game: the rest of the server is not open. */
  guest: false,
})

export function setLanguage(language: Language) {
  settings.language = language
  write('poda.language', language)
}

export function setTheme(theme: Theme) {
  settings.theme = theme
  write('poda.theme', theme)
}

export function setThinkFirst(on: boolean) {
  settings.thinkFirst = on
  write('poda.think-first', on ? 'yes' : 'no')
}

/** A random name that nobody else has. */
export function secret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whose games are whose. */
export function owner(): string {
  const known = read('poda.owner')
  if (known) return known
  const fresh = secret()
  write('poda.owner', fresh)
  return fresh
}
