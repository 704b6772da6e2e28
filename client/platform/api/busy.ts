import { createStore } from '../../ui/feedback/store.ts'

/** Numbers of requests for which a person is waiting. */
export const busy = createStore({ reading: 0, writing: 0 })

/** Counts a request; the caller calls the returned function when it ends. */
export function beginRequest(kind: 'reading' | 'writing'): () => void {
  const add = (by: number) => busy.set({ ...busy.get(), [kind]: busy.get()[kind] + by })
  add(1)
  return () => add(-1)
}
