import { colours, type Colours } from './slide-colours.ts'
import { byName, child, children, numberOf } from './slide-xml.ts'
import type { Parts } from './zip.ts'

/** Where something stands on a slide, in shares of its width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly turn: number
}
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
  readonly bullet: boolean
  readonly runs: readonly Run[]
}
export type Shape =
  | { readonly kind: 'text'; readonly box: Box; readonly fill: string | null; readonly line: string | null; readonly anchor: 'start' | 'center' | 'end'; readonly paragraphs: readonly Paragraph[]; readonly title: boolean }
  | { readonly kind: 'picture'; readonly box: Box; readonly part: string; readonly words: string }
  | { readonly kind: 'table'; readonly box: Box; readonly columns: readonly number[]; readonly rows: readonly (readonly { readonly paragraphs: readonly Paragraph[]; readonly across: number; readonly down: number; readonly fill: string | null }[])[] }
export interface Slide {
  readonly background: string | null
  readonly shapes: readonly Shape[]
}
export interface Deck {
  /** Width by height, and the width in points. */
  readonly ratio: number
  readonly points: number
  readonly slides: readonly string[]
}

/** English metric units of a point. */
const emu = 12_700

/** The relations of a part: id → the part it means. Those that lead outside are left out. */
async function relationsOf(parts: Parts, part: string): Promise<Map<string, { part: string; type: string }>> {
  const folder = part.slice(0, part.lastIndexOf('/'))
  const xml = await parts.xmlOf(`${folder}/_rels/${part.slice(folder.length + 1)}.rels`)
  const found = byName(xml, 'Relationship').filter((one) => one.getAttribute('TargetMode') !== 'External')
  return new Map(
    found.map((one) => {
      const target = one.getAttribute('Target') ?? ''
      const path: string[] = target.startsWith('/') ? [] : folder.split('/')
      for (const step of target.split('/')) {
        if (step === '..') path.pop()
        else if (step !== '' && step !== '.') path.push(step)
      }
      return [one.getAttribute('Id') ?? '', { part: path.join('/'), type: one.getAttribute('Type')?.split('/').at(-1) ?? '' }]
    }),
  )
}

/** The slides of a presentation in their order, and their measure. */
export async function deckOf(parts: Parts): Promise<Deck> {
  const main = await parts.xmlOf('ppt/presentation.xml')
  const relations = await relationsOf(parts, 'ppt/presentation.xml')
  const size = byName(main, 'sldSz')[0]
  const [w, h] = [numberOf(size, 'cx') || 12_192_000, numberOf(size, 'cy') || 6_858_000]
  const slides = byName(main, 'sldId').flatMap((one) => relations.get(one.getAttribute('r:id') ?? '')?.part ?? [])
  return { ratio: w / h, points: w / emu, slides }
}

interface Around {
  readonly relations: Awaited<ReturnType<typeof relationsOf>>
  readonly colours: Colours
  readonly wide: number
  readonly high: number
  /** Shapes of layout and master, from which a placeholder takes its place. */
  readonly models: readonly Element[]
}

/** The part of a kind that relations name, with its own; without one there is none, and the relations stay. */
async function above(parts: Parts, relations: Around['relations'], kind: string): Promise<{ xml: Document | null; relations: Around['relations'] }> {
  const found = [...relations.values()].find(({ type }) => type === kind)
  return found ? { xml: await parts.xmlOf(found.part), relations: await relationsOf(parts, found.part) } : { xml: null, relations }
}

/** One slide, read when it is looked at. */
export async function slideOf(parts: Parts, deck: Deck, part: string): Promise<Slide> {
  const [xml, relations] = await Promise.all([parts.xmlOf(part), relationsOf(parts, part)])
  // Each names the next.
  const layout = await above(parts, relations, 'slideLayout')
  const master = await above(parts, layout.relations, 'slideMaster')
  const theme = await above(parts, master.relations, 'theme')
  const wide = deck.points * emu
  const around: Around = {
    relations, wide, high: wide / deck.ratio, colours: colours(theme.xml),
    models: [...byName(layout.xml, 'sp'), ...byName(master.xml, 'sp')],
  }
  const backgrounds = [xml, layout.xml, master.xml].map((one) => around.colours.of(child(byName(one, 'bgPr')[0], 'solidFill') ?? byName(one, 'bgRef')[0]))
  const tree = byName(xml, 'spTree')[0]
  return { background: backgrounds.find((one) => one !== null) ?? null, shapes: tree ? shapesIn(tree, around, (x, y) => [x, y]) : [] }
}

type Place = (x: number, y: number) => readonly [number, number]

function shapesIn(tree: Element, around: Around, place: Place): Shape[] {
  return children(tree).flatMap((one): Shape[] => {
    if (one.localName === 'grpSp') return shapesIn(one, around, groupPlace(one, place))
    if (one.localName === 'sp') return textShape(one, around, place)
    if (one.localName === 'pic') return pictureShape(one, around, place)
    return one.localName === 'graphicFrame' ? tableShape(one, around, place) : []
  })
}

/** What a group makes of the places within it. */
function groupPlace(group: Element, place: Place): Place {
  const frame = child(child(group, 'grpSpPr'), 'xfrm')
  const [off, ext, inner, innerExt] = ['off', 'ext', 'chOff', 'chExt'].map((name) => child(frame, name))
  const [sx, sy] = [numberOf(ext, 'cx') / (numberOf(innerExt, 'cx') || 1) || 1, numberOf(ext, 'cy') / (numberOf(innerExt, 'cy') || 1) || 1]
  return (x, y) => place(numberOf(off, 'x') + (x - numberOf(inner, 'x')) * sx, numberOf(off, 'y') + (y - numberOf(inner, 'y')) * sy)
}

function boxOf(frame: Element | undefined, { wide, high }: Around, place: Place): Box | null {
  const [off, ext] = [child(frame, 'off'), child(frame, 'ext')]
  if (!off || !ext) return null
  const [x, y] = place(numberOf(off, 'x'), numberOf(off, 'y'))
  const [x2, y2] = place(numberOf(off, 'x') + numberOf(ext, 'cx'), numberOf(off, 'y') + numberOf(ext, 'cy'))
  return { x: x / wide, y: y / high, w: (x2 - x) / wide, h: (y2 - y) / high, turn: numberOf(frame, 'rot') / 60_000 }
}

const placeholder = (shape: Element) => byName(shape, 'ph')[0]
const kindOf = (ph: Element | undefined) => (ph?.getAttribute('type') ?? 'body').replace('ctrTitle', 'title').replace('subTitle', 'body')

function textShape(shape: Element, around: Around, place: Place): Shape[] {
  const ph = placeholder(shape)
  const kind = ph && kindOf(ph)
  if (kind === 'dt' || kind === 'ftr' || kind === 'sldNum') return []
  const models = ph ? around.models.filter((one) => placeholder(one) && ((ph.hasAttribute('idx') && placeholder(one)?.getAttribute('idx') === ph.getAttribute('idx')) || kindOf(placeholder(one)) === kind)) : []
  const frames = [shape, ...models].map((one) => boxOf(child(child(one, 'spPr'), 'xfrm'), around, place))
  const box = frames.find((one) => one !== null)
  const text = child(shape, 'txBody')
  const look = child(shape, 'spPr')
  if (!box) return []
  const bodies = [text, ...models.map((one) => child(one, 'txBody'))].map((one) => child(one, 'bodyPr')?.getAttribute('anchor'))
  const anchor = bodies.find((one) => one !== null && one !== undefined)
  const size = models.map((one) => numberOf(byName(one, 'defRPr')[0], 'sz')).find((one) => one > 0) ?? (kind === 'title' ? 4000 : kind === undefined ? 1800 : 2400)
  return [{
    kind: 'text', box, title: kind === 'title', fill: around.colours.of(child(look, 'solidFill')), line: around.colours.of(child(child(look, 'ln'), 'solidFill')),
    anchor: anchor === 'ctr' ? 'center' : anchor === 'b' ? 'end' : 'start',
    paragraphs: paragraphsOf(text, around.colours, size / 100, kind === 'body'),
  }]
}

function paragraphsOf(text: Element | undefined, known: Colours, size: number, bullets = false): Paragraph[] {
  const shrink = (numberOf(child(child(text, 'bodyPr'), 'normAutofit'), 'fontScale') || 100_000) / 100_000
  return children(text).filter(({ localName }) => localName === 'p').map((p) => {
    const look = child(p, 'pPr')
    const align = look?.getAttribute('algn')
    const runs = children(p).flatMap((run): Run[] => {
      if (run.localName === 'br') return [{ text: '\n', size: 0, bold: false, italic: false, colour: null }]
      if (run.localName !== 'r' && run.localName !== 'fld') return []
      const style = child(run, 'rPr')
      return [{ text: child(run, 't')?.textContent ?? '', size: ((numberOf(style, 'sz') / 100) || size) * shrink, bold: style?.getAttribute('b') === '1', italic: style?.getAttribute('i') === '1', colour: known.of(child(style, 'solidFill')) }]
    })
    const marked = child(look, 'buChar') !== undefined || child(look, 'buAutoNum') !== undefined || (bullets && child(look, 'buNone') === undefined)
    return { align: align === 'ctr' ? 'center' : align === 'r' ? 'right' : 'left', level: numberOf(look, 'lvl'), bullet: marked && runs.length > 0, runs }
  })
}

function pictureShape(shape: Element, around: Around, place: Place): Shape[] {
  const box = boxOf(child(child(shape, 'spPr'), 'xfrm'), around, place)
  const part = around.relations.get(byName(shape, 'blip')[0]?.getAttribute('r:embed') ?? '')?.part
  return box && part !== undefined ? [{ kind: 'picture', box, part, words: byName(shape, 'cNvPr')[0]?.getAttribute('descr') ?? '' }] : []
}

function tableShape(shape: Element, around: Around, place: Place): Shape[] {
  const table = byName(shape, 'tbl')[0]
  const box = boxOf(child(shape, 'xfrm'), around, place)
  if (!table || !box) return []
  const widths = byName(table, 'gridCol').map((one) => numberOf(one, 'w'))
  const whole = widths.reduce((sum, w) => sum + w, 0) || 1
  const rows = children(table).filter(({ localName }) => localName === 'tr').map((row) =>
    children(row).filter((one) => one.localName === 'tc' && one.getAttribute('hMerge') !== '1' && one.getAttribute('vMerge') !== '1').map((cell) => ({
      paragraphs: paragraphsOf(child(cell, 'txBody'), around.colours, 18),
      across: numberOf(cell, 'gridSpan') || 1,
      down: numberOf(cell, 'rowSpan') || 1,
      fill: around.colours.of(child(child(cell, 'tcPr'), 'solidFill')),
    })),
  )
  return [{ kind: 'table', box, columns: widths.map((w) => w / whole), rows }]
}
