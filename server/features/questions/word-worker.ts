import { randomUUID } from 'node:crypto'
import { readPaper, type ReadQuestion } from '../../../catalogue/questions/word/read.ts'
import type { TrayLine } from '../../../catalogue/questions/word/paper.ts'
import { DocumentRefusal, packageRefusals, refusalSentences } from '../../platform/documents/index.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { paperOf } from './word.ts'

/** A picture of a paper under the id that stands for it in the texts until it is a file. */
export interface PaperPicture {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly bytes: Uint8Array
}

/** What a worker made of a paper, or why it is refused. Errors lose their class between threads. */
export type PaperVerdict =
  | { readonly refused: string }
  | {
      readonly questions: readonly ReadQuestion[]
      readonly warnings: readonly string[]
      readonly tray: readonly TrayLine[]
      readonly formulas: number
      readonly pictures: readonly PaperPicture[]
    }

/** Kinds of pictures that pages show, by their first bytes. */
const kinds: readonly (readonly [string, string])[] = [
  ['89504e47', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['47494638', 'image/gif'],
]

/** Reads a paper in a thread of its own: what a document makes of memory and time ends with it. */
export default async function readInWorker(content: Uint8Array): Promise<PaperVerdict> {
  try {
    const document = await readDocx(
      Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      packageRefusals,
    )
    const used = new Map<string, PaperPicture>()
    const paper = paperOf(document, (part) => {
      const known = used.get(part)
      if (known) return known.id
      const bytes = document.pictures.get(part)
      const begin = bytes?.subarray(0, 4).toString('hex') ?? ''
      const mime = kinds.find(([mark]) => begin.startsWith(mark))?.[1]
      if (!bytes || mime === undefined) return null
      const picture = { id: randomUUID(), name: part.split('/').at(-1) ?? part, mime, bytes }
      used.set(part, picture)
      return picture.id
    })
    const { questions, warnings, tray } = readPaper(paper)
    const formulas = paper.tokens.filter(({ kind }) => kind === 'formula').length
    return { questions, warnings, tray, formulas, pictures: [...used.values()] }
  } catch (error) {
    return {
      refused:
        error instanceof DocumentRefusal
          ? refusalSentences[error.reason]
          : '这个 Word 文件打不开，请另存为 .docx 后再试',
    }
  }
}
