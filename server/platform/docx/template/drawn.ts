import { packageRefusals } from '../../documents/refusal.ts'
import { lettersIn, nodeOf, nodesOf, xmlTree, type XmlNode } from '../../package/xml-tree.ts'
import type { Cell, Part, Sheet } from '../../pdf/index.ts'
import { ListLabels } from '../list-labels.ts'
import { spaces } from '../spaces.ts'
import { Looks, type Look } from './looks.ts'
import { partText, type TemplatePackage } from './open.ts'

/** Width of the page in the units of the cells: whole numbers, so that cells of rows meet exactly. */
const units = 1200

/** A document as the printer draws it, and what of it is left out. */
export interface DrawnDocument extends Pick<Sheet, 'paper' | 'parts' | 'units'> {
  /** Sentences about what stands in the document of Word only. */
  readonly left: readonly string[]
}

/**
 * Draws a document with the parts of the portal's own printer: paragraphs with size, bold and place; tables with
 * widths, joined cells, heights and repeated heads; page breaks; portrait or landscape.
 */
export function drawnDocument(template: TemplatePackage, document: string): DrawnDocument {
  const tree = (text: string) =>
    text === '' ? undefined : xmlTree(Buffer.from(text), spaces, packageRefusals)
  const body = nodeOf(tree(document), 'body')
  const drawing: Drawing = {
    looks: new Looks(tree(partText(template, 'word/styles.xml'))),
    labels: new ListLabels(tree(partText(template, 'word/numbering.xml'))),
  }
  const size = nodeOf(body, 'sectPr', 'pgSz')?.attributes ?? {}
  const isWide = size['orient'] === 'landscape' || Number(size['w'] ?? 0) > Number(size['h'] ?? 1)
  return {
    paper: isWide ? 'landscape' : 'portrait',
    units,
    parts: partsIn(body, drawing),
    left: leftOut(template, document),
  }
}

interface Drawing {
  readonly looks: Looks
  readonly labels: ListLabels
}

function leftOut({ parts }: TemplatePackage, document: string): string[] {
  const has = (pattern: RegExp) => parts.some(({ name }) => pattern.test(name))
  return [
    ...(has(/^word\/(?:header|footer)\d*\.xml$/) ? ['页眉、页脚'] : []),
    ...(/<w:drawing|<w:pict\b/.test(document) ? ['图片、文本框'] : []),
    ...(has(/^word\/(?:footnotes|endnotes)\.xml$/) ? ['脚注、尾注'] : []),
  ]
}

/** Elements whose content counts as if it stood there itself. */
const wrappers = new Set(['sdt', 'sdtContent', 'customXml', 'ins', 'smartTag', 'hyperlink', 'fldSimple'])

const within = (node: XmlNode | undefined, names: readonly string[]): XmlNode[] =>
  nodesOf(node).flatMap((child) => {
    if (child.space !== 'w') return []
    if (names.includes(child.name)) return [child]
    return wrappers.has(child.name) ? within(child, names) : []
  })

function partsIn(body: XmlNode | undefined, drawing: Drawing): Part[] {
  let empty = 0
  return within(body, ['p', 'tbl']).flatMap((block): Part[] => {
    if (block.name === 'tbl') {
      empty = 0
      return tableOf(block, drawing)
    }
    const { text, look, breaks } = paragraphOf(block, drawing)
    const page: Part[] = breaks ? [{ part: 'page' }] : []
    if (text.trim() === '') {
      empty += 1
      return page
    }
    const above = Math.min(60, empty * 5)
    empty = 0
    return [...page, { part: 'text', text, size: look.size, align: look.align, ...bolded(look), above }]
  })
}

const bolded = ({ bold }: Look): { bold?: true } => (bold ? { bold: true } : {})

interface ReadParagraph {
  readonly text: string
  readonly look: Look
  /** A new page begins with it. */
  readonly breaks: boolean
}

function paragraphOf(node: XmlNode, { looks, labels }: Drawing): ReadParagraph {
  const properties = nodeOf(node, 'pPr')
  const list = nodeOf(properties, 'numPr')
  const number = nodeOf(list, 'numId')?.attributes['val']
  const level = Number(nodeOf(list, 'ilvl')?.attributes['val'] ?? 0)
  const label = number === undefined || number === '0' ? '' : labels.next(number, level)
  const runs = within(node, ['r'])
  const first = runs.find((run) => lettersOfRun(run).trim() !== '')
  const text = runs.map(lettersOfRun).join('')
  return {
    text: `${label === '' ? '' : `${label} `}${text}`.replace(/\n+$/, ''),
    look: looks.of(properties, nodeOf(first, 'rPr')),
    breaks:
      nodeOf(properties, 'pageBreakBefore') !== undefined ||
      runs.some((run) => nodesOf(run, 'br').some(({ attributes }) => attributes['type'] === 'page')),
  }
}

const lettersOfRun = (run: XmlNode): string =>
  nodesOf(run)
    .map((child) => {
      if (child.name === 't') return lettersIn(child)
      if (child.name === 'tab') return '　　'
      if (child.name === 'noBreakHyphen') return '-'
      const turns = child.attributes['type'] === 'page' || child.attributes['type'] === 'column'
      return (child.name === 'br' && !turns) || child.name === 'cr' ? '\n' : ''
    })
    .join('')

interface ReadCell {
  readonly node: XmlNode
  readonly column: number
  readonly span: number
  readonly merge: 'begin' | 'on' | null
}

/** The cells of each row by their columns. */
const rowsOf = (table: XmlNode): { readonly node: XmlNode; readonly cells: readonly ReadCell[] }[] =>
  within(table, ['tr']).map((node) => {
    let column = Number(nodeOf(node, 'trPr', 'gridBefore')?.attributes['val'] ?? 0)
    const cells = within(node, ['tc']).map((cell): ReadCell => {
      const properties = nodeOf(cell, 'tcPr')
      const span = Math.max(1, Number(nodeOf(properties, 'gridSpan')?.attributes['val'] ?? 1) || 1)
      const merge = nodeOf(properties, 'vMerge')
      const at = column
      column += span
      const joins = merge?.attributes['val'] === 'restart' ? ('begin' as const) : ('on' as const)
      return { node: cell, column: at, span, merge: merge === undefined ? null : joins }
    })
    return { node, cells }
  })

function tableOf(table: XmlNode, drawing: Drawing): Part[] {
  const rows = rowsOf(table)
  const count = Math.max(
    1,
    ...rows.map(({ cells }) => (cells.at(-1)?.column ?? 0) + (cells.at(-1)?.span ?? 1)),
  )
  const widths = nodesOf(nodeOf(table, 'tblGrid'), 'gridCol').map(
    ({ attributes }) => Number(attributes['w']) || 0,
  )
  const edges = edgesOf(Array.from({ length: count }, (_, i) => widths[i] ?? 0))
  const written = rows.map(({ node, cells }, row) => {
    const least = Number(nodeOf(node, 'trPr', 'trHeight')?.attributes['val'] ?? 0) / 56.7
    return cells
      .filter(({ merge }) => merge !== 'on' || row === 0)
      .map((cell): Cell => {
        const down = cell.merge === 'begin' ? downOf(rows, row, cell) : 1
        return {
          ...cellOf(cell.node, drawing),
          span: (edges[cell.column + cell.span] ?? units) - (edges[cell.column] ?? 0),
          ...(down > 1 && { down }),
          ...(least > 8 && { height: Math.min(200, least) }),
        }
      })
  })
  const isBare = nodesOf(nodeOf(table, 'tblPr', 'tblBorders')).some(
    ({ name, attributes }) => name === 'top' && ['none', 'nil'].includes(attributes['val'] ?? ''),
  )
  const heads = rows.findIndex(({ node }) => nodeOf(node, 'trPr', 'tblHeader') === undefined)
  const [head] = written
  if (heads === 1 && head !== undefined && !isBare)
    return [{ part: 'table', title: '', head, rows: written.slice(1), least: 0, most: null }]
  return [{ part: 'grid', rows: written, ...(isBare && { bare: true }) }]
}

/** Where the columns end, in whole units; without widths they are equal. */
function edgesOf(widths: readonly number[]): number[] {
  const total = widths.reduce((sum, one) => sum + one, 0)
  const shares =
    total === 0 || widths.includes(0) ? widths.map(() => 1 / widths.length) : widths.map((one) => one / total)
  let passed = 0
  return [0, ...shares.map((share) => Math.round((passed += share) * units))]
}

function downOf(rows: ReturnType<typeof rowsOf>, from: number, { column }: ReadCell): number {
  let down = 1
  while (rows[from + down]?.cells.some((one) => one.column === column && one.merge === 'on')) down += 1
  return down
}

/** A cell with its paragraphs line by line; a table within it is read row by row. */
function cellOf(node: XmlNode, drawing: Drawing): Pick<Cell, 'text' | 'look' | 'align'> {
  const lines = within(node, ['p', 'tbl']).flatMap((block) =>
    block.name === 'p' ? [paragraphOf(block, drawing)] : [],
  )
  const nested = within(node, ['tbl']).flatMap((table) =>
    rowsOf(table).map(({ cells }) => cells.map((cell) => cellOf(cell.node, drawing).text).join('　')),
  )
  const [first] = lines.filter(({ text }) => text.trim() !== '')
  const text = [...lines.map((one) => one.text), ...nested].join('\n').trim()
  return { text, look: 'value', align: first?.look.align === 'center' ? 'center' : 'left' }
}
