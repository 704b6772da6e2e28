import { AppError } from '../../../../catalogue/errors.ts'
import type { FileMime } from '../../../../catalogue/kinds/file-types.ts'
import { judge } from './judge.ts'
import { refusals } from './refusals.ts'

/** What a worker found: a type, or why the file is refused. Errors lose their class between threads. */
export type Verdict = { readonly mime: FileMime } | { readonly refused: string }

/** Judges one file in a thread of its own. What the readers stumble over is a broken file. */
export default async function judgeInWorker(content: Uint8Array): Promise<Verdict> {
  try {
    return { mime: await judge(Buffer.from(content.buffer, content.byteOffset, content.byteLength)) }
  } catch (error) {
    return { refused: error instanceof AppError ? error.message : refusals.broken().message }
  }
}
