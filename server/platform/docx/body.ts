import { texOfOmml } from '../office-math/index.ts'
import { lettersIn, nodeOf, nodesOf, type XmlNode } from '../package/xml-tree.ts'
import type { Block, Paragraph, Piece } from './blocks.ts'
import type { ListLabels } from './list-labels.ts'

/** What the parts beside the document say. */
export interface BodyParts {
  readonly labels: ListLabels
  readonly partOf: (id: string | undefined) => string | null
}

/** The blocks of a document in the order of reading. */
export const blocksOf = (document: XmlNode, parts: BodyParts): Block[] =>
  inBlocks(nodeOf(document, 'body'), parts)

/** Wrappers whose content counts as if it stood there itself. */
const wrappers = new Set([
  'sdt',
  'sdtContent',
  'customXml',
  'ins',
  'moveTo',
  'smartTag',
  'hyperlink',
  'fldSimple',
  'dir',
  'bdo',
])
/** What was deleted or moved away, and what concerns looks and remarks: no text of the document. */
const absent = new Set([
  'del',
  'moveFrom',
  'pPr',
  'rPr',
  'sectPr',
  'tblPr',
  'tblGrid',
  'trPr',
  'tcPr',
  'instrText',
  'delText',
])

function inBlocks(node: XmlNode | undefined, parts: BodyParts): Block[] {
  return nodesOf(node).flatMap((child): Block[] => {
    if (absent.has(child.name)) return []
    if (child.name === 'p') return paragraphs(child, parts)
    if (child.name === 'tbl') return [tableOf(child, parts)]
    if (child.space === 'mc') return inBlocks(chosen(child), parts)
    if (child.space === 'm') return [{ kind: 'paragraph', label: '', pieces: [formula(child)] }]
    return wrappers.has(child.name) ? inBlocks(child, parts) : []
  })
}

const tableOf = (node: XmlNode, parts: BodyParts): Block => ({
  kind: 'table',
  rows: within(node, 'tr').map((row) => within(row, 'tc').map((cell) => inBlocks(cell, parts))),
})

/** Rows or cells, also those within controls of the content or an insertion. */
const within = (node: XmlNode, name: 'tr' | 'tc'): XmlNode[] =>
  nodesOf(node).flatMap((child) => {
    if (child.name === name) return [child]
    return wrappers.has(child.name) ? within(child, name) : []
  })

/** Of what is written twice for newer and older programs, the newer; the older where that is empty. */
const chosen = (node: XmlNode): XmlNode | undefined =>
  [...nodesOf(node, 'Choice'), ...nodesOf(node, 'Fallback')].find((one) => nodesOf(one).length > 0)

/** A paragraph, and after it the text boxes that hang on it. */
function paragraphs(node: XmlNode, parts: BodyParts): Block[] {
  const properties = nodeOf(node, 'pPr', 'numPr')
  const numId = nodeOf(properties, 'numId')?.attributes['val']
  const level = Number(nodeOf(properties, 'ilvl')?.attributes['val'] ?? 0)
  const label = numId === undefined || numId === '0' ? '' : parts.labels.next(numId, level)
  const boxes: Block[] = []
  const pieces = inline(node, parts, boxes)
  const paragraph: Paragraph = { kind: 'paragraph', label, pieces: joined(pieces) }
  const isEmpty = paragraph.pieces.length === 0 && label === ''
  return isEmpty ? boxes : [paragraph, ...boxes]
}

function inline(node: XmlNode | undefined, parts: BodyParts, boxes: Block[]): Piece[] {
  return nodesOf(node).flatMap((child): Piece[] => {
    if (absent.has(child.name) && child.space === 'w') return []
    if (child.space === 'm') return [formula(child)]
    if (child.space === 'mc') return inline(chosen(child), parts, boxes)
    if (child.space === 'w' && child.name === 'r') return run(child, parts, boxes)
    return wrappers.has(child.name) ? inline(child, parts, boxes) : []
  })
}

function formula(node: XmlNode): Piece {
  const { tex, unread } = texOfOmml(node)
  return { kind: 'formula', tex, unread }
}

const isOn = (node: XmlNode | undefined): boolean =>
  node !== undefined && !['none', '0', 'false'].includes(node.attributes['val'] ?? '')

const raisings: Readonly<Record<string, 'sup' | 'sub'>> = { superscript: 'sup', subscript: 'sub' }

/** Letters of a run with what matters of their looks: underlined blanks, answers in red. */
function run(node: XmlNode, parts: BodyParts, boxes: Block[]): Piece[] {
  const properties = nodeOf(node, 'rPr')
  const vanish = nodeOf(properties, 'vanish')
  if (vanish && !['0', 'false'].includes(vanish.attributes['val'] ?? ''))
    return [{ kind: 'hidden', text: nodesOf(node, 't').map(lettersIn).join('') }]
  const color = nodeOf(properties, 'color')?.attributes['val']?.toUpperCase() ?? ''
  const raised = raisings[nodeOf(properties, 'vertAlign')?.attributes['val'] ?? '']
  const looks = {
    ...(raised && { raised }),
    ...(isOn(nodeOf(properties, 'u')) && { underlined: true as const }),
    ...(/^(?:FF0000|C00000|E[0-9A-F]0000)$/.test(color) && { red: true as const }),
  }
  const letters = (text: string): Piece[] => (text === '' ? [] : [{ kind: 'words', text, ...looks }])
  return nodesOf(node).flatMap((child): Piece[] => {
    if (child.space === 'mc') return inRun(chosen(child), parts, boxes)
    if (child.space === 'm') return [formula(child)]
    const text = plainText(child)
    if (text !== null) return letters(text)
    if (child.name === 'br' || child.name === 'cr') return [{ kind: 'break' }]
    // Formulas of before 2007 are fields, EQ \\f(1,2): nobody here reads them, and none may vanish.
    if (child.name === 'instrText' && /^\s*EQ\s/i.test(lettersIn(child)))
      return [{ kind: 'object', program: 'Equation field', part: null }]
    return object(child, parts, boxes)
  })
}

const inRun = (node: XmlNode | undefined, parts: BodyParts, boxes: Block[]): Piece[] =>
  nodesOf(node).flatMap((child) => object(child, parts, boxes))

function plainText(node: XmlNode): string | null {
  if (node.space !== 'w') return null
  if (node.name === 't') return lettersIn(node)
  if (node.name === 'tab' || node.name === 'ptab') return '\t'
  if (node.name === 'noBreakHyphen') return '-'
  // A letter of a font of signs: its number lies in the private use area (ECMA-376, 17.3.3.30).
  if (node.name === 'sym') return signOf(node)
  return null
}

const signs: Readonly<Record<string, string>> = {
  F070: 'π',
  F061: 'α',
  F062: 'β',
  F067: 'γ',
  F071: 'θ',
  F0D0: '∠',
  F044: 'Δ',
  F0B0: '°',
  F0A3: '≤',
  F0B3: '≥',
  F0B9: '≠',
  F0B4: '×',
  F0B8: '÷',
  F0B1: '±',
  F05E: '⊥',
  F0FC: '√',
  F0A5: '∞',
}
const signOf = (node: XmlNode): string =>
  signs[(node.attributes['char'] ?? '').toUpperCase().padStart(4, '0')] ?? '□'

/** A drawing, picture or embedded object; the text boxes within it are blocks of their own. */
function object(node: XmlNode, parts: BodyParts, boxes: Block[]): Piece[] {
  if (node.name !== 'drawing' && node.name !== 'pict' && node.name !== 'object') return []
  for (const box of named(node, 'txbxContent')) boxes.push(...inBlocks(box, parts))
  const part =
    named(node, 'blip').map(({ attributes }) => parts.partOf(attributes['embed'] ?? attributes['link']))[0] ??
    named(node, 'imagedata').map(({ attributes }) => parts.partOf(attributes['id']))[0]
  const [ole] = named(node, 'OLEObject')
  if (ole) return [{ kind: 'object', program: ole.attributes['ProgID'] ?? '', part: part ?? null }]
  if (part === undefined) return []
  const alt = named(node, 'docPr')[0]?.attributes['descr'] ?? ''
  return [{ kind: 'picture', part, alt }]
}

/** Elements with a name at any depth; of what is written twice, once. */
function named(node: XmlNode, name: string): XmlNode[] {
  return nodesOf(node).flatMap((child) => {
    if (child.name === name) return [child]
    if (child.space === 'mc' && child.name === 'AlternateContent') {
      const one = chosen(child)
      return one ? named(one, name) : []
    }
    return named(child, name)
  })
}

/** Neighbouring texts of the same looks as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const last = out.at(-1)
    if (last?.kind === 'hidden' && piece.kind === 'hidden') {
      out[out.length - 1] = { kind: 'hidden', text: last.text + piece.text }
      continue
    }
    const isAlike =
      last?.kind === 'words' &&
      piece.kind === 'words' &&
      last.red === piece.red &&
      last.underlined === piece.underlined &&
      last.raised === piece.raised
    if (isAlike) out[out.length - 1] = { ...last, text: last.text + piece.text }
    else out.push(piece)
  }
  return out
}
