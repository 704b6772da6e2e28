import { useSyncExternalStore } from 'react'

type Parts = typeof import('./parts.ts')

let parts: Parts | null = null
let coming: Promise<void> | null = null
const waiting = new Set<() => void>()

/** Fetches the component library once. What fails is asked for again by the next who needs it. */
export function loadLibrary(): Promise<void> {
  coming ??= import('./parts.ts').then(
    (loaded) => {
      parts = loaded
      for (const tell of waiting) tell()
    },
    (failure: unknown) => {
      coming = null
      throw failure
    },
  )
  return coming
}

function follow(tell: () => void): () => void {
  waiting.add(tell)
  return () => waiting.delete(tell)
}

/** The component library; null until it has come. */
export const useLibrary = (): Parts | null => useSyncExternalStore(follow, () => parts)
export type { Parts }
