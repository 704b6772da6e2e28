import { xmlText } from '../../../catalogue/markup/letters.ts'
import { ommlOfTex, xmlOfOmml } from '../office-math/index.ts'
import { pictureSize } from './picture-size.ts'
import type { ParagraphLook, WrittenBlock, WrittenCell, WrittenParagraph, WrittenPiece } from './written.ts'

/** Twentieths of a point and English metric units of a millimetre. */
const twips = (mm: number): number => Math.round(mm * 56.6929)
const emuOfPixel = 9525
/** Width of the lines of an A4 page with these margins, in twips and in EMU. */
export const lineWidth = 9638
const widest = lineWidth * 635

/** What a body needs of the package: the relation of a picture, its bytes, and numbers for drawings. */
export interface BodyPictures {
  readonly relationOf: (part: string) => string | null
  readonly bytesOf: (part: string) => Buffer | undefined
  readonly nextId: () => number
}

export const blocksXml = (blocks: readonly WrittenBlock[], pictures: BodyPictures): string =>
  blocks
    .map((block) =>
      block.kind === 'paragraph' ? paragraphXml(block, pictures) : tableXml(block.rows, pictures),
    )
    .join('')

function looksXml(look: ParagraphLook): string {
  const { style, align, indent = 0, hang = 0, columns, keepNext, newPage } = look
  const stops = Array.from({ length: (columns ?? 1) - 1 }, (_, i) => {
    const left = twips(indent)
    return `<w:tab w:val="left" w:pos="${left + Math.round(((lineWidth - left) * (i + 1)) / (columns ?? 1))}"/>`
  })
  // In the order of the schema (CT_PPrBase).
  return [
    style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
    keepNext ? '<w:keepNext/>' : '',
    newPage ? '<w:pageBreakBefore/>' : '',
    stops.length > 0 ? `<w:tabs>${stops.join('')}</w:tabs>` : '',
    indent === 0 && hang === 0
      ? ''
      : `<w:ind w:left="${twips(indent)}"${hang > 0 ? ` w:hanging="${twips(hang)}"` : ''}/>`,
    align === undefined ? '' : `<w:jc w:val="${align}"/>`,
  ].join('')
}

function paragraphXml({ pieces, look = {} }: WrittenParagraph, pictures: BodyPictures): string {
  const looks = looksXml(look)
  return `<w:p>${looks === '' ? '' : `<w:pPr>${looks}</w:pPr>`}${pieces.map((piece) => pieceXml(piece, pictures)).join('')}</w:p>`
}

const runXml = (inner: string, looks = ''): string =>
  `<w:r>${looks === '' ? '' : `<w:rPr>${looks}</w:rPr>`}${inner}</w:r>`
const textXml = (text: string): string => `<w:t xml:space="preserve">${xmlText(text)}</w:t>`

function pieceXml(piece: WrittenPiece, pictures: BodyPictures): string {
  if (piece.kind === 'break') return runXml('<w:br/>')
  if (piece.kind === 'hidden') return runXml(textXml(piece.text), '<w:vanish/>')
  if (piece.kind === 'formula') return xmlOfOmml(ommlOfTex(piece.tex).omml)
  if (piece.kind === 'words') return wordsXml(piece)
  return piece.part === null
    ? runXml(textXml('〔图〕'))
    : drawingXml(piece.part, piece.kind === 'picture' ? piece.alt : '', pictures)
}

/** Letters of a run; a tab among them is an element of its own. Looks in the order of the schema (CT_RPr). */
function wordsXml(piece: WrittenPiece & { readonly kind: 'words' }): string {
  const looks = [
    piece.bold ? '<w:b/>' : '',
    piece.italic ? '<w:i/>' : '',
    piece.struck ? '<w:strike/>' : '',
    piece.red ? '<w:color w:val="C00000"/>' : '',
    piece.underlined ? '<w:u w:val="single"/>' : '',
    piece.raised === undefined
      ? ''
      : `<w:vertAlign w:val="${piece.raised === 'sup' ? 'superscript' : 'subscript'}"/>`,
  ].join('')
  return runXml(piece.text.split('\t').map(textXml).join('<w:tab/>'), looks)
}

function drawingXml(part: string, alt: string, { relationOf, bytesOf, nextId }: BodyPictures): string {
  const [relation, bytes] = [relationOf(part), bytesOf(part)]
  if (relation === null || bytes === undefined) return runXml(textXml('〔图〕'))
  const { width, height } = pictureSize(bytes) ?? { width: 200, height: 150 }
  const scale = Math.min(1, widest / (Math.max(1, width) * emuOfPixel))
  const cx = Math.max(1, Math.round(width * emuOfPixel * scale))
  const cy = Math.max(1, Math.round(height * emuOfPixel * scale))
  const id = nextId()
  const extent = `cx="${cx}" cy="${cy}"`
  return runXml(
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr id="${id}" name="图 ${id}" descr="${xmlText(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="图 ${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`,
  )
}

const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join('')

function tableXml(rows: readonly (readonly WrittenCell[])[], pictures: BodyPictures): string {
  const width = Math.max(1, ...rows.map((cells) => cells.reduce((sum, { span = 1 }) => sum + span, 0)))
  const one = Math.floor(lineWidth / width)
  const grid = Array.from({ length: width }, () => `<w:gridCol w:w="${one}"/>`).join('')
  const body = rows.map(
    (cells) => `<w:tr>${cells.map((cell) => cellXml(cell, one, pictures)).join('')}</w:tr>`,
  )
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${border}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`
}

function cellXml({ blocks, span = 1, merge }: WrittenCell, one: number, pictures: BodyPictures): string {
  const looks = [
    `<w:tcW w:w="${one * span}" w:type="dxa"/>`,
    span > 1 ? `<w:gridSpan w:val="${span}"/>` : '',
    merge === undefined ? '' : merge === 'begin' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
  ].join('')
  // A cell ends with a paragraph, also after a table within it.
  const isClosed = blocks.at(-1)?.kind === 'paragraph'
  return `<w:tc><w:tcPr>${looks}</w:tcPr>${blocksXml(blocks, pictures)}${isClosed ? '' : '<w:p/>'}</w:tc>`
}
