import { lines, mathmlOfTex, scriptsOf, seenLetters } from '../../markup/mathml.ts'
import { lettersIn, nodesOf, type XmlNode } from '../../package/xml-tree.ts'
import { glyphs, nothing, roman, row, shifted, slanted, space, type Mark, type MathBox } from './math-box.ts'

const relations = /^[=<>≤≥≠≈≡∼≅∥⊥∈∉⊂⊆⊄⇒⇔→⟶⩽⩾∽≌△]$/u
const binaries = /^[+−\-×÷±∓⋅∪∩∗]$/u

interface Setting {
  readonly size: number
  /** Scripts have no space around their signs. */
  readonly isScript: boolean
}

function operator(node: XmlNode, { size, isScript }: Setting, isUnary: boolean): MathBox {
  const text = seenLetters(lettersIn(node)).replaceAll('\u200b', '')
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
function line(node: XmlNode, setting: Setting): MathBox {
  const parts = nodesOf(node)
  const boxes = parts.map((one, i) => {
    if (one.name !== 'mo') return layOut(one, setting)
    const before = parts[i - 1]
    return operator(one, setting, i === 0 || (before?.name === 'mo' && !/^[)\]}|]$/u.test(lettersIn(before))))
  })
  const inner = boxes.filter((_, i) => parts[i]?.name !== 'mo')
  const high = Math.max(0, ...inner.map(({ ascent, descent }) => ascent + descent))
  const { size } = setting
  return row(
    boxes.map((box, i) => {
      const part = parts[i]
      return part?.name === 'mo' && part.attributes['fence'] === 'true' && high > 1.25 * size
        ? stretched(lettersIn(part), inner, size)
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

function fraction(node: XmlNode, { size, isScript }: Setting): MathBox {
  const [above, below] = nodesOf(node)
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

function root(node: XmlNode, setting: Setting): MathBox {
  const { size } = setting
  const parts = nodesOf(node)
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

function scripts(node: XmlNode, setting: Setting): MathBox {
  const { size } = setting
  const found = scriptsOf(node)
  const body = layOut(found?.base, setting)
  const small = { size: size * 0.7, isScript: true }
  const [low, high] = [layOut(found?.low, small), layOut(found?.high, small)]
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

/** What stands over or under something: a line, an arrow, an arc, the limits of a sum. */
function stacked(node: XmlNode, setting: Setting): MathBox {
  const { size } = setting
  const found = scriptsOf(node)
  const body = layOut(found?.base, setting)
  const isUnder = node.name === 'munder'
  const mark = found?.low ?? found?.high
  if (node.name !== 'munderover' && mark && lines.has(lettersIn(mark))) {
    const y = isUnder ? body.descent + 0.12 * size : -(body.ascent + 0.12 * size)
    const rule: Mark = { mark: 'rule', x: 0, y, width: body.width, height: 0.045 * size }
    return isUnder
      ? { ...body, descent: body.descent + 0.2 * size, marks: [...body.marks, rule] }
      : { ...body, ascent: body.ascent + 0.2 * size, marks: [...body.marks, rule] }
  }
  const small = { size: size * 0.7, isScript: true }
  const [under, over] = [layOut(found?.low, small), layOut(found?.high, small)]
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

function table(node: XmlNode, setting: Setting): MathBox {
  const { size } = setting
  const rows = nodesOf(node).map((one) => nodesOf(one).map((cell) => line(cell, setting)))
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

const ofElement: Readonly<Record<string, (node: XmlNode, setting: Setting) => MathBox>> = {
  semantics: (node, setting) => layOut(nodesOf(node)[0], setting),
  mi: identifier,
  mn: (node, { size }) => glyphs(lettersIn(node), size, roman),
  mtext: (node, { size }) => glyphs(lettersIn(node).replaceAll('\u00a0', ' '), size, roman),
  mo: (node, setting) => operator(node, setting, false),
  mspace: ({ attributes }, { size }) => space((Number.parseFloat(attributes['width'] ?? '0') || 0) * size),
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

function identifier(node: XmlNode, { size }: Setting): MathBox {
  const text = lettersIn(node)
  const isRoman = text.length > 1 || node.attributes['mathvariant'] === 'normal'
  return glyphs(text, size, isRoman ? roman : slanted)
}

/** An element as it is drawn; one that TeX left out takes no room. */
const layOut = (node: XmlNode | undefined, setting: Setting): MathBox =>
  node ? (ofElement[node.name] ?? line)(node, setting) : nothing

/**
 * A formula of TeX as vectors, at `size` points: fractions, roots, scripts, stacks, tables, stretched brackets.
 * Null where it cannot be typeset; then its source is printed.
 */
export function mathBox(tex: string, size: number): MathBox | null {
  const math = mathmlOfTex(tex)
  return math && layOut(math, { size, isScript: false })
}
