import { refusedBecause } from '../db/refused.ts'

/**
 * Does one act of a batch. Answers the sentence of a refusal, null where the act was done; any other failure
 * stops the batch.
 */
export async function refusalOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    const because = refusedBecause(error)
    if (because === null) throw error
    return because
  }
}
