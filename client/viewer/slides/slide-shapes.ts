import type { Colours } from './slide-colours.ts'
import { masterStyle, paragraphsOf, type Paragraph } from './slide-text.ts'
import { byName, child, children, numberOf, type relationsOf } from './slide-xml.ts'

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
export interface Around {
  readonly relations: Awaited<ReturnType<typeof relationsOf>>
  readonly colours: Colours
  readonly wide: number
  readonly high: number
  /** Shapes of layout and master, from which a placeholder takes its place. */
  readonly models: readonly Element[]
  readonly master: Document | null
  readonly defaults: Element | undefined
}

export type Place = (x: number, y: number) => readonly [number, number]

export const asItIs: Place = (x, y) => [x, y]

export function shapesIn(
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

export const placeholder = (shape: Element) => byName(shape, 'ph')[0]
const kindOf = (ph: Element | undefined) =>
  (ph?.getAttribute('type') ?? 'body').replace('ctrTitle', 'title').replace('subTitle', 'body')

/** Whether a shape of layout or master says how this placeholder looks: of the same number or kind. */
function isModelOf(model: Element, ph: Element): boolean {
  const other = placeholder(model)
  if (!other) return false
  const numbered = ph.hasAttribute('idx') && other.getAttribute('idx') === ph.getAttribute('idx')
  return numbered || kindOf(other) === kindOf(ph)
}

const anchors: Readonly<Record<string, 'center' | 'end'>> = { ctr: 'center', b: 'end' }

const roundings = (form: string): 'no' | 'corners' | 'all' => {
  if (form === 'ellipse') return 'all'
  return form.startsWith('round') ? 'corners' : 'no'
}

/** Whether a placeholder holds the date, the foot or the number of a slide, which are not drawn. */
const isFoot = (kind: string | undefined) => kind === 'dt' || kind === 'ftr' || kind === 'sldNum'

function textShape(shape: Element, around: Around, place: Place): Shape[] {
  const ph = placeholder(shape)
  const kind = ph && kindOf(ph)
  if (isFoot(kind)) return []
  const models = ph ? around.models.filter((one) => isModelOf(one, ph)) : []
  const looks = [shape, ...models].map((one) => child(one, 'spPr'))
  const box = looks.map((look) => boxOf(child(look, 'xfrm'), around, place)).find((one) => one !== null)
  if (!box) return []
  const bodies = [shape, ...models].map((one) => child(one, 'txBody'))
  const form = child(looks[0], 'prstGeom')?.getAttribute('prst') ?? ''
  return [
    {
      kind: 'text',
      box,
      title: kind === 'title',
      ...paintOf(shape, looks, around.colours),
      round: roundings(form),
      anchor: anchorOf(bodies),
      paragraphs: paragraphsOf(bodies[0], around.colours, {
        lists: listStyles(shape, bodies.slice(1), around),
        size: kind === 'title' ? 40 : 18,
        colour: null,
      }),
    },
  ]
}

/** Fill and outline: as the shape or a model says, else as the shape's style refers to the theme. */
function paintOf(
  shape: Element,
  looks: readonly (Element | undefined)[],
  colours: Colours,
): { fill: string | null; line: string | null } {
  const style = child(shape, 'style')
  const referred = (name: string) =>
    numberOf(child(style, name), 'idx') > 0 ? colours.of(child(style, name)) : null
  const fill = looks.map(colours.fillOf).find((one) => one !== null) ?? referred('fillRef')
  const line =
    looks.map((look) => colours.fillOf(child(look, 'ln'))).find((one) => one !== null) ?? referred('lnRef')
  return {
    fill: fill === 'none' ? null : fill,
    line: line === 'none' || line?.startsWith('linear') ? null : line,
  }
}

/** Whether a text stands at the top, in the middle or at the foot of its shape. */
function anchorOf(bodies: readonly (Element | undefined)[]): 'start' | 'center' | 'end' {
  const said = bodies
    .map((one) => child(one, 'bodyPr')?.getAttribute('anchor'))
    .find((one) => one !== null && one !== undefined)
  return anchors[said ?? ''] ?? 'start'
}

/** Styles by level: those of a placeholder's models and master, or of a free shape, before the usual ones. */
function listStyles(shape: Element, modelBodies: readonly (Element | undefined)[], around: Around) {
  const ph = placeholder(shape)
  return ph
    ? [
        ...modelBodies.map((body) => child(body, 'lstStyle')),
        masterStyle(around.master, kindOf(ph)),
        around.defaults,
      ]
    : [colourOnly(child(shape, 'style')), around.defaults]
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
