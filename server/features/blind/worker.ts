import type { BlindIdentity, BlindInspection } from '../../../catalogue/contract/research/blind.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import { DocumentRefusal, inspect, refusalSentences } from '../../platform/documents/index.ts'

/** What a worker is given: plain values, because classes do not travel between threads. */
export interface WorkerTask {
  readonly name: string
  readonly mime: FileMime
  readonly content: Uint8Array
  readonly identities: readonly BlindIdentity[]
}

/** What it found, with the copy; or why the file cannot be looked through. */
export type WorkerAnswer =
  | { readonly inspection: BlindInspection; readonly copy: Uint8Array }
  | { readonly refused: string }

/** Looks through one file in a thread of its own. */
export default async function lookThrough({
  name,
  mime,
  content,
  identities,
}: WorkerTask): Promise<WorkerAnswer> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    return await inspect({ name, mime, content: bytes }, identities)
  } catch (error) {
    return { refused: error instanceof DocumentRefusal ? error.message : refusalSentences.broken }
  }
}
