import { splitTex } from '../../../catalogue/contents/tex.ts'
import { isMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { isTag, isText, parseMarkup, type MarkupNode } from '../../platform/markup/markup.ts'
import type { Block, Run } from '../../platform/pdf/index.ts'

/** What a rich text of a question holds: paragraphs of runs, and pictures by their file. */
export type RichPiece =
  | { readonly piece: 'line'; readonly runs: readonly Run[] }
  | { readonly piece: 'picture'; readonly file: string }

const spaced = /_{2,}|\\blank\b/g
interface TextLook {
  readonly script?: 'sup' | 'sub'
  readonly bold?: true
}

const runsOfText = (text: string, more: TextLook = {}): Run[] =>
  splitTex(text, { dollar: 'always' }).map((piece) =>
    'tex' in piece
      ? { tex: piece.tex, source: piece.source }
      : { text: piece.text.replace(spaced, '________').replaceAll('\\$', '$'), ...more },
  )

const lineLike = /^(?:p|br|li|tr|figure|div|h\d)$/

function lookOf(name: string, look: TextLook): TextLook {
  if (name === 'sup' || name === 'sub') return { ...look, script: name }
  return name === 'strong' ? { ...look, bold: true } : look
}

/** Reads a rich text for print: every `$…$` is a formula, rows of tables become lines. */
export function piecesOfRich(html: string): RichPiece[] {
  if (!isMarkup(html))
    return html.split('\n').map((line): RichPiece => ({ piece: 'line', runs: runsOfText(line) }))
  const pieces: RichPiece[] = []
  let runs: Run[] = []
  const flush = () => {
    if (runs.length > 0) pieces.push({ piece: 'line', runs })
    runs = []
  }
  const read = (node: MarkupNode, look: TextLook) => {
    if (isText(node)) runs.push(...runsOfText(node.data, look))
    if (!isTag(node)) return
    const { name, attribs, children } = node
    const file = name === 'img' ? attribs['data-file'] : undefined
    const isLine = lineLike.test(name)
    if (isLine || file !== undefined) flush()
    if (file !== undefined) pieces.push({ piece: 'picture', file })
    for (const child of children) read(child, lookOf(name, look))
    if (name === 'td' || name === 'th') runs.push({ text: '　' })
    if (isLine) flush()
  }
  for (const node of parseMarkup(html)) read(node, {})
  flush()
  return pieces
}

/** Files of pictures that were read for print. */
export type Pictures = ReadonlyMap<string, Buffer>

/** Pieces as blocks; `first` stands before the words of the first line. */
export function blocksOfRich(html: string, pictures: Pictures, first: string, indent: number): Block[] {
  let isFirst = true
  const blocks = piecesOfRich(html).map((one): Block => {
    if (one.piece === 'picture') {
      const bytes = pictures.get(one.file)
      return bytes
        ? { block: 'picture', bytes, indent }
        : { block: 'text', runs: [{ text: '〔图〕' }], indent }
    }
    const runs = isFirst && first !== '' ? [{ text: first }, ...one.runs] : one.runs
    const from = isFirst && first !== '' ? { indent: indent - 7, hang: 7 } : { indent }
    isFirst = false
    return { block: 'text', runs, ...from }
  })
  return isFirst && first !== ''
    ? [{ block: 'text', runs: [{ text: first }], indent: indent - 7 }, ...blocks]
    : blocks
}

/** The words and formulas of a rich text in one line. */
export const lineOfRich = (html: string): Run[] =>
  piecesOfRich(html).flatMap((one) => (one.piece === 'line' ? one.runs : [{ text: '〔图〕' }]))
