import { isTag, isText, type MarkupNode, type Tag } from '../../markup/markup.ts'
import { mathmlOfTex } from '../../markup/mathml.ts'
import { glyphs, nothing, roman, row, shifted, slanted, space, type Mark, type MathBox } from './math-box.ts'

const relations = /^[=<>≤≥≠≈≡∼≅∥⊥∈∉⊂⊆⊄⇒⇔→⟶⩽⩾∽≌△]$/u
const binaries = /^[+−\-×÷±∓⋅∪∩∗]$/u

interface Setting {
  readonly size: number
  /** Scripts have no space around their signs. */
  readonly isScript: boolean
}

const elements = (node: Tag): Tag[] => node.children.filter(isTag)
const wordsIn = (node: MarkupNode): string =>
  isText(node) ? node.data : isTag(node) ? node.children.map(wordsIn).join('') : ''

function operator(node: Tag, { size, isScript }: Setting, isUnary: boolean): MathBox {
  const text = wordsIn(node).replaceAll(/[\u2061-\u2064\u200b]/g, '')
  const box = glyphs(text, size, roman)
  if (isScript || isUnary) return box
  const gap = relations.test(text)
    ? 0.26
    : binaries.test(text)
      ? 0.21
      : text === ',' || text === ';'
        ? 0.16
        : 0
  return row([space(text === ',' || text === ';' ? 0 : gap * size), box, space(gap * size)])
}

/** Children in a line; brackets that stretch become as high as what stands between them. */
function line(node: Tag, setting: Setting): MathBox {
  const parts = elements(node)
  const boxes = parts.map((one, i) => {
    if (one.name !== 'mo') return layOut(one, setting)
    const before = parts[i - 1]
    return operator(one, setting, i === 0 || (before?.name === 'mo' && !/^[)\]}|]$/u.test(wordsIn(before))))
  })
  const inner = boxes.filter((_, i) => parts[i]?.name !== 'mo')
  const high = Math.max(0, ...inner.map(({ ascent, descent }) => ascent + descent))
  const { size } = setting
  return row(
    boxes.map((box, i) => {
      const part = parts[i]
      return part?.name === 'mo' && part.attribs['fence'] === 'true' && high > 1.25 * size
        ? stretched(wordsIn(part), inner, size)
        : box
    }),
  )
}

function stretched(text: string, inner: readonly MathBox[], size: number): MathBox {
  const ascent = Math.max(...inner.map((one) => one.ascent))
  const descent = Math.max(...inner.map((one) => one.descent))
  const large = Math.max(size, ascent + descent)
  const box = glyphs(text, large, roman)
  const middle = (box.ascent - box.descent) / 2 - (ascent - descent) / 2
  return {
    ...box,
    width: Math.min(box.width, 0.5 * size + box.width * 0.3),
    ascent,
    descent,
    marks: shifted(box.marks, 0, middle),
  }
}

function fraction(node: Tag, { size, isScript }: Setting): MathBox {
  const [above, below] = elements(node)
  const small = { size: isScript ? size : size * 0.82, isScript }
  const [top, foot] = [layOut(above, small), layOut(below, small)]
  const width = Math.max(top.width, foot.width) + 0.2 * size
  const axis = 0.26 * size
  const gap = 0.14 * size
  const up = axis + gap + top.descent
  const down = gap + foot.ascent - axis
  return {
    width: width + 0.1 * size,
    ascent: up + top.ascent,
    descent: down + foot.descent,
    marks: [
      ...shifted(top.marks, 0.05 * size + (width - top.width) / 2, -up),
      { mark: 'rule', x: 0.05 * size, y: -axis, width, height: 0.045 * size },
      ...shifted(foot.marks, 0.05 * size + (width - foot.width) / 2, down),
    ],
  }
}

function root(node: Tag, setting: Setting): MathBox {
  const { size } = setting
  const parts = elements(node)
  const isRoot = node.name === 'mroot'
  const body = isRoot ? layOut(parts[0], setting) : line(node, setting)
  const index = isRoot ? layOut(parts[1], { size: size * 0.55, isScript: true }) : nothing
  const sign = 0.62 * size
  const ascent = body.ascent + 0.18 * size
  const left = Math.max(0, index.width - 0.3 * size)
  const [from, low] = [left, body.descent]
  return {
    width: left + sign + body.width + 0.1 * size,
    ascent: ascent + 0.05 * size,
    descent: body.descent,
    marks: [
      ...shifted(index.marks, 0, -0.45 * size),
      {
        mark: 'path',
        points: [
          [from, -0.28 * size],
          [from + 0.14 * size, -0.36 * size],
          [from + 0.34 * size, low],
          [from + sign, -ascent],
          [from + sign + body.width + 0.06 * size, -ascent],
        ],
        width: 0.045 * size,
      },
      ...shifted(body.marks, left + sign, 0),
    ],
  }
}

function scripts(node: Tag, setting: Setting): MathBox {
  const { size } = setting
  const [base, first, second] = elements(node)
  const body = layOut(base, setting)
  const small = { size: size * 0.7, isScript: true }
  const hasBoth = node.name === 'msubsup' || node.name === 'munderover'
  const isLow = node.name === 'msub'
  const low = hasBoth || isLow ? layOut(first, small) : nothing
  const high = hasBoth ? layOut(second, small) : isLow ? nothing : layOut(first, small)
  const up = Math.max(0.38 * size, body.ascent - 0.3 * size)
  const down = Math.max(0.18 * size, body.descent + 0.05 * size)
  return {
    width: body.width + Math.max(low.width, high.width) + 0.05 * size,
    ascent: Math.max(body.ascent, high === nothing ? 0 : up + high.ascent),
    descent: Math.max(body.descent, low === nothing ? 0 : down + low.descent),
    marks: [
      ...body.marks,
      ...shifted(high.marks, body.width + 0.03 * size, -up),
      ...shifted(low.marks, body.width + 0.03 * size, down),
    ],
  }
}

const lines: readonly string[] = ['‾', '¯', '_', '―', '\u0305']

/** What stands over or under something: a line, an arrow, an arc, the limits of a sum. */
function stacked(node: Tag, setting: Setting): MathBox {
  const { size } = setting
  const [base, first, second] = elements(node)
  const body = layOut(base, setting)
  const isUnder = node.name === 'munder'
  const mark = first ? wordsIn(first) : ''
  if (node.name !== 'munderover' && lines.includes(mark)) {
    const y = isUnder ? body.descent + 0.12 * size : -(body.ascent + 0.12 * size)
    const rule: Mark = { mark: 'rule', x: 0, y, width: body.width, height: 0.045 * size }
    return isUnder
      ? { ...body, descent: body.descent + 0.2 * size, marks: [...body.marks, rule] }
      : { ...body, ascent: body.ascent + 0.2 * size, marks: [...body.marks, rule] }
  }
  const small = { size: size * 0.7, isScript: true }
  const under = isUnder || node.name === 'munderover' ? layOut(first, small) : nothing
  const over = node.name === 'munderover' ? layOut(second, small) : isUnder ? nothing : layOut(first, small)
  const width = Math.max(body.width, under.width, over.width)
  const up = body.ascent + 0.08 * size + over.descent
  const down = body.descent + 0.08 * size + under.ascent
  return {
    width,
    ascent: over === nothing ? body.ascent : up + over.ascent,
    descent: under === nothing ? body.descent : down + under.descent,
    marks: [
      ...shifted(body.marks, (width - body.width) / 2, 0),
      ...shifted(over.marks, (width - over.width) / 2, -up),
      ...shifted(under.marks, (width - under.width) / 2, down),
    ],
  }
}

function table(node: Tag, setting: Setting): MathBox {
  const { size } = setting
  const rows = elements(node).map((one) => elements(one).map((cell) => line(cell, setting)))
  const count = Math.max(0, ...rows.map((cells) => cells.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...rows.map((cells) => cells[i]?.width ?? 0)),
  )
  const marks: Mark[] = []
  let y = 0
  for (const cells of rows) {
    const ascent = Math.max(0.7 * size, ...cells.map((cell) => cell.ascent))
    let x = 0
    for (const [i, cell] of cells.entries()) {
      marks.push(...shifted(cell.marks, x, y + ascent))
      x += (widths[i] ?? 0) + 0.6 * size
    }
    y += ascent + Math.max(0.25 * size, ...cells.map((cell) => cell.descent)) + 0.15 * size
  }
  const width = widths.reduce((sum, one) => sum + one + 0.6 * size, 0)
  const middle = y / 2 + 0.26 * size
  return { width, ascent: middle, descent: y - middle, marks: shifted(marks, 0, -middle) }
}

const ofElement: Readonly<Record<string, (node: Tag, setting: Setting) => MathBox>> = {
  semantics: (node, setting) => layOut(elements(node)[0], setting),
  mi: identifier,
  mn: (node, { size }) => glyphs(wordsIn(node), size, roman),
  mtext: (node, { size }) => glyphs(wordsIn(node).replaceAll('\u00a0', ' '), size, roman),
  mo: (node, setting) => operator(node, setting, false),
  mspace: ({ attribs }, { size }) => space((Number.parseFloat(attribs['width'] ?? '0') || 0) * size),
  mfrac: fraction,
  msqrt: root,
  mroot: root,
  msup: scripts,
  msub: scripts,
  msubsup: scripts,
  mover: stacked,
  munder: stacked,
  munderover: stacked,
  mtable: table,
}

function identifier(node: Tag, { size }: Setting): MathBox {
  const text = wordsIn(node)
  const isRoman = text.length > 1 || node.attribs['mathvariant'] === 'normal'
  return glyphs(text, size, isRoman ? roman : slanted)
}

/** An element as it is drawn; one that TeX left out takes no room. */
const layOut = (node: Tag | undefined, setting: Setting): MathBox =>
  node ? (ofElement[node.name] ?? line)(node, setting) : nothing

/**
 * A formula of TeX as vectors, at `size` points: fractions, roots, scripts, stacks, tables, stretched brackets.
 * Null where it cannot be typeset; then its source is printed.
 */
export function mathBox(tex: string, size: number): MathBox | null {
  const math = mathmlOfTex(tex)
  return math && layOut(math, { size, isScript: false })
}
