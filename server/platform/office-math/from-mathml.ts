import { lines, scriptsOf, seenLetters, type Scripts } from '../markup/mathml.ts'
import { lettersIn, nodesOf, type XmlNode } from '../package/xml-tree.ts'
import {
  accentOf,
  arcs,
  fences,
  isEmpty,
  limited,
  lookOf,
  namedBy,
  naryOf,
  nothing,
  orNothing,
  spaceOf,
  textOf,
  letterFor,
} from './mathml-parts.ts'
import { enclosedOf, tableOf, type MathmlInner } from './mathml-tables.ts'
import { el, joined, pr, run } from './nodes.ts'

/** A formula for Office. `failed`: names of what it cannot say; then it stands for the formula only in part. */
export interface WrittenFormula {
  readonly omml: XmlNode
  readonly failed: readonly string[]
}

/**
 * A formula of MathML (presentation, core 3) as one of Office (ECMA-376, part 1, 22.1). What Office has no
 * element for is named in `failed`, never left out silently.
 */
export function ommlOfMathml(math: XmlNode): WrittenFormula {
  const failed = new Set<string>()
  const omml = el('oMath', ...new MathmlReader(failed).row(nodesOf(math)))
  return { omml, failed: [...failed] }
}

const isFence = (node: XmlNode | undefined): boolean =>
  node?.name === 'mo' && node.attributes['fence'] === 'true' && node.attributes['minsize'] === undefined

/** The letter of a fence as Word writes it; empty for nothing. */
function fenceOf(node: XmlNode | undefined): string {
  const text = node ? lettersIn(node).trim() : ''
  return fences[text] ?? text
}

class MathmlReader {
  readonly #failed: Set<string>
  constructor(failed: Set<string>) {
    this.#failed = failed
  }

  /** Elements in a line. A sum takes what follows it as its term. */
  row(nodes: readonly XmlNode[]): XmlNode[] {
    const out: XmlNode[] = []
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at]
      if (!node) continue
      const scripts = scriptsOf(node)
      const sign = naryOf(scripts?.base)
      const next = nodes[at + 1]
      const isTerm = next !== undefined && next.name !== 'mo' && next.name !== 'mspace'
      if (scripts && sign !== undefined) {
        out.push(this.#nary(node, sign, scripts, isTerm ? this.one(next) : []))
        if (isTerm) at += 1
      } else if (scripts && isEmpty(scripts.base) && isTerm) {
        // Scripts without a base stand before what follows: {}_a^b X.
        out.push(el('sPre', ...this.#lowAndHigh(scripts), el('e', ...this.one(next))))
        at += 1
      } else out.push(...this.one(node))
    }
    return joined(out)
  }

  one(node: XmlNode): XmlNode[] {
    const read = Object.hasOwn(this.#elements, node.name) ? this.#elements[node.name] : undefined
    if (read) return read(node)
    this.#failed.add(node.name)
    return [run(lettersIn(node), { nor: true })]
  }

  #inner = (node: XmlNode): XmlNode[] => {
    const nodes = nodesOf(node)
    return isFence(nodes[0]) || isFence(nodes.at(-1)) ? [this.#delimited(nodes)] : this.row(nodes)
  }
  #part = (name: string, node: XmlNode | undefined): XmlNode => {
    const inner = node ? joined(this.one(node)) : []
    return el(name, ...(inner.length > 0 ? inner : [nothing()]))
  }

  readonly #within: MathmlInner = { inner: this.#inner, fail: (what) => void this.#failed.add(what) }

  readonly #elements: Readonly<Record<string, (node: XmlNode) => XmlNode[]>> = {
    math: this.#inner,
    mrow: this.#inner,
    mpadded: this.#inner,
    mstyle: (node) => {
      if (node.attributes['mathcolor'] !== undefined || node.attributes['mathbackground'] !== undefined)
        this.#failed.add('颜色')
      return this.#inner(node)
    },
    semantics: (node) => this.#first(node),
    none: () => [],
    mi: (node) => this.#letters(node),
    mn: (node) => this.#letters(node),
    mo: (node) => this.#letters(node),
    mtext: (node) => (nodesOf(node).length > 0 ? this.#inner(node) : textOf(node)),
    ms: (node) => textOf(node),
    mspace: (node) => spaceOf(Number.parseFloat(node.attributes['width'] ?? '0')),
    mphantom: (node) => [el('phant', pr('phantPr', { show: '0' }), el('e', ...this.#inner(node)))],
    mfrac: (node) => this.#fraction(node),
    msqrt: (node) => [
      el('rad', pr('radPr', { degHide: '1' }), el('deg'), el('e', ...orNothing(this.#inner(node)))),
    ],
    mroot: (node) => {
      const [body, degree] = nodesOf(node)
      return [el('rad', this.#part('deg', degree), this.#part('e', body))]
    },
    msub: (node) => this.#scripts(node),
    msup: (node) => this.#scripts(node),
    msubsup: (node) => this.#scripts(node),
    mover: (node) => this.#stacked(node),
    munder: (node) => this.#stacked(node),
    munderover: (node) => this.#stacked(node),
    mmultiscripts: (node) => this.#multiscripts(node),
    mfenced: (node) => this.#fenced(node),
    menclose: (node) => enclosedOf(node, this.#within),
    mtable: (node) => tableOf(node, this.#within),
    maction: (node) => this.#first(node),
  }

  #first(node: XmlNode): XmlNode[] {
    const [first] = nodesOf(node)
    return first ? this.one(first) : []
  }

  /** Letters, digits and signs; programs put elements into a letter that has something above it. */
  #letters(node: XmlNode): XmlNode[] {
    if (nodesOf(node).length > 0) return this.#inner(node)
    const text = seenLetters(lettersIn(node)).trim()
    if (text === '') return []
    const variant = node.attributes['mathvariant']
    const isName = node.name === 'mi' && /^[A-Za-z]{2,}$/.test(text)
    return [run(text, lookOf(variant, text, isName), isName)]
  }

  #fraction(node: XmlNode): XmlNode[] {
    const [over, under] = nodesOf(node)
    const isBare = /^0(?:\.0*)?(?:px|pt|em)?$/.test(node.attributes['linethickness'] ?? '')
    const type = isBare ? 'noBar' : node.attributes['bevelled'] === 'true' ? 'lin' : null
    return [
      el(
        'f',
        ...(type === null ? [] : [pr('fPr', { type })]),
        this.#part('num', over),
        this.#part('den', under),
      ),
    ]
  }

  #delimited(nodes: readonly XmlNode[]): XmlNode {
    const isOpened = isFence(nodes[0])
    const isClosed = nodes.length > 1 && isFence(nodes.at(-1))
    const inner = nodes.slice(isOpened ? 1 : 0, isClosed ? -1 : undefined)
    const groups: XmlNode[][] = [[]]
    for (const node of inner)
      if (isFence(node)) groups.push([])
      else groups.at(-1)?.push(node)
    const begChr = isOpened ? fenceOf(nodes[0]) : ''
    const endChr = isClosed ? fenceOf(nodes.at(-1)) : ''
    const isUsual = begChr === '(' && endChr === ')' && groups.length === 1
    const separator = groups.length > 1 && { sepChr: fenceOf(inner.find(isFence)) || '|' }
    return el(
      'd',
      ...(isUsual ? [] : [pr('dPr', { begChr, ...separator, endChr })]),
      ...groups.map((group) => el('e', ...orNothing(this.row(group)))),
    )
  }

  #fenced(node: XmlNode): XmlNode[] {
    const { open = '(', close = ')', separators = ',' } = node.attributes
    const parts = nodesOf(node).flatMap((one, i) => [
      ...(i > 0 && separators.trim() !== '' ? [run(separators.trim().charAt(0))] : []),
      ...this.one(one),
    ])
    return [
      el(
        'd',
        pr('dPr', { begChr: [...open.trim()][0] ?? '', endChr: [...close.trim()][0] ?? '' }),
        el('e', ...orNothing(joined(parts))),
      ),
    ]
  }

  #lowAndHigh = ({ low, high }: Scripts): XmlNode[] => [
    low ? this.#part('sub', low) : el('sub'),
    high ? this.#part('sup', high) : el('sup'),
  ]

  #nary(node: XmlNode, sign: string, scripts: Scripts, term: readonly XmlNode[]): XmlNode {
    return el(
      'nary',
      pr('naryPr', {
        chr: sign,
        limLoc: /^m(?:under|over)/.test(node.name) ? 'undOvr' : 'subSup',
        ...(!scripts.low && { subHide: '1' }),
        ...(!scripts.high && { supHide: '1' }),
      }),
      ...this.#lowAndHigh(scripts),
      el('e', ...orNothing(joined(term))),
    )
  }

  #scripts(node: XmlNode): XmlNode[] {
    const { base, low, high } = scriptsOf(node) ?? {}
    const sign = naryOf(base)
    if (sign !== undefined) return [this.#nary(node, sign, { base, low, high }, [])]
    const after = high ? letterFor(high) : null
    if (after !== null) {
      const body = low ? [el('sSub', this.#part('e', base), this.#part('sub', low))] : base && this.one(base)
      return joined([...(body ?? []), run(after)])
    }
    if (low && !high && limited.has(namedBy(base)))
      return [el('limLow', this.#part('e', base), this.#part('lim', low))]
    const lower = low ? [this.#part('sub', low)] : []
    const upper = high ? [this.#part('sup', high)] : []
    const name = `s${low ? 'Sub' : ''}${high ? 'Sup' : ''}`
    return [el(name, this.#part('e', base), ...lower, ...upper)]
  }

  #multiscripts(node: XmlNode): XmlNode[] {
    const [base, ...rest] = nodesOf(node)
    const at = rest.findIndex(({ name }) => name === 'mprescripts')
    const after = at < 0 ? rest : rest.slice(0, at)
    const before = at < 0 ? [] : rest.slice(at + 1)
    if (after.length > 2 || before.length > 2) this.#failed.add(node.name)
    const [low, high] = after
    const body =
      low || high
        ? [el('sSubSup', this.#part('e', base), this.#part('sub', low), this.#part('sup', high))]
        : base
          ? this.one(base)
          : []
    if (before.length === 0) return body
    return [el('sPre', this.#part('sub', before[0]), this.#part('sup', before[1]), el('e', ...body))]
  }

  /** What stands over or under something: a line, an accent, a brace, limits. */
  #stacked(node: XmlNode): XmlNode[] {
    const { base, low, high } = scriptsOf(node) ?? {}
    const sign = naryOf(base)
    if (sign !== undefined) return [this.#nary(node, sign, { base, low, high }, [])]
    const mark = lettersIn(low ?? high ?? el('none')).trim()
    if (node.name !== 'munderover') {
      const made = this.#marked(node, base, mark)
      if (made) return [made]
    }
    const lower = low ? [el('limLow', this.#part('e', base), this.#part('lim', low))] : null
    if (!high) return lower ?? []
    // Above first, below around it: what is written over an arrow is read as belonging to it.
    const upper = el('limUpp', this.#part('e', base), this.#part('lim', high))
    return low ? [el('limLow', el('e', upper), this.#part('lim', low))] : [upper]
  }

  #marked(node: XmlNode, base: XmlNode | undefined, mark: string): XmlNode | null {
    const isAbove = node.name === 'mover'
    if (lines.has(mark))
      return el('bar', pr('barPr', { pos: isAbove ? 'top' : 'bot' }), this.#part('e', base))
    if (mark === '⏞' || mark === '⏟')
      return el(
        'groupChr',
        pr('groupChrPr', { chr: mark, pos: isAbove ? 'top' : 'bot', ...(isAbove && { vertJc: 'bot' }) }),
        this.#part('e', base),
      )
    const chr = arcs.has(mark) ? '\u0311' : accentOf[mark]
    // An arrow or a line with something above it is a relation, and no letter with an accent.
    const isRelation =
      node.attributes['accent'] !== 'true' && base?.name === 'mo' && nodesOf(base).length === 0
    return isAbove && chr !== undefined && !isRelation
      ? el('acc', pr('accPr', { chr }), this.#part('e', base))
      : null
  }
}
