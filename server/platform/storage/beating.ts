/** Milliseconds between two signs of life of a writer. */
const beatEvery = 10_000

/**
 * Passes the bytes of a long file on and says from time to time that its writer lives.
 * @param beat notes the sign of life; throws where another writer took the file on, which ends this one
 * @throws what `stopping` was aborted with
 */
export async function* beating(
  pieces: AsyncIterable<Buffer>,
  stopping: AbortSignal,
  beat: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let last = Date.now()
  for await (const piece of pieces) {
    stopping.throwIfAborted()
    if (Date.now() - last > beatEvery) {
      last = Date.now()
      await beat()
    }
    yield piece
  }
}
