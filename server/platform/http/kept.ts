/** Cache of computed answers, by a key that names the readers and the question. */
export interface AnswerShelf<T> {
  /** The cached value of the key, else the result of `make`; concurrent callers share one computation. */
  get(key: string, make: () => Promise<T>): Promise<T>
}

/** Opens shelves of kept things, and clears them all together. */
export interface AnswerShelves {
  /** A shelf with room for so many; the oldest goes first. */
  open<T>(most: number): AnswerShelf<T>
  /** Forgets everything. What is being made now is still answered to those who wait, and is not kept. */
  clear(): void
}

/** Keeps things for some milliseconds. */
export function createKeeping(ms: number): AnswerShelves {
  const shelves: (() => void)[] = []
  return {
    open: <T>(most: number): AnswerShelf<T> => {
      let entries = new Map<string, { readonly until: number; readonly value: Promise<T> }>()
      shelves.push(() => (entries = new Map()))
      return {
        get(key, make) {
          const known = entries.get(key)
          const now = performance.now()
          if (known && now < known.until) return known.value
          const here = entries
          here.delete(key)
          const [oldest] = here.size >= most ? here.keys() : []
          if (oldest !== undefined) here.delete(oldest)
          const entry = { until: now + ms, value: make() }
          here.set(key, entry)
          entry.value.catch(() => here.get(key) === entry && here.delete(key))
          return entry.value
        },
      }
    },
    clear: () => {
      for (const empty of shelves) empty()
    },
  }
}
