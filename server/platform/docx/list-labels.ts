import { nodeOf, nodesOf, type XmlNode } from '../package/xml-tree.ts'

interface Level {
  readonly format: string
  /** The label with %1 for the number of the first level. */
  readonly text: string
  readonly start: number
}

/** Labels of lists, worked out as Word does: a counter for each list and level. */
export class ListLabels {
  readonly #lists = new Map<
    string,
    { readonly abstract: string; readonly levels: ReadonlyMap<number, Level> }
  >()
  readonly #counts = new Map<string, number[]>()

  constructor(root: XmlNode | undefined) {
    const abstracts = new Map(
      nodesOf(root, 'abstractNum').map((node) => [node.attributes['abstractNumId'] ?? '', levelsOf(node)]),
    )
    for (const num of nodesOf(root, 'num')) {
      const abstract = nodeOf(num, 'abstractNumId')?.attributes['val'] ?? ''
      const levels = new Map(abstracts.get(abstract))
      const overrides = nodesOf(num, 'lvlOverride')
      for (const one of overrides) {
        const at = Number(one.attributes['ilvl'] ?? 0)
        const [level] = [...levelsOf(one).values()]
        const start = nodeOf(one, 'startOverride')?.attributes['val']
        const usual = level ?? levels.get(at)
        if (usual) levels.set(at, { ...usual, ...(start !== undefined && { start: Number(start) }) })
      }
      // A list with an own start counts by itself; others of one kind count on.
      const counter = overrides.length > 0 ? `num ${num.attributes['numId'] ?? ''}` : `abstract ${abstract}`
      this.#lists.set(num.attributes['numId'] ?? '', { abstract: counter, levels })
    }
  }

  /** The label of the next paragraph of a list; '' for a bullet or an unknown list. */
  next(numId: string, at: number): string {
    const list = this.#lists.get(numId)
    const level = list?.levels.get(at)
    if (!list || !level) return ''
    const counts = this.#counts.get(list.abstract) ?? []
    this.#counts.set(list.abstract, counts)
    counts[at] = counts[at] === undefined ? level.start : counts[at] + 1
    counts.length = at + 1
    return level.text.replace(/%([1-9])/g, (_, place: string) => {
      const of = Number(place) - 1
      const counted = list.levels.get(of)
      return counted ? written(counts[of] ?? counted.start, counted.format) : ''
    })
  }
}

const levelsOf = (node: XmlNode): Map<number, Level> =>
  new Map(
    nodesOf(node, 'lvl').map((level) => [
      Number(level.attributes['ilvl'] ?? 0),
      {
        format: nodeOf(level, 'numFmt')?.attributes['val'] ?? 'decimal',
        text: nodeOf(level, 'lvlText')?.attributes['val'] ?? '',
        start: Number(nodeOf(level, 'start')?.attributes['val'] ?? 1),
      },
    ]),
  )

const letter = (number: number, first: string): string =>
  String.fromCodePoint((first.codePointAt(0) ?? 65) + ((number - 1) % 26)).repeat(Math.ceil(number / 26))

const digits = '〇一二三四五六七八九'
function chinese(number: number): string {
  if (number < 10) return digits.charAt(number)
  const [tens, ones] = [Math.trunc(number / 10), number % 10]
  return `${tens === 1 ? '' : digits.charAt(tens)}十${ones === 0 ? '' : digits.charAt(ones)}`
}

const romans = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const
function roman(number: number): string {
  let left = number
  let text = ''
  for (const [value, mark] of romans)
    while (left >= value) {
      text += mark
      left -= value
    }
  return text
}

/** A number as a list of Word writes it (ECMA-376, 17.18.59); formats that papers do not use are decimal. */
function written(number: number, format: string): string {
  if (format === 'bullet' || format === 'none') return ''
  if (format === 'upperLetter') return letter(number, 'A')
  if (format === 'lowerLetter') return letter(number, 'a')
  if (format === 'upperRoman') return roman(number)
  if (format === 'lowerRoman') return roman(number).toLowerCase()
  if (/^(?:chinese|japanese|ideograph|taiwanese)/.test(format) && number < 100) return chinese(number)
  if (format.startsWith('decimalEnclosedCircle') && number <= 20) return String.fromCodePoint(0x245f + number)
  return String(number)
}
