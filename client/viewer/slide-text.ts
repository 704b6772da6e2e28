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
export function paragraphsOf(
  body: Element | undefined,
  known: Colours,
  { lists, size, colour, bold = false }: TextStyles,
): Paragraph[] {
  const shrink = (numberOf(child(child(body, 'bodyPr'), 'normAutofit'), 'fontScale') || 100_000) / 100_000
  const counts: number[] = []
  return children(body)
    .filter(({ localName }) => localName === 'p')
    .map((p) => {
      const own = child(p, 'pPr')
      const level = numberOf(own, 'lvl')
      const looks = [
        own,
        ...[child(body, 'lstStyle'), ...lists].map((list) => child(list, `lvl${level + 1}pPr`)),
      ]
      const defaults = looks.map((look) => child(look, 'defRPr'))
      const runs = children(p).flatMap((run): Run[] => {
        if (run.localName === 'br') return [{ text: '\n', size: 0, bold: false, italic: false, colour: null }]
        if (run.localName !== 'r' && run.localName !== 'fld') return []
        const styles = [child(run, 'rPr'), ...defaults]
        const said = (name: string) =>
          styles.map((style) => style?.getAttribute(name)).find((one) => one !== null && one !== undefined)
        return [
          {
            text: child(run, 't')?.textContent ?? '',
            size: (Number(said('sz')) / 100 || size) * shrink,
            bold: said('b') === undefined ? bold : said('b') === '1',
            italic: said('i') === '1',
            colour:
              styles.map((style) => known.of(child(style, 'solidFill'))).find((one) => one !== null) ??
              colour,
          },
        ]
      })
      const mark = looks.flatMap(
        (look) => children(look).find(({ localName }) => /^bu(None|Char|AutoNum)$/.test(localName)) ?? [],
      )[0]
      const scheme =
        mark?.localName === 'buAutoNum' && runs.length > 0
          ? (numbered[mark.getAttribute('type') ?? ''] ?? numbered['arabicPeriod'])
          : undefined
      counts.length = scheme ? level + 1 : Math.min(counts.length, level)
      if (scheme)
        counts[level] =
          (counts[level] ?? numberOf(mark, 'startAt') - (mark?.hasAttribute('startAt') ? 1 : 0)) + 1
      // Dots of fonts that few computers have stand in private letters.
      const dot =
        mark?.localName === 'buChar' ? (mark.getAttribute('char') ?? '•').replace(/[\p{Co}§]/u, '•') : null
      const algn = looks
        .map((look) => look?.getAttribute('algn'))
        .find((one) => one !== null && one !== undefined)
      return {
        align: aligns[algn ?? ''] ?? 'left',
        level,
        bullet: runs.length === 0 ? null : (scheme?.(counts[level] ?? 1) ?? dot),
        runs,
      }
    })
}

/** The style of a master for a kind of text: titles, bodies, everything else. */
export const masterStyle = (master: Document | null, kind: string | undefined): Element | undefined =>
  byName(master, kind === 'title' ? 'titleStyle' : kind === 'body' ? 'bodyStyle' : 'otherStyle')[0]
