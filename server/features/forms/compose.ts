import type {
  FormCell,
  FormDefinition,
  FormPart,
  FormSums,
  FormTable,
  ValueNotation,
} from '../../../catalogue/forms/define.ts'
import type { Choice } from '../../../catalogue/kinds/kind.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Cell, Part, Sheet } from '../../platform/pdf/index.ts'
import type { ShownRow } from './shown.ts'

/** Values that fill a form. */
export interface FormContent {
  readonly sources: ReadonlyMap<string, readonly ShownRow[]>
  /** Values beside the records: `about.name`, `issue.day`, `case.reason`. */
  readonly given: Readonly<Record<string, string>>
  readonly portrait: Uint8Array | null
  /** Seals by the name that a cell asks for. */
  readonly seals: Readonly<Record<string, Uint8Array>>
  /** Lines that stand for the declared ones of an opinion, by the name of its party. */
  /** The choices of a field of a source, for tables that have a column for each. */
  readonly choicesOf: (source: string, key: string) => readonly Choice[]
  readonly opinions: Readonly<Record<string, { readonly words: string; readonly sign: readonly string[] }>>
}

type Marks = Pick<Sheet, 'foot' | 'watermark' | 'mark'>

/** A form with its values, ready to be printed. */
export function compose(form: FormDefinition, filling: FormContent, marks: Marks): Sheet {
  const { given, sources } = filling
  const texts = (text: string) => filled(text, given, sources)
  const [left, right] = form.above ?? ['', '']
  return {
    title: `${form.title} ${given['about.name'] ?? ''}`.trim(),
    heading: texts(form.heading ?? form.title),
    above: [texts(left), texts(right)],
    paper: form.paper,
    units: 12,
    parts: form.parts.flatMap((part) => partOf(part, form, filling)),
    ...marks,
  }
}

function partOf(part: FormPart, form: FormDefinition, filling: FormContent): Part[] {
  if (part.part === 'page') return [part]
  if (part.part === 'sums') return [sumsOf(part, filling)]
  if (part.part === 'text') return [{ ...part, text: filled(part.text, filling.given, filling.sources) }]
  if (part.part === 'table') {
    // A part that the purpose does not open is not on the paper at all.
    if (!filling.sources.has(part.source) && form.sources[part.source]?.only !== undefined) return []
    return [tableOf(part, filling)]
  }
  return [{ ...part, rows: part.rows.map((row) => row.map((cell) => cellOf(cell, filling))) }]
}

function tableOf({ title, source, columns, least, most }: FormTable, { sources }: FormContent): Part {
  const rows = sources.get(source) ?? []
  return {
    part: 'table',
    title,
    head: columns.map(({ head, span }): Cell => ({ text: head, span, look: 'label' })),
    rows: rows.map(({ text }) =>
      columns.map(({ span, fields, as }): Cell => ({
        text: written(
          fields.map((key) => text[key] ?? ''),
          as,
        ),
        span,
        look: 'value',
      })),
    ),
    least,
    most,
  }
}

/** Numbers added up by two fields, with the sum of each row. */
function sumsOf(
  { title, source, by, across, add, years }: FormSums,
  { sources, choicesOf }: FormContent,
): Part {
  const rows = sources.get(source) ?? []
  const choices = choicesOf(source, across)
  const span = 12 / (choices.length + 2)
  const latest = Number(today().slice(0, 4))
  const heads = Array.from({ length: years }, (_, back) => String(latest - back))
  const sum = (of: readonly ShownRow[]) => of.reduce((total, { plain }) => total + Number(plain[add] ?? 0), 0)
  const cell = (text: string, look: Cell['look'] = 'value'): Cell => ({ text, span, look })
  const figure = (of: readonly ShownRow[]) => cell(String(Number(sum(of).toFixed(1))))
  return {
    part: 'table',
    title,
    head: ['年度', ...choices.map(({ label }) => label), '合计'].map((text) => cell(text, 'label')),
    rows: heads.map((head) => {
      const own = rows.filter(({ plain }) => String(plain[by]) === head)
      return [
        cell(head),
        ...choices.map(({ value }) => figure(own.filter(({ plain }) => plain[across] === value))),
        figure(own),
      ]
    }),
    least: 1,
    most: null,
  }
}

function cellOf(cell: FormCell, filling: FormContent): Cell {
  const { span, look, down, height, align } = cell
  const shape = {
    span,
    look,
    ...(down !== undefined && { down }),
    ...(height !== undefined && { height }),
    ...(align && { align }),
  }
  if (!cell.portrait) return { ...shape, ...signedText(cell, filling) }
  const picture = filling.portrait
  return picture ? { ...shape, text: '', picture } : { ...shape, text: '照片' }
}

/**
 * The words of a cell, and the signature and seal below them; an opinion of a case stands for the declared
 * words.
 */
function signedText(cell: FormCell, filling: FormContent): Pick<Cell, 'text' | 'sign' | 'seal'> {
  const opinion = cell.seal === undefined ? undefined : filling.opinions[cell.seal]
  const seal = cell.seal === undefined ? undefined : filling.seals[cell.seal]
  const sign = opinion?.sign ?? cell.sign
  return { text: opinion?.words ?? textOfCell(cell, filling), ...(sign && { sign }), ...(seal && { seal }) }
}

function textOfCell({ words, fields = [], as }: FormCell, { given, sources }: FormContent): string {
  if (words !== undefined) return filled(words, given, sources)
  return written(
    fields.map((name) => valueOf(name, given, sources)),
    as,
  )
}

function valueOf(name: string, given: FormContent['given'], sources: FormContent['sources']): string {
  const known = given[name]
  if (known !== undefined) return known
  const [source = '', key = ''] = name.split('.')
  return sources.get(source)?.[0]?.text[key] ?? ''
}

/** A text with its values in their places. */
export const filled = (text: string, given: FormContent['given'], sources: FormContent['sources']): string =>
  text.replaceAll(/\{([a-zA-Z0-9]+\.[a-zA-Z0-9]+)\}/g, (_, name: string) => valueOf(name, given, sources))

const isDay = /^\d{4}-\d{2}(-\d{2})?$/

/** Several texts in one cell, written as the form says. */
export function written(texts: readonly string[], as: ValueNotation = 'plain'): string {
  const month = (text: string) => (isDay.test(text) ? text.slice(0, 7).replace('-', '.') : text)
  if (as === 'months') {
    const [from = '', to = ''] = texts
    return from === '' && to === '' ? '' : `${month(from)}—${to === '' || to === '—' ? '今' : month(to)}`
  }
  if (as === 'days') return texts.filter(Boolean).join('—')
  const shown = as === 'month' ? texts.map(month) : texts
  const said = shown.filter((text) => text !== '' && text !== '—')
  return said.length > 0 ? said.join(' ') : shown.includes('—') ? '—' : ''
}
