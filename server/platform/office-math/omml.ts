import { lettersIn, nodeOf, nodesOf, type XmlNode } from '../package/xml-tree.ts'
import { accents, functions, naries, symbols } from './symbols.ts'

/** A formula of Office as TeX. `unread`: names of elements that nobody here reads; their letters are kept. */
export interface ReadFormula {
  readonly tex: string
  readonly unread: readonly string[]
}

/**
 * Reads a formula of Office (ECMA-376, part 1, 22.1; namespace m) as TeX. What it does not know is named and
 * its letters stay, so that nothing of a formula vanishes.
 */
export function texOfOmml(node: XmlNode): ReadFormula {
  const unread: string[] = []
  const tex = new Reader(unread).node(node)
  return { tex: tidied(tex), unread }
}

/** Spaces count in ordinary text alone. */
const tidied = (tex: string): string =>
  tex
    .split(/(\\text\{[^{}]*\})/)
    .map((piece, i) =>
      i % 2 === 1
        ? piece
        : piece
            .replace(/\s+/g, ' ')
            .replace(/(?<!\\) (?=[_^}),\]])/g, '')
            .replace(/\{ /g, '{'),
    )
    .join('')
    .trim()

type Elements = Readonly<Record<string, (node: XmlNode) => string>>

/** Elements that say how something looks and hold no letters of the formula. */
const silent = new Set(['ctrlPr', 'rPr', 'argPr'])

class Reader {
  readonly #unread: string[]
  constructor(unread: string[]) {
    this.#unread = unread
  }

  node(node: XmlNode): string {
    if (node.space !== 'm') return node.space === 'w' ? this.#foreign(node) : ''
    if (silent.has(node.name) || node.name.endsWith('Pr')) return ''
    const read = Object.hasOwn(this.#elements, node.name) ? this.#elements[node.name] : undefined
    if (read) return read(node)
    this.#unread.push(node.name)
    return `\\text{${lettersIn(node)}}`
  }

  /** Elements of Word within a formula: what was inserted counts, what was deleted does not. */
  #foreign(node: XmlNode): string {
    if (node.name === 'del' || node.name === 'moveFrom') return ''
    return node.name === 'ins' || node.name === 'moveTo' ? this.#inner(node) : ''
  }

  #inner = (node: XmlNode | undefined): string =>
    nodesOf(node)
      .map((one) => this.node(one))
      .join('')
  #part = (node: XmlNode, name: string): string => this.#inner(nodeOf(node, name))
  #group = (node: XmlNode, name: string): string => `{${tidied(this.#part(node, name))}}`
  /** The base of a script; what is more than one letter stands in braces. */
  #base = (node: XmlNode): string => {
    const tex = tidied(this.#part(node, 'e'))
    return /^(?:[A-Za-z0-9)\]]|\\[A-Za-z]+|\\math\w+\{[A-Za-z0-9]\}|\([^()]*\))$/.test(tex) ? tex : `{${tex}}`
  }

  readonly #elements: Elements = {
    oMath: this.#inner,
    oMathPara: this.#inner,
    e: this.#inner,
    box: (node) => this.#part(node, 'e'),
    phant: (node) =>
      isOff(nodeOf(node, 'phantPr', 'show')) ? `\\phantom${this.#group(node, 'e')}` : this.#part(node, 'e'),
    r: runOf,
    f: (node) => this.#fraction(node),
    sSup: (node) => `${this.#base(node)}^${this.#group(node, 'sup')}`,
    sSub: (node) => `${this.#base(node)}_${this.#group(node, 'sub')}`,
    sSubSup: (node) => `${this.#base(node)}_${this.#group(node, 'sub')}^${this.#group(node, 'sup')}`,
    sPre: (node) => `{}_${this.#group(node, 'sub')}^${this.#group(node, 'sup')}${this.#base(node)}`,
    rad: (node) => {
      const degree = tidied(this.#part(node, 'deg'))
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}${this.#group(node, 'e')}`
    },
    d: (node) => this.#delimited(node),
    nary: (node) => this.#nary(node),
    func: (node) => `${this.#part(node, 'fName')}${spaced(this.#part(node, 'e'))}`,
    fName: this.#inner,
    limLow: (node) => this.#limit(node, '_'),
    limUpp: (node) => this.#limit(node, '^'),
    acc: (node) => this.#accented(node),
    bar: (node) =>
      `${valueOf(node, 'barPr', 'pos') === 'top' ? '\\overline' : '\\underline'}${this.#group(node, 'e')}`,
    borderBox: (node) => `${boxOf(node)}${this.#group(node, 'e')}`,
    groupChr: (node) => this.#grouped(node),
    eqArr: (node) =>
      `\\begin{array}{l}${nodesOf(node, 'e')
        .map((row) => tidied(this.#inner(row)).replaceAll('\\&', ''))
        .join(' \\\\ ')}\\end{array}`,
    m: (node) => this.#matrix(node),
  }

  /** An arrow over one letter is a vector, over several the line between two points. */
  #accented(node: XmlNode): string {
    const mark = characterOf(node, 'accPr', '\u0302')
    const base = this.#group(node, 'e')
    const isWide = !/^\{(?:[A-Za-z0-9]|\\[A-Za-z]+)?(?:_\{[^{}]*\})?\}$/.test(base)
    const name = mark === '\u20d7' && isWide ? '\\overrightarrow' : (accents[mark] ?? '\\hat')
    return `${name}${base}`
  }

  #matrix(node: XmlNode): string {
    const rows = nodesOf(node, 'mr').map((row) =>
      nodesOf(row, 'e')
        .map((cell) => tidied(this.#inner(cell)))
        .join(' & '),
    )
    const sides = nodesOf(nodeOf(node, 'mPr', 'mcs'), 'mc')
      .flatMap((column) => {
        const count = Number(nodeOf(column, 'mcPr', 'count')?.attributes['val'] ?? 1)
        const side = (nodeOf(column, 'mcPr', 'mcJc')?.attributes['val'] ?? 'center').charAt(0)
        return Array.from({ length: Math.min(20, count || 1) }, () => (/[lr]/.test(side) ? side : 'c'))
      })
      .join('')
    const body = rows.join(' \\\\ ')
    return /^c*$/.test(sides)
      ? `\\begin{matrix}${body}\\end{matrix}`
      : `\\begin{array}{${sides}}${body}\\end{array}`
  }

  #fraction(node: XmlNode): string {
    const [over, under] = [this.#group(node, 'num'), this.#group(node, 'den')]
    const kind = valueOf(node, 'fPr', 'type')
    if (kind === 'lin' || kind === 'skw') return `${over}/${under}`
    return kind === 'noBar' ? `\\genfrac{}{}{0pt}{}${over}${under}` : `\\frac${over}${under}`
  }

  /** Brackets; Word and KaTeX alike leave one side empty for systems of equations. */
  #delimited(node: XmlNode): string {
    const open = characterOf(node, 'dPr', '(', 'begChr')
    const close = characterOf(node, 'dPr', ')', 'endChr')
    const between = characterOf(node, 'dPr', '|', 'sepChr')
    const inner = nodesOf(node, 'e')
      .map((one) => tidied(this.#inner(one)))
      .join(` \\middle${delimiter(between)} `)
    const plain = !/\\(?:frac|begin|sqrt|sum|int|prod|middle|genfrac)/.test(inner)
    if (plain && open === '(' && close === ')') return `(${inner})`
    if (plain && open === '[' && close === ']') return `[${inner}]`
    return `\\left${delimiter(open)} ${inner} \\right${delimiter(close)}`
  }

  #nary(node: XmlNode): string {
    const sign =
      naries[characterOf(node, 'naryPr', '∫')] ?? symbols[characterOf(node, 'naryPr', '∫')] ?? '\\int'
    const [below, above] = [tidied(this.#part(node, 'sub')), tidied(this.#part(node, 'sup'))]
    const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`
    return `${sign}${limits}${spaced(this.#part(node, 'e'))}`
  }

  #limit(node: XmlNode, mark: '_' | '^'): string {
    const base = tidied(this.#part(node, 'e'))
    const limit = this.#group(node, 'lim')
    if (/^\\(?:lim|max|min|sup|inf|sum|prod)$/.test(base)) return `${base}${mark}${limit}`
    if (base.startsWith(mark === '_' ? '\\underbrace{' : '\\overbrace{')) return `${base}${mark}${limit}`
    // Conditions of a reaction stand over and under its arrow, which grows with them.
    const arrow = /^(?:\\(?:to|rightarrow)|(\\leftarrow)|(\\rightleftharpoons))$/.exec(base)
    const name = arrow?.[1] ? '\\xleftarrow' : arrow?.[2] ? '\\xrightleftharpoons' : '\\xrightarrow'
    if (arrow) return mark === '^' ? `${name}${limit}` : `${name}[${limit.slice(1, -1)}]{}`
    const grown = mark === '_' ? /^(\\x\w+)(\{.*)$/s.exec(base) : null
    if (grown) return `${grown[1]}[${limit.slice(1, -1)}]${grown[2]}`
    return mark === '_' ? `\\underset${limit}{${base}}` : `\\overset${limit}{${base}}`
  }

  #grouped(node: XmlNode): string {
    const letter = characterOf(node, 'groupChrPr', '⏟')
    const isTop = valueOf(node, 'groupChrPr', 'pos') === 'top'
    if (letter === '⏟') return `\\underbrace${this.#group(node, 'e')}`
    if (letter === '⏞') return `\\overbrace${this.#group(node, 'e')}`
    const sign = symbols[letter] ?? letter
    return `${isTop ? '\\overset' : '\\underset'}{${sign}}${this.#group(node, 'e')}`
  }
}

const valueOf = (node: XmlNode, properties: string, name: string): string | undefined =>
  nodeOf(node, properties, name)?.attributes['val']

/** A letter that properties name: the usual one where they do not, none where they name nothing. */
function characterOf(node: XmlNode, properties: string, usual: string, name = 'chr'): string {
  const said = nodeOf(node, properties, name)
  return said ? (said.attributes['val'] ?? '') : usual
}

const delimiters: Readonly<Record<string, string>> = {
  '': '.',
  '{': '\\{',
  '}': '\\}',
  '|': '|',
  '‖': '\\|',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '〈': '\\langle',
  '〉': '\\rangle',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
}
const delimiter = (letter: string): string => delimiters[letter] ?? letter

const spaced = (tex: string): string => (/^[A-Za-z0-9]/.test(tex) ? ` ${tex}` : tex)

const chinese = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/

const isOff = (node: XmlNode | undefined): boolean =>
  node !== undefined && ['0', 'off', 'false'].includes(node.attributes['val'] ?? '')

/** A frame, or lines that cross something out. */
function boxOf(node: XmlNode): string {
  const looks = nodeOf(node, 'borderBoxPr')
  const has = (name: string) => nodeOf(looks, name) !== undefined && !isOff(nodeOf(looks, name))
  if (!has('hideTop')) return '\\boxed'
  return has('strikeTLBR') ? (has('strikeBLTR') ? '\\xcancel' : '\\bcancel') : '\\cancel'
}

const scripts: Readonly<Record<string, string>> = {
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  fraktur: '\\mathfrak',
  'sans-serif': '\\mathsf',
  monospace: '\\mathtt',
}
const styles: Readonly<Record<string, string>> = { p: '\\mathrm', b: '\\mathbf', bi: '\\boldsymbol' }

/** A run of letters; ordinary text and Chinese are set upright, names of functions by their command. */
function runOf(node: XmlNode): string {
  const text = nodesOf(node, 't').map(lettersIn).join('')
  const isText = nodeOf(node, 'rPr', 'nor') !== undefined
  if (isText && text.trim() !== '')
    return functions.has(text.trim()) ? `\\${text.trim()} ` : `\\text{${escaped(text)}}`
  return lettersOf(
    text,
    scripts[valueOf(node, 'rPr', 'scr') ?? ''] ?? styles[valueOf(node, 'rPr', 'sty') ?? ''],
  )
}

const inText: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash ',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
}
const escaped = (text: string): string =>
  text.replace(/[\\{}$&#%_^~]/g, (mark) => inText[mark] ?? `\\${mark}`)

/**
 * Letters in their plain form: 𝑥 (U+1D465) and ℎ (U+210E) are x and h.
 * @param script the command for letters of a script of their own
 */
function lettersOf(text: string, script: string | undefined): string {
  const plain = text.replace(/[\u{1d400}-\u{1d7ff}\u210e]/gu, (one) => one.normalize('NFKC'))
  const parts = plain.match(/[A-Za-z]+|[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+|./gsu) ?? []
  return parts
    .map((part) => {
      if (functions.has(part)) return `\\${part} `
      if (chinese.test(part)) return `\\text{${part}}`
      if (script !== undefined && /^[A-Za-z0-9]/.test(part)) return `${script}{${part}}`
      const named = symbols[part]
      if (named === undefined) return part
      return /[A-Za-z]$/.test(named) ? `${named} ` : named
    })
    .join('')
}
