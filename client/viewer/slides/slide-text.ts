import type { Colours } from './slide-colours.ts'
import { byName, child, children, numberOf } from './slide-xml.ts'

/** A stretch of text; `size` in points, 0 where nothing says. */
export interface Run {
  readonly text: string
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly colour: string | null
}
export interface Paragraph {
  readonly align: 'left' | 'center' | 'right'
  readonly level: number
  /** What stands before it: a dot, a number; null for nothing. */
  readonly bullet: string | null
  readonly runs: readonly Run[]
}

/**
 * What a text has where nothing else is said: styles by level, those that come first first; a size in points
 * and a colour at the end of all.
 */
export interface TextStyles {
  readonly lists: readonly (Element | undefined)[]
  readonly size: number
  readonly colour: string | null
  readonly bold?: boolean
}

const aligns: Readonly<Record<string, Paragraph['align']>> = { ctr: 'center', r: 'right' }

const numbered: Readonly<Record<string, (n: number) => string>> = {
  arabicPeriod: (n) => `${n}.`,
  arabicParenR: (n) => `${n})`,
  arabicParenBoth: (n) => `(${n})`,
  circleNumDbPlain: (n) => (n <= 20 ? String.fromCodePoint(0x245f + n) : `${n}.`),
  alphaUcPeriod: (n) => `${String.fromCharCode(64 + ((n - 1) % 26) + 1)}.`,
  alphaLcParenR: (n) => `${String.fromCharCode(96 + ((n - 1) % 26) + 1)})`,
  ea1ChsPeriod: (n) => `${['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'][n] ?? n}、`,
}

/**
 * The paragraphs of a text body, each run with what its own words, the levels of the lists and the styles
 * say, in this order.
 */
export function paragraphsOf(body: Element | undefined, colours: Colours, styles: TextStyles): Paragraph[] {
  const shrink = (numberOf(child(child(body, 'bodyPr'), 'normAutofit'), 'fontScale') || 100_000) / 100_000
  const counts: number[] = []
  return children(body)
    .filter(({ localName }) => localName === 'p')
    .map((paragraph) => {
      const own = child(paragraph, 'pPr')
      const level = numberOf(own, 'lvl')
      const looks = [
        own,
        ...[child(body, 'lstStyle'), ...styles.lists].map((list) => child(list, `lvl${level + 1}pPr`)),
      ]
      const runs = runsOf(paragraph, looks, { colours, styles, shrink })
      return {
        align: aligns[firstAttribute(looks, 'algn') ?? ''] ?? 'left',
        level,
        bullet: bulletOf(looks, { level, counts, empty: runs.length === 0 }),
        runs,
      }
    })
}

/** What the first of these elements that has the attribute says. */
function firstAttribute(elements: readonly (Element | undefined)[], name: string): string | undefined {
  return elements.map((one) => one?.getAttribute(name)).find((said) => typeof said === 'string')
}

/** The runs of a paragraph; `looks` are its own properties and those of its level, the nearest first. */
function runsOf(
  paragraph: Element,
  looks: readonly (Element | undefined)[],
  { colours, styles, shrink }: { colours: Colours; styles: TextStyles; shrink: number },
): Run[] {
  const defaults = looks.map((look) => child(look, 'defRPr'))
  return children(paragraph).flatMap((run): Run[] => {
    if (run.localName === 'br') return [{ text: '\n', size: 0, bold: false, italic: false, colour: null }]
    if (run.localName !== 'r' && run.localName !== 'fld') return []
    const said = [child(run, 'rPr'), ...defaults]
    const bold = firstAttribute(said, 'b')
    const colour = said.map((one) => colours.of(child(one, 'solidFill'))).find((one) => one !== null)
    return [
      {
        text: child(run, 't')?.textContent ?? '',
        size: (Number(firstAttribute(said, 'sz')) / 100 || styles.size) * shrink,
        bold: bold === undefined ? (styles.bold ?? false) : bold === '1',
        italic: firstAttribute(said, 'i') === '1',
        colour: colour ?? styles.colour,
      },
    ]
  })
}

/**
 * What stands before a paragraph; null for nothing. `counts` holds the last number of each level and is
 * counted on: a paragraph without a number ends the numbers of its own and all deeper levels.
 */
function bulletOf(
  looks: readonly (Element | undefined)[],
  { level, counts, empty }: { level: number; counts: number[]; empty: boolean },
): string | null {
  const mark = looks.flatMap(
    (look) => children(look).find(({ localName }) => /^bu(None|Char|AutoNum)$/.test(localName)) ?? [],
  )[0]
  if (mark?.localName === 'buAutoNum' && !empty) {
    const scheme = numbered[mark.getAttribute('type') ?? ''] ?? numbered['arabicPeriod']
    const first = mark.hasAttribute('startAt') ? numberOf(mark, 'startAt') : 1
    const last = counts[level]
    const number = last === undefined ? first : last + 1
    counts.length = level
    counts[level] = number
    return scheme?.(number) ?? null
  }
  counts.length = Math.min(counts.length, level)
  if (empty || mark?.localName !== 'buChar') return null
  // Symbol fonts, which few computers have, keep their dots among the letters of private use.
  return (mark.getAttribute('char') ?? '•').replace(/[\p{Co}§]/u, '•')
}

/** The style of a master for a kind of text: titles, bodies, everything else. */
export const masterStyle = (master: Document | null, kind: string | undefined): Element | undefined =>
  byName(master, kind === 'title' ? 'titleStyle' : kind === 'body' ? 'bodyStyle' : 'otherStyle')[0]
