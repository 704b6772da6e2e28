import { createStore } from '../../ui/feedback/store.ts'

/** Requests under way that a person waits for. */
export const busy = createStore({ reading: 0, writing: 0 })

/** Counts a request; call the answer when it is over. */
export function beginRequest(kind: 'reading' | 'writing'): () => void {
  const add = (by: number) => busy.set({ ...busy.get(), [kind]: busy.get()[kind] + by })
  add(1)
  return () => add(-1)
}
