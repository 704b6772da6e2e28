import type { Actor } from '../../../catalogue/access/access.ts'
import {
  showsHours,
  type FormDefinition,
  type PurposeCode,
  type Source,
} from '../../../catalogue/forms/define.ts'
import { namesIn as valuesNamedIn, placeholdersOf } from '../../../catalogue/forms/check.ts'
import { holds } from '../../../catalogue/rules/condition.ts'
import { definitionOf, type Owner } from '../../engine/engine.ts'
import { archiveAt } from '../../engine/history/index.ts'
import { openOf, type Effective } from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { countedText } from './hours.ts'
import { namesIn, shownRow, type ReaderView, type ShownRow } from './shown.ts'

/** Contents of a paper. */
export interface PaperContent {
  readonly sources: ReadonlyMap<string, readonly ShownRow[]>
  /** Whether something is shown masked. */
  readonly masked: boolean
  /** The values that are printed, to find out later whether they still hold. */
  readonly values: unknown
  /** What is printed of the account of hours, by placeholder. */
  readonly hours: Readonly<Record<string, string>>
}

export interface PaperRequest extends ReaderView {
  readonly owner: Owner
  readonly form: FormDefinition
  readonly purpose: PurposeCode | null
  /** The record a form about one record is about. */
  readonly recordId: string | null
  /** The archive as it was at the end of a day; null for now. */
  readonly day: string | null
}

/** Records of a form's types that are under review and not on it. */
export async function waitingOf(
  { engine, owner, form }: Omit<PaperRequest, 'reader'>,
  actor: Actor,
): Promise<number> {
  const types = [...new Set(Object.values(form.sources).map(({ type }) => type))]
  const open = await openOf(
    engine,
    actor,
    types.map((type) => definitionOf(engine, type)),
    [owner.id],
  )
  return open.filter(({ state }) => state === 'inReview').length
}

/**
 * Collects what a form shows of one archive as it is today, or as it was at the end of the year the form is
 * about.
 */
export async function gather(asked: PaperRequest): Promise<PaperContent> {
  const { engine, form } = asked
  const used = await rowsBySource(asked)
  const all = [...used.values()].flat().map((row) => ({ definition: definitionOf(engine, row.type), row }))
  const named = await namesIn(asked, all)
  const sources = new Map(
    [...used].map(([name, rows]) => [
      name,
      rows.map((row) => shownRow(asked, definitionOf(engine, row.type), row, named)),
    ]),
  )
  const hours: Readonly<Record<string, string>> = showsHours(form)
    ? { 'hours.counted': await countedText(engine.db, asked.owner.id) }
    : {}
  const printed = [...sources].map(([name, rows]) => ({ name, rows, keys: fieldsUsed(form, name) }))
  return {
    sources,
    masked: printed.some(({ rows, keys }) =>
      rows.some(({ text }) => keys.some((key) => text[key]?.includes('＊'))),
    ),
    hours,
    values: [
      ...printed.map(({ name, rows, keys }) => [
        name,
        rows.map(({ plain }) => keys.map((key) => plain[key] ?? null)),
      ]),
      ...Object.entries(hours),
    ],
  }
}

/** The rows of each source that the purpose leaves open. */
async function rowsBySource(asked: PaperRequest): Promise<Map<string, readonly Effective[]>> {
  const { form, purpose } = asked
  const rows = await archiveOn(asked, asked.day ?? today())
  const subject = form.about.is === 'record' ? rows.find(({ id }) => id === asked.recordId) : undefined
  const then = subject ? await rowsOfYear(asked, subject) : null
  return new Map(
    Object.entries(form.sources)
      .filter(([, { only }]) => only === undefined || only === purpose)
      .map(([name, source]) => {
        if (subject && source.type === subject.type && source.nth === undefined) return [name, [subject]]
        return [name, pickRows(source, then && source.type !== subject?.type ? then : rows)]
      }),
  )
}

/** Archive in force at the end of a day, with the derived fields of all types. */
export function archiveOn(
  { engine, owner }: Pick<PaperRequest, 'engine' | 'owner'>,
  day: string,
): Promise<Effective[]> {
  const types = Object.values(engine.records).filter((definition) => definition.owner === 'teacher')
  return archiveAt(engine, types, owner.id, day)
}

/** The archive at the end of the year that the subject names; null where it was not kept here yet. */
async function rowsOfYear(asked: PaperRequest, subject: Effective): Promise<Effective[] | null> {
  const { form } = asked
  if (form.asOfYear === undefined) return null
  const day = `${String(subject.stored[form.asOfYear])}-12-31`
  if (day >= today()) return null
  const rows = await archiveOn(asked, day)
  return rows.some(({ type }) => type === 'basicInfo') ? rows : null
}

/** Fields of a source that a form prints. */
export function fieldsUsed(form: FormDefinition, source: string): string[] {
  const named = form.parts.flatMap(valuesNamedIn)
  const texts = [form.heading ?? '', ...(form.above ?? [])].flatMap(placeholdersOf)
  return [...new Set([...named, ...texts])].flatMap((name) => {
    const [of, key = ''] = name.split('.')
    return of === source ? [key] : []
  })
}

/** The rows of a source, in its order; of a source that stands for one row, that row. */
function pickRows({ type, where, order, newest, nth }: Source, rows: readonly Effective[]): Effective[] {
  const found = rows.filter((row) => row.type === type && (!where || holds(where, row.stored)))
  const sorted =
    order === undefined ? found : [...found].sort((a, b) => compare(a.stored[order], b.stored[order]))
  const ordered = newest ? sorted.reverse() : sorted
  return nth === undefined ? ordered : ordered.slice(nth - 1, nth)
}

function compare(a: unknown, b: unknown): number {
  const [x, y] = [String(a ?? ''), String(b ?? '')]
  return Number(x) && Number(y) ? Number(x) - Number(y) : x.localeCompare(y)
}
