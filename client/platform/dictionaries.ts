import { dictionaryOverlay } from '../../catalogue/contract/administration/dictionary-overlay.ts'
import { applyDictChanges } from '../../catalogue/dictionaries/dictionaries.ts'
import { api } from './api/api.ts'

const freshMs = 30_000
let learntAt = -Infinity
let asking: Promise<void> | null = null

/** Whether the administrators’ changes have been loaded at least once. */
export const dictionariesKnown = (): boolean => learntAt > -Infinity

/**
 * Applies the administrators’ changes to this browser’s dictionaries, at most once in thirty seconds. Never
 * rejects: without an answer the dictionaries of the build stay, and the server refuses what it does not
 * accept.
 */
export function learnDictionaries(): Promise<void> {
  if (Date.now() - learntAt < freshMs) return Promise.resolve()
  asking ??= ask().finally(() => (asking = null))
  return asking
}

async function ask(): Promise<void> {
  try {
    const { changes, day } = await api.get('/api/v1/dictionary/overlay', {
      schema: dictionaryOverlay,
      background: true,
    })
    applyDictChanges(changes, day)
    learntAt = Date.now()
  } catch {
    return
  }
}

/** Makes the loaded changes stale: an administrator has just changed a dictionary in this browser. */
export function forgetDictionaries(): void {
  learntAt = -Infinity
}
