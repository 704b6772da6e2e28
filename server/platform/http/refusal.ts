import { AppError } from '../../../catalogue/errors.ts'

/**
 * Does one act of a batch. Answers the sentence of a refusal, null where the act was done; any other failure
 * stops the batch.
 */
export async function refusalOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
