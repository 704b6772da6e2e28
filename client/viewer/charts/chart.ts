import { colours as coloursOf, type Colours } from '../slides/slide-colours.ts'
import { byName, child, children, numberOf, relationsOf } from '../slides/slide-xml.ts'
import type { Parts } from '../zip.ts'

/** A chart by the numbers its file remembers. Kinds that are not drawn have their numbers alone. */
export interface Chart {
  readonly kind: 'bar' | 'line' | 'pie' | 'numbers'
  /** Bars that lie. */
  readonly lying: boolean
  readonly stacked: boolean
  readonly title: string
  readonly categories: readonly string[]
  readonly series: readonly {
    readonly name: string
    readonly colour: string
    readonly values: readonly (number | null)[]
  }[]
  /** Of a pie: the colour of each piece. */
  readonly pieces: readonly string[]
}

const kinds: Readonly<Record<string, Chart['kind']>> = {
  barChart: 'bar',
  bar3DChart: 'bar',
  lineChart: 'line',
  line3DChart: 'line',
  areaChart: 'line',
  pieChart: 'pie',
  pie3DChart: 'pie',
  doughnutChart: 'pie',
}

/** Most points read of a series. */
const most = 500

/** The values a reference remembers, by their places; those that are missing are empty. */
function remembered(within: Element | undefined): string[] {
  const points = byName(within, 'pt').filter((one) => numberOf(one, 'idx') < most)
  const values: string[] = Array.from(
    { length: Math.max(0, ...points.map((one) => numberOf(one, 'idx') + 1)) },
    () => '',
  )
  for (const one of points) values[numberOf(one, 'idx')] ??= ''
  for (const one of points) values[numberOf(one, 'idx')] = child(one, 'v')?.textContent ?? ''
  return values
}

/** Reads a chart part; null where it holds no series. */
export function chartOf(xml: Document | null, colours: Colours): Chart | null {
  const plots = children(byName(xml, 'plotArea')[0]).filter(({ localName }) => localName.endsWith('Chart'))
  const found = plots.flatMap((plot) => children(plot).filter(({ localName }) => localName === 'ser'))
  const [first] = plots
  if (!first || found.length === 0) return null
  const series = found.map((one, i) => ({
    name: byName(child(one, 'tx'), 'v')[0]?.textContent ?? `系列 ${i + 1}`,
    colour:
      colours.of(child(child(one, 'spPr'), 'solidFill')) ??
      colours.of(child(child(child(one, 'spPr'), 'ln'), 'solidFill')) ??
      colours.accent(i),
    values: remembered(child(one, 'val') ?? child(one, 'yVal')).map((value) =>
      value === '' || Number.isNaN(Number(value)) ? null : Number(value),
    ),
  }))
  const named = remembered(child(found[0], 'cat') ?? child(found[0], 'xVal'))
  const length = Math.max(named.length, ...series.map(({ values }) => values.length))
  const points = byName(found[0], 'dPt')
  const title = byName(child(byName(xml, 'chart')[0], 'title'), 't')
    .map((one) => one.textContent)
    .join('')
  return {
    kind: kinds[first.localName] ?? 'numbers',
    lying: child(first, 'barDir')?.getAttribute('val') === 'bar',
    stacked: /tacked/.test(child(first, 'grouping')?.getAttribute('val') ?? ''),
    title,
    categories: Array.from({ length }, (_, i) => named[i] || String(i + 1)),
    series,
    pieces: Array.from({ length }, (_, i) => {
      const point = points.find((one) => numberOf(child(one, 'idx'), 'val') === i)
      return colours.of(child(child(point, 'spPr'), 'solidFill')) ?? colours.accent(i)
    }),
  }
}

/** The charts of a Word document in the order they stand in it. */
export async function chartsInDocument(parts: Parts): Promise<Chart[]> {
  const main = 'word/document.xml'
  const [xml, relations, theme] = await Promise.all([
    parts.xmlOf(main),
    relationsOf(parts, main),
    parts.xmlOf('word/theme/theme1.xml'),
  ])
  const named = byName(xml, 'chart').flatMap(
    (one) => relations.get(one.getAttribute('r:id') ?? '')?.part ?? [],
  )
  const colours = coloursOf(theme)
  const read = await Promise.all(named.map(async (part) => chartOf(await parts.xmlOf(part), colours)))
  return read.filter((one) => one !== null)
}
