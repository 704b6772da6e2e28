import { useSyncExternalStore } from 'react'

/**
 * A value outside of React that components follow: for what exists once per page (messages, dialogs,
 * session).
 */
export interface Store<T> {
  get(): T
  set(next: T): void
  /** Calls back after each change; the answer ends that. */
  follow(listener: () => void): () => void
  use(): T
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    follow: subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
