/** Bytes as they come to be written. */
export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>

/**
 * Hands pieces to whoever writes them. A fault of the pieces stays what it is, so that a sender who goes away
 * is not taken for a storage that fails.
 */
export async function handedOn<T>(pieces: Pieces, write: (pieces: Pieces) => Promise<T>): Promise<T> {
  let fault: { readonly error: unknown } | undefined
  async function* watched(): AsyncGenerator<Buffer> {
    try {
      yield* pieces
    } catch (error) {
      fault = { error }
      throw error
    }
  }
  return write(watched()).catch((error: unknown) => {
    throw fault ? fault.error : error
  })
}
