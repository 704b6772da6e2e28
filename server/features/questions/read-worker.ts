import { applyDictChanges, type dictChangesInForce } from '../../../catalogue/dictionaries/dictionaries.ts'
import { readPaper } from '../../../catalogue/questions/word/read.ts'
import {
  GiftRefusal,
  PictureShelf,
  questionsOfGift,
  questionsOfPackage,
  questionsOfWorkbook,
  readMarked,
} from '../../engine/question-files/index.ts'
import { DocumentRefusal, packageRefusals, refusalSentences } from '../../platform/documents/index.ts'
import { readDocx } from '../../platform/docx/index.ts'
import { WorkbookRefusal } from '../../platform/workbook/index.ts'
import { verdictOf, type FileReading, type Verdict } from './verdict.ts'
import { paperOf } from './word.ts'

/** A file as a thread gets it. */
export interface FileToRead {
  readonly bytes: Uint8Array
  readonly mime: string
  /** Code tables as they are in force: a thread has those of the standard. */
  readonly dictionaries: ReturnType<typeof dictChangesInForce>
}

/** Reads a file in a thread of its own: what a document makes of memory and time ends with it. */
export default async function readInWorker({ bytes, mime, dictionaries }: FileToRead): Promise<Verdict> {
  applyDictChanges(dictionaries.changes, dictionaries.day)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (mime === 'text/plain') return verdictOf(questionsOfGift(content))
    if (mime === 'application/zip') return verdictOf(await questionsOfPackage(content))
    return mime.endsWith('sheet') ? verdictOf(await questionsOfWorkbook(content)) : await readWord(content)
  } catch (error) {
    return { refused: refusalOf(error) }
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof DocumentRefusal) return refusalSentences[error.reason]
  if (error instanceof WorkbookRefusal || error instanceof GiftRefusal) return error.message
  return '该文件打不开，请重新另存后再试'
}

/** A document that this portal wrote is read by its marks, any other by the grammar of papers (0190, 0194). */
async function readWord(content: Buffer): Promise<FileReading> {
  const document = await readDocx(content, packageRefusals)
  const shelf = new PictureShelf()
  const fileOf = (part: string): string | null => shelf.idOf(part, document.pictures.get(part))
  const marked = readMarked(document, fileOf)
  if (marked) return verdictOf({ ...marked, pictures: shelf.pictures })
  const paper = paperOf(document, fileOf)
  const { questions, warnings, tray } = readPaper(paper)
  return {
    questions: questions.map((question) => ({ ...question, source: null })),
    warnings,
    tray,
    formulas: paper.tokens.filter(({ kind }) => kind === 'formula').length,
    pictures: shelf.pictures,
    paper,
  }
}
