import { colours, type Colours } from './slide-colours.ts'
import { chartOf, type Chart } from './chart.ts'
import { masterStyle, paragraphsOf, type Paragraph } from './slide-text.ts'
import { byName, child, children, numberOf, relationsOf } from './slide-xml.ts'
import type { Parts } from './zip.ts'

/** Where something stands on a slide, in shares of its width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly turn: number
}
export type Shape =
  | {
      readonly kind: 'text'
      readonly box: Box
      readonly fill: string | null
      readonly line: string | null
      readonly round: 'no' | 'corners' | 'all'
      readonly anchor: 'start' | 'center' | 'end'
      readonly paragraphs: readonly Paragraph[]
      readonly title: boolean
    }
  | { readonly kind: 'picture'; readonly box: Box; readonly part: string; readonly words: string }
  | { readonly kind: 'line'; readonly box: Box; readonly colour: string; readonly falling: boolean }
  | { readonly kind: 'chart'; readonly box: Box; readonly part: string }
  | {
      readonly kind: 'table'
      readonly box: Box
      readonly columns: readonly number[]
      readonly rows: readonly (readonly {
        readonly paragraphs: readonly Paragraph[]
        readonly across: number
        readonly down: number
        readonly fill: string | null
      }[])[]
    }
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

interface Around {
  readonly relations: Awaited<ReturnType<typeof relationsOf>>
  readonly colours: Colours
  readonly wide: number
  readonly high: number
  /** Shapes of layout and master, from which a placeholder takes its place. */
  readonly models: readonly Element[]
  readonly master: Document | null
  readonly defaults: Element | undefined
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
  const picture = byName(byName(behind?.xml, 'bgPr')[0], 'blip')[0]?.getAttribute('r:embed') ?? ''
  const papered = behind?.relations.get(picture)?.part
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

type Place = (x: number, y: number) => readonly [number, number]

const asItIs: Place = (x, y) => [x, y]

function shapesIn(
  tree: Element | undefined,
  around: Around,
  place: Place,
  wanted: (shape: Element) => boolean = () => true,
): Shape[] {
  return children(tree).flatMap((one): Shape[] => {
    // What newer programs draw otherwise, and how older ones draw it.
    if (one.localName === 'AlternateContent')
      return shapesIn(child(one, 'Fallback') ?? child(one, 'Choice'), around, place, wanted)
    if (one.localName === 'grpSp') return shapesIn(one, around, groupPlace(one, place), wanted)
    if (!wanted(one)) return []
    if (one.localName === 'sp') return textShape(one, around, place)
    if (one.localName === 'pic') return pictureShape(one, around, place)
    if (one.localName === 'cxnSp') return lineShape(one, around, place)
    return one.localName === 'graphicFrame'
      ? [...chartShape(one, around, place), ...tableShape(one, around, place)]
      : []
  })
}

/** What a group makes of the places within it. */
function groupPlace(group: Element, place: Place): Place {
  const frame = child(child(group, 'grpSpPr'), 'xfrm')
  const [off, ext, inner, innerExt] = ['off', 'ext', 'chOff', 'chExt'].map((name) => child(frame, name))
  const [sx, sy] = [
    numberOf(ext, 'cx') / (numberOf(innerExt, 'cx') || 1) || 1,
    numberOf(ext, 'cy') / (numberOf(innerExt, 'cy') || 1) || 1,
  ]
  return (x, y) =>
    place(
      numberOf(off, 'x') + (x - numberOf(inner, 'x')) * sx,
      numberOf(off, 'y') + (y - numberOf(inner, 'y')) * sy,
    )
}

function boxOf(frame: Element | undefined, { wide, high }: Around, place: Place): Box | null {
  const [off, ext] = [child(frame, 'off'), child(frame, 'ext')]
  if (!off || !ext) return null
  const [x, y] = place(numberOf(off, 'x'), numberOf(off, 'y'))
  const [x2, y2] = place(numberOf(off, 'x') + numberOf(ext, 'cx'), numberOf(off, 'y') + numberOf(ext, 'cy'))
  return {
    x: x / wide,
    y: y / high,
    w: (x2 - x) / wide,
    h: (y2 - y) / high,
    turn: numberOf(frame, 'rot') / 60_000,
  }
}

const placeholder = (shape: Element) => byName(shape, 'ph')[0]
const kindOf = (ph: Element | undefined) =>
  (ph?.getAttribute('type') ?? 'body').replace('ctrTitle', 'title').replace('subTitle', 'body')

function textShape(shape: Element, around: Around, place: Place): Shape[] {
  const ph = placeholder(shape)
  const kind = ph && kindOf(ph)
  if (kind === 'dt' || kind === 'ftr' || kind === 'sldNum') return []
  const models = ph
    ? around.models.filter(
        (one) =>
          placeholder(one) &&
          ((ph.hasAttribute('idx') && placeholder(one)?.getAttribute('idx') === ph.getAttribute('idx')) ||
            kindOf(placeholder(one)) === kind),
      )
    : []
  const frames = [shape, ...models].map((one) => boxOf(child(child(one, 'spPr'), 'xfrm'), around, place))
  const box = frames.find((one) => one !== null)
  const text = child(shape, 'txBody')
  const looks = [shape, ...models].map((one) => child(one, 'spPr'))
  const style = child(shape, 'style')
  if (!box) return []
  const referred = (name: string) =>
    numberOf(child(style, name), 'idx') > 0 ? around.colours.of(child(style, name)) : null
  const fill = looks.map(around.colours.fillOf).find((one) => one !== null) ?? referred('fillRef')
  const line =
    looks.map((look) => around.colours.fillOf(child(look, 'ln'))).find((one) => one !== null) ??
    referred('lnRef')
  const bodies = [text, ...models.map((one) => child(one, 'txBody'))]
  const anchor = bodies
    .map((one) => child(one, 'bodyPr')?.getAttribute('anchor'))
    .find((one) => one !== null && one !== undefined)
  const lists = [
    ...models.map((one) => child(child(one, 'txBody'), 'lstStyle')),
    ...(ph ? [masterStyle(around.master, kind)] : []),
    around.defaults,
  ]
  const form = child(child(shape, 'spPr'), 'prstGeom')?.getAttribute('prst') ?? ''
  return [
    {
      kind: 'text',
      box,
      title: kind === 'title',
      fill: fill === 'none' ? null : fill,
      line: line === 'none' || line?.startsWith('linear') ? null : line,
      round: form === 'ellipse' ? 'all' : form.startsWith('round') ? 'corners' : 'no',
      anchor: anchor === 'ctr' ? 'center' : anchor === 'b' ? 'end' : 'start',
      // A shape's style says what is written on it, before what is usual says it.
      paragraphs: paragraphsOf(text, around.colours, {
        lists: ph ? lists : [colourOnly(style), ...lists],
        size: kind === 'title' ? 40 : 18,
        colour: null,
      }),
    },
  ]
}

/** What a shape's style says of its text, as a list of levels says it. */
function colourOnly(style: Element | undefined): Element | undefined {
  const font = child(style, 'fontRef')
  if (!font || font.children.length === 0) return undefined
  const made = (name: string) => font.ownerDocument.createElementNS(font.namespaceURI, name)
  const list = made('lstStyle')
  for (let level = 1; level <= 9; level += 1) {
    const [look, run, fill] = [made(`lvl${level}pPr`), made('defRPr'), made('solidFill')]
    fill.append(...[...font.children].map((one) => one.cloneNode(true)))
    run.append(fill)
    look.append(run)
    list.append(look)
  }
  return list
}

function lineShape(shape: Element, around: Around, place: Place): Shape[] {
  const frame = child(child(shape, 'spPr'), 'xfrm')
  const box = boxOf(frame, around, place)
  const colour =
    around.colours.of(child(child(child(shape, 'spPr'), 'ln'), 'solidFill')) ??
    around.colours.of(child(child(shape, 'style'), 'lnRef')) ??
    '#000000'
  return box
    ? [
        {
          kind: 'line',
          box,
          colour,
          falling: (frame?.getAttribute('flipV') === '1') === (frame?.getAttribute('flipH') === '1'),
        },
      ]
    : []
}

function chartShape(shape: Element, around: Around, place: Place): Shape[] {
  const box = boxOf(child(shape, 'xfrm'), around, place)
  const part = around.relations.get(byName(shape, 'chart')[0]?.getAttribute('r:id') ?? '')?.part
  return box && part !== undefined ? [{ kind: 'chart', box, part }] : []
}

function pictureShape(shape: Element, around: Around, place: Place): Shape[] {
  const box = boxOf(child(child(shape, 'spPr'), 'xfrm'), around, place)
  const part = around.relations.get(byName(shape, 'blip')[0]?.getAttribute('r:embed') ?? '')?.part
  return box && part !== undefined
    ? [{ kind: 'picture', box, part, words: byName(shape, 'cNvPr')[0]?.getAttribute('descr') ?? '' }]
    : []
}

function tableShape(shape: Element, around: Around, place: Place): Shape[] {
  const table = byName(shape, 'tbl')[0]
  const box = boxOf(child(shape, 'xfrm'), around, place)
  if (!table || !box) return []
  const widths = byName(table, 'gridCol').map((one) => numberOf(one, 'w'))
  const whole = widths.reduce((sum, w) => sum + w, 0) || 1
  const look = child(table, 'tblPr')
  // The style programs give a table where nobody chose one stands in no file.
  const usual = child(look, 'tableStyleId')?.textContent === '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}'
  const on = (name: string) => usual && look?.getAttribute(name) === '1'
  const rows = children(table)
    .filter(({ localName }) => localName === 'tr')
    .map((row, r) => {
      const head = on('firstRow') && r === 0
      const banded = on('bandRow') && r % 2 === (on('firstRow') ? 1 : 0)
      return children(row)
        .filter(
          (one) =>
            one.localName === 'tc' &&
            one.getAttribute('hMerge') !== '1' &&
            one.getAttribute('vMerge') !== '1',
        )
        .map((cell) => {
          const said = around.colours.fillOf(child(cell, 'tcPr'))
          return {
            paragraphs: paragraphsOf(child(cell, 'txBody'), around.colours, {
              lists: [],
              size: 18,
              colour: head ? '#ffffff' : null,
              bold: head,
            }),
            across: numberOf(cell, 'gridSpan') || 1,
            down: numberOf(cell, 'rowSpan') || 1,
            fill:
              said === 'none'
                ? null
                : (said ??
                  (head ? around.colours.accent(0) : banded ? `${around.colours.accent(0)}33` : null)),
          }
        })
    })
  return [{ kind: 'table', box, columns: widths.map((w) => w / whole), rows }]
}
