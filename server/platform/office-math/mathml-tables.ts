import { nodesOf, type XmlNode } from '../package/xml-tree.ts'
import { orNothing, strikes } from './mathml-parts.ts'
import { el, joined, pr } from './nodes.ts'

/** How what stands within an element is read, and who is told what Office cannot say. */
export interface MathmlInner {
  readonly inner: (node: XmlNode) => XmlNode[]
  readonly fail: (what: string) => void
}

/** A frame, or lines that cross something out. */
export function enclosedOf(node: XmlNode, { inner: innerOf, fail }: MathmlInner): XmlNode[] {
  const kinds = (node.attributes['notation'] ?? 'longdiv').split(/\s+/)
  if (kinds.some((kind) => kind !== 'box' && !Object.hasOwn(strikes, kind))) fail('框线')
  const hidden = { hideTop: '1', hideBot: '1', hideLeft: '1', hideRight: '1' }
  const looks = {
    ...(!kinds.includes('box') && hidden),
    ...Object.fromEntries(
      Object.entries(strikes).flatMap(([kind, name]) => (kinds.includes(kind) ? [[name, '1']] : [])),
    ),
  }
  const inner = el('e', ...orNothing(innerOf(node)))
  return [el('borderBox', ...(Object.keys(looks).length > 0 ? [pr('borderBoxPr', looks)] : []), inner)]
}

/** A matrix, or equations below one another. */
export function tableOf(node: XmlNode, { inner: innerOf, fail }: MathmlInner): XmlNode[] {
  const { columnalign = '', columnlines = '', rowlines = '', frame = 'none' } = node.attributes
  if (/solid|dashed/.test(`${columnlines} ${rowlines} ${frame}`)) fail('矩阵里的线')
  const rows = nodesOf(node).map((row) => {
    if (row.name !== 'mtr') fail(row.name)
    return nodesOf(row, 'mtd')
  })
  const width = Math.max(1, ...rows.map((cells) => cells.length))
  const sides = columnalign.split(/\s+/).filter(Boolean)
  // Sides that take turns stand at a sign of equality: each row is one equation.
  const isAligned = sides.length > 1 && sides.every((side, i) => side === (i % 2 === 0 ? 'right' : 'left'))
  if (isAligned || (width === 1 && sides[0] === 'left'))
    return [
      el(
        'eqArr',
        ...rows.map((cells) => el('e', ...orNothing(joined(cells.flatMap((cell) => innerOf(cell)))))),
      ),
    ]
  const columns = Array.from({ length: width }, (_, i) => sides[i] ?? sides.at(-1) ?? 'center')
  const settings = columns.map((mcJc) => el('mc', pr('mcPr', { count: '1', mcJc })))
  return [
    el(
      'm',
      el('mPr', el('mcs', ...settings)),
      ...rows.map((cells) =>
        el('mr', ...columns.map((_, i) => el('e', ...orNothing(cells[i] ? innerOf(cells[i]) : [])))),
      ),
    ),
  ]
}
