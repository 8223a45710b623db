// What this browser keeps for the page of a folder: games, runs and reviews, in IndexedDB. A browser that keeps nothing (a
// private window, a frame of another site) still plays: then everything is forgotten with the tab.

/** Pages in other folders of the same host have games of their own. */
const NAME = `poda ${new URL('.', document.baseURI).pathname}`
const KEYS = { games: 'id', runs: 'run', records: ['run', 'index'], reviews: 'key' } as const

type Name = keyof typeof KEYS
type Key = string | number | (string | number)[]

let opened: IDBDatabase | null = null

const opening: Promise<IDBDatabase | null> = new Promise((resolve) => {
  try {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(name, { keyPath: keyPath as string | string[] })
    }
    request.onsuccess = () => {
      opened = request.result
      // Another tab with a newer page wants to change the stores: it may.
      opened.onversionchange = () => {
        opened?.close()
        opened = null
      }
      resolve(opened)
    }
    request.onerror = () => resolve(null)
  } catch {
    resolve(null)
  }
})

/** Things of one kind. */
export class Table<Row extends object> {
  #name: Name
  /** Where nothing can be kept. */
  #rows = new Map<string, Row>()

  constructor(name: Name) {
    this.#name = name
  }

  #keyOf(row: Row): string {
    return JSON.stringify([KEYS[this.#name]].flat().map((part) => (row as Record<string, unknown>)[part]))
  }

  async #do<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => { readonly result: Result }, otherwise: () => Result): Promise<Result> {
    // Without waiting where it is open: whoever leaves the page has no time to wait.
    const database = opened ?? (await opening)
    if (!database) return otherwise()
    const transaction = database.transaction(this.#name, mode)
    const request = act(transaction.objectStore(this.#name))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('the browser did not keep it'))
    })
  }

  async put(row: Row): Promise<void> {
    await this.#do<unknown>('readwrite', (store) => store.put(row), () => this.#rows.set(this.#keyOf(row), row))
  }

  get(key: Key): Promise<Row | undefined> {
    return this.#do<Row | undefined>('readonly', (store) => store.get(key), () => this.#rows.get(JSON.stringify([key].flat())))
  }

  async remove(key: Key): Promise<void> {
    await this.#do<unknown>('readwrite', (store) => store.delete(key), () => this.#rows.delete(JSON.stringify([key].flat())))
  }

  /** All of them, or all whose key begins with that number. */
  all(first?: number): Promise<Row[]> {
    const range = first === undefined ? undefined : IDBKeyRange.bound([first], [first, []])
    const fits = (key: string) => first === undefined || key.startsWith(`[${first},`)
    const kept = () => [...this.#rows].filter(([key]) => fits(key)).map(([, row]) => row)
    return this.#do<Row[]>('readonly', (store) => store.getAll(range), kept)
  }

  /** The same to forget them. */
  async removeAll(first: number): Promise<void> {
    const forget = () => [...this.#rows.keys()].filter((key) => key.startsWith(`[${first},`)).forEach((key) => this.#rows.delete(key))
    await this.#do<unknown>('readwrite', (store) => store.delete(IDBKeyRange.bound([first], [first, []])), forget)
  }
}
