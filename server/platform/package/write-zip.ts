import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A zip that is written while it is read. */
export interface ZipWriter {
  /** Adds a part; its bytes are asked for when those before it have gone. */
  readonly add: (place: string, open: () => Promise<AsyncIterable<Buffer | string>>) => void
  /** The bytes, which can be taken while parts are still added. */
  readonly bytes: Readable
  /** The bytes; no part can be added any more. */
  readonly end: () => Readable
}

/**
 * A zip as a stream, one part after the other; nothing is held in memory, and nothing is packed again: what people
 * put into the portal is packed already. A part that cannot be read ends the stream with its error.
 */
export function writeZip(): ZipWriter {
  const zip = new ZipFile()
  const out = new PassThrough()
  // yazl hands on neither a source that fails nor a taker who goes.
  const fail = (error: Error) => void out.destroy(error)
  zip.on('error', fail)
  zip.outputStream.on('error', fail).pipe(out)
  return {
    bytes: out,
    add: (place, open) =>
      zip.addReadStreamLazy(place, { compress: false }, (ready) => {
        open().then((source) => ready(null, Readable.from(source).on('error', fail)), fail)
      }),
    end: () => {
      zip.end()
      return out
    },
  }
}

/** A name that every file system takes: no sign of a path, no dot or space at its end. */
export const nameInZip = (text: string): string =>
  text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/[. ]+$/, '')
