import { isNode, nodesOf, type XmlNode } from '../package/xml-tree.ts'

/** Elements that stand in a formula and within its parts (EG_OMathElements). */
const elements =
  'acc|bar|borderBox|box|d|eqArr|f|func|groupChr|limLow|limUpp|m|nary|phant|rad|sPre|sSub|sSubSup|sSup|r'
const content = `(${elements})*`

/**
 * Which children an element of a formula has, in which order: the content models of ECMA-376, part 1, 22.1.2
 * and its schema shared-math.xsd, of those elements that this portal writes. Word takes no file whose
 * formulas break them.
 */
const rules: Readonly<Record<string, string>> = {
  oMath: content,
  e: content,
  num: content,
  den: content,
  sub: content,
  sup: content,
  deg: content,
  lim: content,
  fName: content,
  r: 'rPr? t*',
  rPr: '(nor|scr? sty?)',
  t: '',
  acc: 'accPr? e',
  accPr: 'chr?',
  bar: 'barPr? e',
  barPr: 'pos?',
  borderBox: 'borderBoxPr? e',
  borderBoxPr: 'hideTop? hideBot? hideLeft? hideRight? strikeH? strikeV? strikeBLTR? strikeTLBR?',
  d: 'dPr? e+',
  dPr: 'begChr? sepChr? endChr? grow?',
  eqArr: 'eqArrPr? e+',
  f: 'fPr? num den',
  fPr: 'type?',
  groupChr: 'groupChrPr? e',
  groupChrPr: 'chr? pos? vertJc?',
  limLow: 'e lim',
  limUpp: 'e lim',
  m: 'mPr? mr+',
  mPr: 'mcs?',
  mcs: 'mc+',
  mc: 'mcPr?',
  mcPr: 'count? mcJc?',
  mr: 'e+',
  nary: 'naryPr? sub sup e',
  naryPr: 'chr? limLoc? subHide? supHide?',
  phant: 'phantPr? e',
  phantPr: 'show?',
  rad: 'radPr? deg e',
  radPr: 'degHide?',
  sPre: 'sub sup e',
  sSub: 'e sub',
  sSup: 'e sup',
  sSubSup: 'e sub sup',
}

/** Values of a property: those of its simple type; any single letter where nothing is said. */
const values: Readonly<Record<string, RegExp>> = {
  type: /^(?:bar|skw|lin|noBar)$/,
  pos: /^(?:top|bot)$/,
  vertJc: /^(?:top|bot)$/,
  limLoc: /^(?:undOvr|subSup)$/,
  sty: /^(?:p|b|i|bi)$/,
  scr: /^(?:roman|script|fraktur|double-struck|sans-serif|monospace)$/,
  count: /^\d{1,3}$/,
  mcJc: /^(?:left|center|right)$/,
  chr: /^.?$/su,
  begChr: /^.?$/su,
  endChr: /^.?$/su,
  sepChr: /^.?$/su,
}
const flag = /^[01]$/

const patterns = new Map(
  Object.entries(rules).map(([name, rule]) => [
    name,
    new RegExp(`^${rule.replace(/[A-Za-z]+/g, '(?:$& )').replaceAll(/ (?=\(|$)/g, '')}$`),
  ]),
)

/** The first place where a formula breaks the rules, in words for the message of a test; null for a valid one. */
export function ommlFault(node: XmlNode): string | null {
  const pattern = patterns.get(node.name)
  if (node.space !== 'm' || !pattern) {
    const value = node.attributes['val']
    const isProperty = node.space === 'm' && node.children.length === 0
    if (!isProperty) return `${node.space}:${node.name} is no element of formulas`
    const wanted = values[node.name] ?? flag
    return value === undefined || wanted.test(value) ? null : `${node.name} is not ${value}`
  }
  const names = nodesOf(node)
    .map(({ name }) => `${name} `)
    .join('')
  if (!pattern.test(names)) return `${node.name} has ${names.trim() || 'nothing'}`
  const hasLetters = node.children.some((child) => !isNode(child))
  if (hasLetters && node.name !== 't') return `${node.name} has letters`
  for (const child of nodesOf(node)) {
    const fault = ommlFault(child)
    if (fault !== null) return fault
  }
  return null
}
