import { seenLetters } from '../markup/mathml.ts'
import { isNode, lettersIn, nodesOf, type XmlNode } from '../package/xml-tree.ts'
import { run, type RunLook } from './nodes.ts'
import { naries } from './symbols.ts'

/** Takes no room and keeps a part from being an empty box in Word; read as nothing. */
export const nothing = () => run('\u200b')

export const limited = new Set(['lim', 'max', 'min', 'sup', 'inf'])

/** Signs over a letter, as MathML writes them and as Office names them. */
export const accentOf: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  ˉ: '\u0304',
  '˙': '\u0307',
  '¨': '\u0308',
  ˇ: '\u030c',
  '˘': '\u0306',
  '´': '\u0301',
  ˊ: '\u0301',
  '`': '\u0300',
  ˋ: '\u0300',
  '˚': '\u030a',
  '\u20d7': '\u20d7',
  '→': '\u20d7',
  '←': '\u20d6',
  '↔': '\u20e1',
}
export const arcs = new Set(['⌢', '⌒', '⏜', '⏠', '\u0311'])

export const fences: Readonly<Record<string, string>> = { '∣': '|', '∥': '‖' }

export const orNothing = (nodes: readonly XmlNode[]): readonly XmlNode[] =>
  nodes.length > 0 ? nodes : [nothing()]

/** The sign of a sum, product or integral that a base is. */
export function naryOf(base: XmlNode | undefined): string | undefined {
  const letter = base?.name === 'mo' && !base.children.some(isNode) ? lettersIn(base).trim() : ''
  return Object.hasOwn(naries, letter) ? letter : undefined
}

export const isEmpty = (base: XmlNode | undefined): boolean =>
  base === undefined || (base.name === 'mrow' && lettersIn(base).trim() === '' && nodesOf(base).length === 0)

export const namedBy = (base: XmlNode | undefined): string =>
  base ? seenLetters(lettersIn(base)).trim() : ''

const scripts: Readonly<Record<string, RunLook>> = {
  normal: { sty: 'p' },
  bold: { sty: 'b' },
  'bold-italic': { sty: 'bi' },
  'double-struck': { scr: 'double-struck' },
  script: { scr: 'script' },
  fraktur: { scr: 'fraktur' },
  'sans-serif': { scr: 'sans-serif' },
  monospace: { scr: 'monospace' },
}

/** Only letters stand upright or slanted; signs are what they are. */
export function lookOf(variant: string | undefined, text: string, isName: boolean): RunLook {
  if (!/[A-Za-z0-9]/.test(text)) return variant === 'bold' || variant === 'bold-italic' ? { sty: 'b' } : {}
  const look = scripts[variant ?? '']
  if (look?.sty === 'p' && /^[\d.,]+$/.test(text)) return {}
  return look ?? (isName ? { sty: 'p' } : {})
}

export const textOf = (node: XmlNode): XmlNode[] => {
  const text = lettersIn(node)
  if (text === '') return []
  return text.trim() === ''
    ? [run(text.replaceAll('\n', ' '))]
    : [run(text.replaceAll('\u00a0', ' '), { nor: true })]
}

/** A space of so many em by the sign of Unicode that is nearest to it; what only moves letters together is no sign. */
export function spaceOf(width: number): XmlNode[] {
  if (!(width > 0)) return []
  if (width >= 0.9) return [run('\u2003'.repeat(Math.min(4, Math.round(width))))]
  return [run(width > 0.25 ? '\u2004' : width > 0.19 ? '\u2005' : '\u2009')]
}

/** Lines that cross something out, as MathML and as Office name them. */
export const strikes: Readonly<Record<string, string>> = {
  horizontalstrike: 'strikeH',
  verticalstrike: 'strikeV',
  updiagonalstrike: 'strikeBLTR',
  downdiagonalstrike: 'strikeTLBR',
}

/** The letter that a script stands for: degrees and primes are letters of their own. */
export function letterFor(script: XmlNode): string | null {
  const mark = lettersIn(script)
  if (mark === '∘') return '°'
  return /^[′″‴]+$/.test(mark) ? mark : null
}
