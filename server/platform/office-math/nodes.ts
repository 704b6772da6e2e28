import { escapedText, escapedValue } from '../../../catalogue/markup/letters.ts'
import type { XmlNode } from '../package/xml-tree.ts'

/** An element of a formula with its children. */
export const el = (name: string, ...children: readonly (XmlNode | string)[]): XmlNode => ({
  space: 'm',
  name,
  attributes: {},
  children,
})

/** A property of an element with its value. */
const property = (name: string, val: string): XmlNode => ({
  space: 'm',
  name,
  attributes: { val },
  children: [],
})

/** Properties of an element, in their order. */
export const pr = (name: string, values: Readonly<Record<string, string>>): XmlNode =>
  el(name, ...Object.entries(values).map(([key, val]) => property(key, val)))

/** How the letters of a run look: `nor` for ordinary text, else a script and a style. */
export interface RunLook {
  readonly nor?: true
  readonly scr?: string
  readonly sty?: 'p' | 'b' | 'bi'
}

/** A run of letters. A name of a function stands alone: `isName`. */
export interface MathRun extends XmlNode {
  readonly look: RunLook
  readonly text: string
  readonly isName: boolean
}

export function run(text: string, look: RunLook = {}, isName = false): MathRun {
  const { nor, scr, sty } = look
  const looks = [
    ...(nor ? [el('nor')] : []),
    ...(scr === undefined ? [] : [property('scr', scr)]),
    ...(sty === undefined ? [] : [property('sty', sty)]),
  ]
  const children = [...(looks.length > 0 ? [el('rPr', ...looks)] : []), el('t', text)]
  return { ...el('r', ...children), look, text, isName }
}

const isRun = (node: XmlNode | undefined): node is MathRun => node?.name === 'r' && 'look' in node

/**
 * Neighbouring runs of one look as one; names of functions stay apart, for they are read by their whole. Letters stay
 * apart, too: LibreOffice reads the letters of a run as one word of StarMath, where DEF, LE and in are signs (≝, ≤, ∈).
 */
export function joined(nodes: readonly XmlNode[]): XmlNode[] {
  const out: XmlNode[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    const isAlike =
      isRun(last) &&
      isRun(node) &&
      !last.isName &&
      !node.isName &&
      !(/[A-Za-z]$/.test(last.text) && /^[A-Za-z]/.test(node.text)) &&
      last.look.nor === node.look.nor &&
      last.look.scr === node.look.scr &&
      last.look.sty === node.look.sty
    if (isAlike) out[out.length - 1] = run(last.text + node.text, node.look)
    else out.push(node)
  }
  return out
}

const font = '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>'

/** A formula as it stands in a document of Word; the prefixes m and w are bound there. */
export function xmlOfOmml({ name, attributes, children }: XmlNode): string {
  const given = Object.entries(attributes)
    .map(([key, value]) => ` m:${key}="${escapedValue(value)}"`)
    .join('')
  const inner = children.map((child) => (typeof child === 'string' ? escapedText(child) : xmlOfOmml(child)))
  if (name === 't') return `<m:t xml:space="preserve">${inner.join('')}</m:t>`
  // Properties of the letters themselves stand between those of the run and its text.
  if (name === 'r') inner.splice(inner.length - 1, 0, font)
  return inner.length === 0 ? `<m:${name}${given}/>` : `<m:${name}${given}>${inner.join('')}</m:${name}>`
}
