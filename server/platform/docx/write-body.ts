import { xmlElement, xmlText, type XmlAttributes } from '../../../catalogue/markup/letters.ts'
import { ommlOfTex, xmlOfOmml } from '../office-math/index.ts'
import { pictureSize } from './picture-size.ts'
import type { ParagraphLook, WrittenBlock, WrittenCell, WrittenParagraph, WrittenPiece } from './written.ts'

/** Twentieths of a point and English metric units of a millimetre. */
const twips = (mm: number): number => Math.round(mm * 56.6929)
const emuOfPixel = 9525
/** Width of the lines of an A4 page with these margins, in twips and in EMU. */
export const lineWidth = 9638
const widest = lineWidth * 635

export const pictureSpace = 'http://schemas.openxmlformats.org/drawingml/2006/picture'

/** A picture of the package: its bytes, and the relation by which a drawing names it. */
export interface BodyPicture {
  readonly relation: string
  readonly bytes: Buffer
}

/** What a body needs of the package. */
export interface BodyPictures {
  /** Puts a picture into the package; null where there is none that Word shows. */
  readonly take: (part: string) => BodyPicture | null
  /** A number for a drawing. */
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
    const pos = left + Math.round(((lineWidth - left) * (i + 1)) / (columns ?? 1))
    return xmlElement('w:tab', { 'w:val': 'left', 'w:pos': pos })
  })
  // In the order of the schema (CT_PPrBase).
  return [
    style === undefined ? '' : xmlElement('w:pStyle', { 'w:val': style }),
    keepNext ? '<w:keepNext/>' : '',
    newPage ? '<w:pageBreakBefore/>' : '',
    stops.length > 0 ? xmlElement('w:tabs', {}, ...stops) : '',
    indent === 0 && hang === 0
      ? ''
      : xmlElement('w:ind', { 'w:left': twips(indent), 'w:hanging': hang > 0 ? twips(hang) : undefined }),
    align === undefined ? '' : xmlElement('w:jc', { 'w:val': align }),
  ].join('')
}

function paragraphXml({ pieces, look = {} }: WrittenParagraph, pictures: BodyPictures): string {
  const looks = looksXml(look)
  const properties = looks === '' ? '' : xmlElement('w:pPr', {}, looks)
  return xmlElement('w:p', {}, properties, ...pieces.map((piece) => pieceXml(piece, pictures)))
}

const runXml = (inner: string, looks = ''): string =>
  xmlElement('w:r', {}, looks === '' ? '' : xmlElement('w:rPr', {}, looks), inner)
export const textXml = (text: string): string => xmlElement('w:t', { 'xml:space': 'preserve' }, xmlText(text))

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

function drawingXml(part: string, alt: string, { take, nextId }: BodyPictures): string {
  const picture = take(part)
  if (picture === null) return runXml(textXml('〔图〕'))
  const { width, height } = pictureSize(picture.bytes) ?? { width: 200, height: 150 }
  const scale = Math.min(1, widest / (Math.max(1, width) * emuOfPixel))
  const size = {
    cx: Math.max(1, Math.round(width * emuOfPixel * scale)),
    cy: Math.max(1, Math.round(height * emuOfPixel * scale)),
  }
  const id = nextId()
  const named = { id, name: `图 ${id}` }
  const graphic = xmlElement('a:graphicData', { uri: pictureSpace }, shapeXml(picture.relation, named, size))
  const inline = xmlElement(
    'wp:inline',
    { distT: 0, distB: 0, distL: 0, distR: 0 },
    xmlElement('wp:extent', size),
    xmlElement('wp:docPr', { ...named, descr: alt }),
    xmlElement('a:graphic', {}, graphic),
  )
  return runXml(xmlElement('w:drawing', {}, inline))
}

/** The picture itself: which one, stretched over which rectangle. */
export const shapeXml = (relation: string, named: XmlAttributes, size: XmlAttributes): string =>
  xmlElement(
    'pic:pic',
    {},
    xmlElement('pic:nvPicPr', {}, xmlElement('pic:cNvPr', named), '<pic:cNvPicPr/>'),
    xmlElement(
      'pic:blipFill',
      {},
      xmlElement('a:blip', { 'r:embed': relation }),
      '<a:stretch><a:fillRect/></a:stretch>',
    ),
    xmlElement(
      'pic:spPr',
      {},
      xmlElement('a:xfrm', {}, '<a:off x="0" y="0"/>', xmlElement('a:ext', size)),
      '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>',
    ),
  )

const border = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join('')

function tableXml(rows: readonly (readonly WrittenCell[])[], pictures: BodyPictures): string {
  const width = Math.max(1, ...rows.map((cells) => cells.reduce((sum, { span = 1 }) => sum + span, 0)))
  const one = Math.floor(lineWidth / width)
  const grid = Array.from({ length: width }, () => xmlElement('w:gridCol', { 'w:w': one }))
  return xmlElement(
    'w:tbl',
    {},
    xmlElement('w:tblPr', {}, '<w:tblW w:w="0" w:type="auto"/>', xmlElement('w:tblBorders', {}, border)),
    xmlElement('w:tblGrid', {}, ...grid),
    ...rows.map((cells) => xmlElement('w:tr', {}, ...cells.map((cell) => cellXml(cell, one, pictures)))),
  )
}

function cellXml({ blocks, span = 1, merge }: WrittenCell, one: number, pictures: BodyPictures): string {
  const looks = [
    `<w:tcW w:w="${one * span}" w:type="dxa"/>`,
    span > 1 ? `<w:gridSpan w:val="${span}"/>` : '',
    merge === undefined ? '' : merge === 'begin' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
  ].join('')
  // A cell ends with a paragraph, also after a table within it.
  const isClosed = blocks.at(-1)?.kind === 'paragraph'
  const properties = xmlElement('w:tcPr', {}, looks)
  return xmlElement('w:tc', {}, properties, blocksXml(blocks, pictures), isClosed ? '' : '<w:p/>')
}
