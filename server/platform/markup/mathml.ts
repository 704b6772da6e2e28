import katex from 'katex'
import { nodesOf, type XmlNode } from '../package/xml-tree.ts'
import { isTag, isText, parseMarkup, type Tag } from './markup.ts'

const settings = {
  output: 'mathml',
  throwOnError: true,
  strict: 'ignore',
  maxExpand: 200,
} as const

const macros = () => ({ '\\blank': '\\underline{\\qquad}' })

/** A formula of TeX as MathML text, with its source as an annotation; null where it cannot be typeset. */
export function mathmlTextOfTex(tex: string): string | null {
  try {
    const html = katex.renderToString(tex, { ...settings, macros: macros() })
    return /<math[\s\S]*<\/math>/.exec(html)?.[0] ?? null
  } catch {
    return null
  }
}

/** A formula of TeX as its element `math`, without its source; null where it cannot be typeset. */
export function mathmlOfTex(tex: string): XmlNode | null {
  const text = mathmlTextOfTex(tex)
  if (text === null) return null
  const math = parseMarkup(text.replace(/<annotation[\s\S]*?<\/annotation>/, '')).find(isTag)
  return math ? mathmlOfTag(math) : null
}

/** An element of MathML that stands in a markup, under its name without a prefix. */
export const mathmlOfTag = ({ name, attribs, children }: Tag): XmlNode => ({
  space: '',
  name: name.replace(/^.*:/, ''),
  attributes: attribs,
  children: children.flatMap((child): (XmlNode | string)[] =>
    isTag(child) ? [mathmlOfTag(child)] : isText(child) ? [child.data] : [],
  ),
})

/** A base with its scripts or limits. */
export interface Scripts {
  readonly base?: XmlNode | undefined
  readonly low?: XmlNode | undefined
  readonly high?: XmlNode | undefined
}

/** A base with its scripts or limits, however they stand; null for another element. */
export function scriptsOf(node: XmlNode): Scripts | null {
  const [base, first, second] = nodesOf(node)
  if (node.name === 'msub' || node.name === 'munder') return { base, low: first }
  if (node.name === 'msup' || node.name === 'mover') return { base, high: first }
  if (node.name === 'msubsup' || node.name === 'munderover') return { base, low: first, high: second }
  return null
}

/** Signs that are a line over or under the whole of their base. */
export const lines: ReadonlySet<string> = new Set(['‾', '¯', '_', '―', '\u0305', '\u0332'])

/** Letters of an element without the signs that say only how it is meant: times, applied to. */
export const seenLetters = (text: string): string => text.replaceAll(/[\u2061-\u2064]/g, '')
