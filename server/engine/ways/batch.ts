import type { BatchResult } from '../../../catalogue/contract/archive/records.ts'
import type { State } from '../../../catalogue/flows/review.ts'
import { refusedBecause } from '../../platform/db/refused.ts'

/**
 * Acts on many items one by one and answers for each. A refused item does not stop the others; any other
 * failure does.
 */
export async function batchOf(
  ids: readonly string[],
  act: (id: string) => Promise<{ readonly state: State; readonly version: number }>,
): Promise<BatchResult> {
  const results: BatchResult['results'] = []
  for (const id of new Set(ids)) {
    try {
      const done = await act(id)
      results.push({ id, ok: true, state: done.state, version: done.version, message: null })
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      results.push({ id, ok: false, state: null, version: null, message: because })
    }
  }
  return { success: results.filter((result) => result.ok).length, results }
}
