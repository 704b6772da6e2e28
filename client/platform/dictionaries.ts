import { dictionaryOverlay } from '../../catalogue/contract/administration/dictionary-overlay.ts'
import { layOver } from '../../catalogue/dictionaries/dictionaries.ts'
import { api } from './api/api.ts'

const freshMs = 30_000
let learntAt = -Infinity
let asking: Promise<void> | null = null

/** Whether this browser has learnt what administrators changed, be it a while ago. */
export const dictionariesKnown = (): boolean => learntAt > -Infinity

/**
 * Lays what administrators changed over this browser's dictionaries, once in thirty seconds at most. Never
 * fails: without an answer the facts of the catalogue stand, and the server refuses what it does not accept.
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
    layOver(changes, day)
    learntAt = Date.now()
  } catch {
    return
  }
}

/** What this browser knows is out of date: an administrator just changed something here. */
export function forgetDictionaries(): void {
  learntAt = -Infinity
}
