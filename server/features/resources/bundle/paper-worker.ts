import { officeFacts, type OfficeFacts } from '../../../platform/documents/index.ts'

/** What a worker read of a document; `isDamaged` where it cannot be opened. */
export type PaperFacts = OfficeFacts & { readonly isDamaged?: true }

/** Reads one document in a thread of its own. */
export default async function readPaper(content: Uint8Array): Promise<PaperFacts> {
  try {
    return await officeFacts(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  } catch {
    return { isDamaged: true }
  }
}
