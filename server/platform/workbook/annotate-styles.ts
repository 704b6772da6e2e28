/** The colour of a faulty cell. No person picks it by hand, so a later check recognizes its own marks. */
const faultColour = 'FFFFC9C4'

const attribute = (xml: string, name: string, value: string): string =>
  new RegExp(`\\s${name}="[^"]*"`).test(xml)
    ? xml.replace(new RegExp(`\\s${name}="[^"]*"`), ` ${name}="${value}"`)
    : xml.replace(/^(<[\w:]+)/, `$1 ${name}="${value}"`)

const numberOf = (xml: string, name: string): number =>
  Number(new RegExp(`\\s${name}="(\\d+)"`).exec(xml)?.[1] ?? 0)

/** The elements of a list by its name, with the text before and behind them. */
function listOf(xml: string, list: string, element: string) {
  const found = new RegExp(`<((?:\\w+:)?)${list}\\b[^>]*>([\\s\\S]*?)</\\1${list}>`).exec(xml)
  if (!found) return undefined
  const [whole, prefix = '', within = ''] = found
  const one = new RegExp(
    `<${prefix}${element}\\b[^>]*/>|<${prefix}${element}\\b[^>]*>[\\s\\S]*?</${prefix}${element}>`,
    'g',
  )
  return { from: found.index, to: found.index + whole.length, prefix, elements: within.match(one) ?? [] }
}

/**
 * The formats of a workbook's cells, to which coloured twins are added while its sheet is written. Everything
 * else of a format stays: numbers, letters, borders.
 */
export class FaultStyles {
  readonly #xml: string
  readonly #cells: string[]
  readonly #fills: string[]
  readonly #prefix: string
  readonly #ours = new Set<number>()
  readonly #red = new Map<number, number>()
  readonly #plain = new Map<number, number>()

  constructor(xml: string) {
    this.#xml = xml
    const cells = listOf(xml, 'cellXfs', 'xf')
    this.#cells = cells ? [...cells.elements] : []
    this.#prefix = cells?.prefix ?? ''
    this.#fills = [...(listOf(xml, 'fills', 'fill')?.elements ?? [])]
    this.#fills.forEach((fill, at) => {
      if (fill.includes(`"${faultColour}"`)) this.#ours.add(at)
    })
  }

  /** The coloured twin of a format. */
  red(style: number): number {
    const fill = this.#ourFill()
    return this.#twin(this.#red, style, fill)
  }

  /** The format without an earlier check's colour. */
  plain(style: number): number {
    const xml = this.#cells[style]
    return xml === undefined || !this.#ours.has(numberOf(xml, 'fillId'))
      ? style
      : this.#twin(this.#plain, style, 0)
  }

  /** The part as it is to be written. */
  toString(): string {
    const fills = this.#list('fills', this.#fills)
    const cells = this.#list('cellXfs', this.#cells)
    const xml = this.#put('fills', 'fill', fills, this.#xml)
    return this.#put('cellXfs', 'xf', cells, xml)
  }

  #ourFill(): number {
    const [known] = this.#ours
    if (known !== undefined) return known
    const p = this.#prefix
    // The first two fills are fixed in every program.
    const fixed = ['none', 'gray125'].map(
      (type) => `<${p}fill><${p}patternFill patternType="${type}"/></${p}fill>`,
    )
    while (this.#fills.length < 2) this.#fills.push(fixed[this.#fills.length] ?? '')
    const made =
      this.#fills.push(
        `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="${faultColour}"/><${p}bgColor indexed="64"/></${p}patternFill></${p}fill>`,
      ) - 1
    this.#ours.add(made)
    return made
  }

  #twin(known: Map<number, number>, style: number, fill: number): number {
    const before = known.get(style)
    if (before !== undefined) return before
    const p = this.#prefix
    const xml = this.#cells[style] ?? `<${p}xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`
    if (this.#cells.length === 0) this.#cells.push(xml)
    const made =
      numberOf(xml, 'fillId') === fill && fill > 0
        ? style
        : this.#cells.push(attribute(attribute(xml, 'fillId', String(fill)), 'applyFill', '1')) - 1
    known.set(style, made)
    return made
  }

  #list(name: string, elements: readonly string[]): string {
    const p = this.#prefix
    return `<${p}${name} count="${elements.length}">${elements.join('')}</${p}${name}>`
  }

  #put(list: string, element: string, made: string, xml: string): string {
    const found = listOf(xml, list, element)
    if (found) return xml.slice(0, found.from) + made + xml.slice(found.to)
    const next = xml.search(
      /<(?:\w+:)?(?:borders|cellStyleXfs|cellXfs|cellStyles|dxfs)\b|<\/(?:\w+:)?styleSheet>/,
    )
    return xml.slice(0, next) + made + xml.slice(next)
  }
}
