import { escapedText } from '../../../catalogue/markup/letters.ts'
import {
  htmlOf,
  Marks,
  withoutMarks,
  type PaperBlock,
  type PaperText,
} from '../../../catalogue/questions/word/lines.ts'
import type { Block, Paragraph, Piece, WordDocument } from '../../platform/docx/index.ts'
import { formulaFault } from '../../engine/kinds/index.ts'

/** How a picture of the document is kept: by the id of the file that it became; null where it became none. */
export type PictureFile = (part: string) => string | null

/** A document of Word as the grammar of papers reads it (decision 0190). */
export function paperOf({ blocks }: WordDocument, fileOf: PictureFile): PaperText {
  const marks = new Marks()
  const writer = { marks, fileOf }
  return { blocks: blocks.map((block) => blockOf(block, writer)), tokens: marks.tokens }
}

interface Writer {
  readonly marks: Marks
  readonly fileOf: PictureFile
}

function blockOf(block: Block, writer: Writer): PaperBlock {
  if (block.kind === 'paragraph') return { kind: 'text', text: textOf(block, writer) }
  return {
    kind: 'table',
    rows: block.rows.map((row) => row.map((cell) => cell.flatMap((inner) => textsOf(inner, writer)))),
  }
}

/** A table within a cell is read row by row. */
const textsOf = (block: Block, writer: Writer): string[] =>
  block.kind === 'paragraph'
    ? [textOf(block, writer)]
    : block.rows.flatMap((row) => row.flatMap((cell) => cell.flatMap((inner) => textsOf(inner, writer))))

const textOf = ({ label, pieces }: Paragraph, writer: Writer): string =>
  `${label === '' ? '' : `${label} `}${pieces.map((piece) => pieceOf(piece, writer)).join('')}`

function pieceOf(piece: Piece, { marks, fileOf }: Writer): string {
  if (piece.kind === 'break') return '\n'
  if (piece.kind === 'hidden') return ''
  if (piece.kind === 'words') return wordsOf(piece, marks)
  if (piece.kind === 'formula') {
    if (piece.tex === '') return ''
    const isLost = piece.unread.length > 0 || formulaFault(piece.tex) !== null
    return (
      marks.of({ kind: 'formula', html: escapedText(`$${piece.tex}$`), isLost }) ?? `（公式 ${piece.tex}）`
    )
  }
  return pictureOf(piece, marks, fileOf)
}

/** Letters of a run. Blanks are underlined spaces; raised letters keep their place. */
function wordsOf(piece: Extract<Piece, { kind: 'words' }>, marks: Marks): string {
  const text = withoutMarks(piece.text)
  if (piece.underlined && text.trim() === '' && text !== '') return '____'
  if (piece.raised === undefined) return text
  const html = htmlOf(text, []).replace(/<\/?p>/g, '')
  return (
    marks.of({ kind: 'raised', html: `<${piece.raised}>${html}</${piece.raised}>`, isLost: false }) ?? text
  )
}

/** A picture by its file. An object that nobody reads keeps its picture, or a word in its place: it is looked at. */
function pictureOf(
  piece: Extract<Piece, { kind: 'picture' | 'object' }>,
  marks: Marks,
  fileOf: PictureFile,
): string {
  const isObject = piece.kind === 'object'
  const file = piece.part === null ? null : fileOf(piece.part)
  const missing = isObject
    ? `〔读不出的${/Equation|MathType/i.test(piece.program) ? '公式' : '对象'}〕`
    : '〔缺图〕'
  const alt = isObject ? '' : piece.alt.replace(/["<>&]/g, '').slice(0, 200)
  const html = file === null ? missing : `<img data-file="${file}" alt="${alt}">`
  return marks.of({ kind: 'picture', html, isLost: isObject || file === null }) ?? missing
}
