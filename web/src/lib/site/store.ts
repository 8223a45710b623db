// What this browser keeps for the page of a folder: games, runs and reviews, in IndexedDB. A browser that keeps nothing (a
// private window, a frame of another site) or has no place left still plays: then it is forgotten with the tab, which the page says.

import { settings } from '../settings.svelte'

/** Pages in other folders of the same host have games of their own. */
const NAME = `poda ${new URL('.', document.baseURI).pathname}`
const KEYS = { games: 'id', runs: 'run', records: ['run', 'index'], reviews: 'key' } as const

type Name = keyof typeof KEYS
type Key = string | number | (string | number)[]

/** Milliseconds. Some browsers never say that they keep nothing. */
const PATIENCE = 3000

let opened: IDBDatabase | null = null
let opening: Promise<IDBDatabase | null> | null = null

const open = () =>
  new Promise<IDBDatabase | null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE)
    try {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => {
        for (const [name, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(name, { keyPath: keyPath as string | string[] })
      }
      request.onsuccess = () => {
        const database = request.result
        // Another tab with a newer page wants to change the stores: it may. Or somebody has told the browser to forget them.
        const leave = () => {
          database.close()
          opened = opening = null
        }
        database.onversionchange = leave
        database.onclose = leave
        opened = database
        resolve(database)
      }
      request.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })

/** Opened at once: whoever leaves the page has no time to wait for it. */
const database = async () => opened ?? (await (opening ??= open()))
void database()

/** Things of one kind. */
export class Table<Row extends object> {
  #name: Name
  /** What the browser would not keep. */
  #rows = new Map<string, Row>()

  constructor(name: Name) {
    this.#name = name
  }

  /** Nobody misses a review, which can be made again. */
  get #weight() {
    return this.#name === 'reviews' ? 0 : 1
  }

  #keyOf(row: Row): string {
    return JSON.stringify([KEYS[this.#name]].flat().map((part) => (row as Record<string, unknown>)[part]))
  }

  /** Without waiting where it is open. Nothing if the browser keeps nothing. */
  async #do<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => { readonly result: Result }): Promise<Result | undefined> {
    const place = opened ?? (await database())
    if (!place) throw new Error('the browser keeps nothing')
    const transaction = place.transaction(this.#name, mode)
    const request = act(transaction.objectStore(this.#name))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser did not keep it'))
    })
  }

  async put(row: Row): Promise<void> {
    const key = this.#keyOf(row)
    try {
      await this.#do<unknown>('readwrite', (store) => store.put(row))
      this.#forget([key])
    } catch {
      // No place, or no permission: it is there as long as the tab is.
      if (!this.#rows.has(key)) settings.forgotten += this.#weight
      this.#rows.set(key, row)
    }
  }

  #forget(keys: string[]) {
    for (const key of keys) if (this.#rows.delete(key)) settings.forgotten -= this.#weight
  }

  async get(key: Key): Promise<Row | undefined> {
    return this.#rows.get(JSON.stringify([key].flat())) ?? (await this.#do<Row | undefined>('readonly', (store) => store.get(key)).catch(() => undefined))
  }

  async remove(key: Key): Promise<void> {
    this.#forget([JSON.stringify([key].flat())])
    await this.#do<unknown>('readwrite', (store) => store.delete(key)).catch(() => {})
  }

  /** All of them, or all whose key begins with that number. */
  async all(first?: number): Promise<Row[]> {
    const range = first === undefined ? undefined : IDBKeyRange.bound([first], [first, []])
    const kept = await this.#do<Row[]>('readonly', (store) => store.getAll(range)).catch(() => [])
    const rows = new Map(kept?.map((row) => [this.#keyOf(row), row]))
    for (const [key, row] of this.#rows) if (first === undefined || key.startsWith(`[${first},`)) rows.set(key, row)
    return [...rows.values()]
  }

  /** The same to forget them. */
  async removeAll(first: number): Promise<void> {
    this.#forget([...this.#rows.keys()].filter((key) => key.startsWith(`[${first},`)))
    await this.#do<unknown>('readwrite', (store) => store.delete(IDBKeyRange.bound([first], [first, []]))).catch(() => {})
  }
}
