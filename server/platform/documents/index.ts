import type { BlindHit, BlindIdentity, BlindInspection } from '../../../catalogue/contract/research/blind.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import { readOffice } from './office/read.ts'
import { stripOffice } from './office/strip.ts'
import { line, type FileReading, type SourceFile } from './passage.ts'
import { readPdf } from './pdf/read.ts'
import { stripPdf } from './pdf/strip.ts'
import { pictureKindOf, readPicture, stripPicture } from './pictures/pictures.ts'
import { DocumentRefusal } from './refusal.ts'
import { search } from './search.ts'

export { officeFacts, type OfficeFacts } from './office/facts.ts'
export { DocumentRefusal, packageRefusals, refusalSentences } from './refusal.ts'
export type { SourceFile } from './passage.ts'
export { pictureKindOf } from './pictures/pictures.ts'

/** Most hits that are listed; their author mends a few and asks again. */
const mostHits = 200

const isOffice = (mime: FileMime) => mime.startsWith('application/vnd.openxmlformats-officedocument.')

/** Types of which a blind copy can be made. */
export const canBeBlind = (mime: FileMime): boolean =>
  isOffice(mime) || ['application/pdf', 'image/jpeg', 'image/png', 'text/plain'].includes(mime)

/** Errors of the readers mean that the file is damaged. */
async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DocumentRefusal ? error : new DocumentRefusal('broken')
  }
}

/**
 * Most letters of a file that are searched. A list as long as an endless text would end the whole process
 * where memory is short, not only the thread.
 */
const mostLetters = 4_000_000

function searchable(reading: FileReading): FileReading {
  let letters = 0
  for (const { pieces } of reading.passages) for (const { text } of pieces) letters += text.length
  if (letters > mostLetters) throw new DocumentRefusal('tooMuch')
  return reading
}

async function read({ mime, content }: SourceFile): Promise<FileReading> {
  if (isOffice(mime)) return readOffice(content)
  if (mime === 'application/pdf') return readPdf(content)
  if (mime === 'text/plain') return { passages: readText(content), unread: [] }
  const kind = pictureKindOf(content)
  if (kind === null) throw new DocumentRefusal('kind')
  return { passages: readPicture(content, kind), unread: ['图片里的文字看不出来，请人工检查'] }
}

/**
 * The first letters of a document of Office, a PDF or a text, as they are read; empty for a picture.
 * @throws DocumentRefusal for what is hostile, locked or broken
 */
export const wordsOf = (file: SourceFile, most: number): Promise<string> =>
  orRefused(async () => {
    if (pictureKindOf(file.content) !== null) return ''
    const words: string[] = []
    let letters = 0
    for (const { pieces } of (await read(file)).passages) {
      if (letters >= most) break
      const text = pieces.map((piece) => piece.text).join('')
      words.push(text)
      letters += text.length
    }
    return words.join('\n').slice(0, most)
  })

/** Lines of a text, which may be written in the code page of Windows. */
function readText(content: Buffer) {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    text = new TextDecoder('gb18030').decode(content)
  }
  return text.split(/\r?\n/).map((one, i) => line('body', one, `第 ${i + 1} 行`))
}

/**
 * The copy of a file for reviewers: what tells who made it is left out, what its author wrote is as it was.
 * Pixels of pictures stay as they are. Throws a `DocumentRefusal` for what is hostile, locked, broken or of
 * another kind.
 */
export const blindCopy = (file: SourceFile): Promise<Buffer> => orRefused(() => stripped(file))

async function stripped({ mime, content }: SourceFile): Promise<Buffer> {
  if (isOffice(mime)) return stripOffice(content)
  if (mime === 'application/pdf') return stripPdf(content)
  if (mime === 'text/plain') return content
  const kind = pictureKindOf(content)
  if (kind === null) throw new DocumentRefusal('kind')
  return stripPicture(content, kind)
}

/**
 * Looks for these identities in a file and in its blind copy. What stands in the copy is `kept`, for its
 * author to mend; the rest the copy leaves out. Throws like `blindCopy`.
 */
export const inspect = (file: SourceFile, identities: readonly BlindIdentity[]): Promise<InspectedFile> =>
  orRefused(() => inspected(file, identities))

/** Hits in a file, and the blind copy that was searched. */
export interface InspectedFile {
  readonly inspection: BlindInspection
  readonly copy: Buffer
}

async function inspected(file: SourceFile, identities: readonly BlindIdentity[]): Promise<InspectedFile> {
  const copy = await stripped(file)
  const original = searchable(await read(file))
  const left = searchable(await read({ ...file, content: copy }))
  const kept = search(left.passages, identities).map(({ hit }): BlindHit => ({ ...hit, kept: true }))
  const removed = search([line('fileName', file.name, null, true), ...original.passages], identities)
    .filter((one) => one.removed)
    .map(({ hit }): BlindHit => ({ ...hit, kept: false }))
  const hits = [...kept, ...removed]
  return {
    inspection: {
      hits: hits.slice(0, mostHits),
      more: Math.max(0, hits.length - mostHits),
      clean: kept.length === 0 && left.unread.length === 0,
      unread: [...new Set(left.unread)],
    },
    copy,
  }
}
