import { wordsOf, type SourceFile } from '../../../platform/documents/index.ts'

/** Letters of a document that are compared. */
const most = 4000

/** Reads the first letters of one document in a thread of its own; null where it cannot be read. */
export default async function readWords({ name, mime, content }: SourceFile): Promise<string | null> {
  try {
    // Bytes lose their class between threads.
    return await wordsOf({ name, mime, content: Buffer.from(content) }, most)
  } catch {
    return null
  }
}
