export interface Pace {
  /** Most items in work at the same time. */
  readonly atOnce: number
  /** After an abort no further item is started. */
  readonly stopping?: AbortSignal
}

/** Takes the next of anything for several askers, one after the other. */
async function* inTurn<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* all
}

/**
 * Does the work on everything that comes, several at a time. Once it failed for one, or the source failed,
 * none is begun any more; what was under way is waited for, and the failure that came first is thrown.
 */
export async function severally<T>(
  all: AsyncIterable<T> | Iterable<T>,
  { atOnce, stopping }: Pace,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const coming = inTurn(all)
  const failures: unknown[] = []
  const failed = (error: unknown) => void failures.push(error)
  const line = async () => {
    for await (const one of coming) {
      if (failures.length > 0 || stopping?.aborted === true) return
      await work(one).catch(failed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, () => line().catch(failed)))
  if (failures.length > 0) throw failures[0]
}
