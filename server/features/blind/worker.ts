import type { BlindIdentity, BlindInspection } from '../../../catalogue/contract/research/blind.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import { DocumentRefusal, inspect, refusalSentences } from '../../platform/documents/index.ts'

/** Task of a worker: plain values, because classes cannot cross threads. */
export interface WorkerTask {
  readonly name: string
  readonly mime: FileMime
  readonly content: Uint8Array
  readonly identities: readonly BlindIdentity[]
}

/** Findings with the blind copy, or the reason why the file cannot be searched. */
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
