import { colours } from './slide-colours.ts'
import { chartOf, type Chart } from '../charts/chart.ts'
import { asItIs, placeholder, shapesIn, type Around, type Shape } from './slide-shapes.ts'
import { byName, numberOf, relationsOf } from './slide-xml.ts'
import type { Parts } from '../zip.ts'

export interface Slide {
  /** A colour or a gradient, as CSS writes it. */
  readonly background: string | null
  /** What the master and the layout put behind, then what stands on the slide. */
  readonly shapes: readonly Shape[]
  readonly charts: ReadonlyMap<string, Chart>
}
export interface Deck {
  /** Width by height, and the width in points. */
  readonly ratio: number
  readonly points: number
  readonly slides: readonly string[]
  /** How text is written where nothing else is said. */
  readonly defaults: Element | undefined
}

/** English metric units of a point. */
const emu = 12_700

/** The slides of a presentation in their order, and their measure. */
export async function deckOf(parts: Parts): Promise<Deck> {
  const main = await parts.xmlOf('ppt/presentation.xml')
  const relations = await relationsOf(parts, 'ppt/presentation.xml')
  const size = byName(main, 'sldSz')[0]
  const [w, h] = [numberOf(size, 'cx') || 12_192_000, numberOf(size, 'cy') || 6_858_000]
  const slides = byName(main, 'sldId').flatMap(
    (one) => relations.get(one.getAttribute('r:id') ?? '')?.part ?? [],
  )
  return { ratio: w / h, points: w / emu, slides, defaults: byName(main, 'defaultTextStyle')[0] }
}

/**
 * The part of a kind that relations name, with its own; without one there is none, and the relations stay.
 */
async function above(
  parts: Parts,
  relations: Around['relations'],
  kind: string,
): Promise<{ xml: Document | null; relations: Around['relations'] }> {
  const found = [...relations.values()].find(({ type }) => type === kind)
  return found
    ? { xml: await parts.xmlOf(found.part), relations: await relationsOf(parts, found.part) }
    : { xml: null, relations }
}

/** The picture that a layer has for its background. */
function pictureBehind({ xml, relations }: Pick<Around, 'relations'> & { xml: Document | null }) {
  const picture = byName(byName(xml, 'bgPr')[0], 'blip')[0]?.getAttribute('r:embed') ?? ''
  return relations.get(picture)?.part
}

/** Whether a slide or layout leaves out the shapes of its master. */
const hides = (one: Document | null) => one?.documentElement.getAttribute('showMasterSp') === '0'

/** One slide, read when it is looked at. */
export async function slideOf(parts: Parts, deck: Deck, part: string): Promise<Slide> {
  const [xml, relations] = await Promise.all([parts.xmlOf(part), relationsOf(parts, part)])
  // Each names the next.
  const layout = await above(parts, relations, 'slideLayout')
  const master = await above(parts, layout.relations, 'slideMaster')
  const theme = await above(parts, master.relations, 'theme')
  const wide = deck.points * emu
  const around: Around = {
    relations,
    wide,
    high: wide / deck.ratio,
    colours: colours(theme.xml, master.xml),
    master: master.xml,
    defaults: deck.defaults,
    models: [...byName(layout.xml, 'sp'), ...byName(master.xml, 'sp')],
  }
  const layers = [{ xml, relations }, layout, master]
  const behind = layers.find((one) => byName(one.xml, 'bg').length > 0)
  const papered = behind && pictureBehind(behind)
  const decorated = hides(xml) ? [] : hides(layout.xml) ? [layout] : [master, layout]
  const shapes: Shape[] = [
    ...(papered === undefined
      ? []
      : [{ kind: 'picture' as const, box: { x: 0, y: 0, w: 1, h: 1, turn: 0 }, part: papered, words: '' }]),
    ...decorated.flatMap((one) =>
      shapesIn(
        byName(one.xml, 'spTree')[0],
        { ...around, relations: one.relations },
        asItIs,
        (shape) => !placeholder(shape),
      ),
    ),
    ...shapesIn(byName(xml, 'spTree')[0], around, asItIs),
  ]
  const charts = new Map<string, Chart>()
  for (const shape of shapes) {
    const chart = shape.kind === 'chart' && chartOf(await parts.xmlOf(shape.part), around.colours)
    if (chart) charts.set(shape.part, chart)
  }
  const background =
    around.colours.fillOf(byName(behind?.xml, 'bgPr')[0]) ??
    around.colours.of(byName(behind?.xml, 'bgRef')[0])
  return { background: background === 'none' ? null : background, shapes, charts }
}
