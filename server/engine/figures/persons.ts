import { attributeKeys, attributes, type Person, type Source } from '../../../catalogue/figures/attributes.ts'
import { endOfDay } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { definitionOf, type Engine, type Queryable } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { deriveAll, readsFrom, type OwnedRow, type StoredValue } from '../records/index.ts'
import { personsStatement, type SelectionRequest, type Row } from './statement.ts'

type Texts = { -readonly [K in keyof Person]: Person[K] }

/**
 * The month in which somebody came to the present school counts where it is earlier than what memberships
 * say.
 */
function homeSince({ homeId, homeSince: since, place_id: place, orgEntryMonth }: Row): string | null {
  if (since === null || orgEntryMonth === null || Number(homeId) !== place) return since
  const entered = `${orgEntryMonth}-01`
  return entered < since ? entered : since
}

function personFrom(row: Row): Texts {
  const { teacher_id: teacherId, place_id: placeId, taught_id: taughtId } = row
  const texts = Object.fromEntries(attributeKeys.map((key) => [key, row[key]]))
  return Object.assign({ teacherId, placeId, taughtId }, row, texts, { homeSince: homeSince(row) })
}

/** A value as the statement would write it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',')
  return String(value)
}

/** Attributes that a past day has to work out, by the record that has them. */
function derivedOf(engine: Engine) {
  const found = attributeKeys.flatMap((key) => {
    const source: Source = attributes[key]
    if (source.from !== 'single') return []
    const rule = definitionOf(engine, source.record).fields[source.field]?.derived
    return rule ? [{ key, record: source.record, field: source.field }] : []
  })
  const records = new Set(found.map(({ record }) => record))
  const types = new Set(records)
  for (const record of records)
    for (const { rule } of prepared(definitionOf(engine, record)).derived) types.add(readsFrom(record, rule))
  return { found, types: [...types] }
}

interface Revision {
  readonly owner_id: number
  readonly type: string
  readonly record_id: string
  readonly value: StoredValue
}

/** Fills what is derived, from the values that were in force on the day. */
async function deriveThen(
  db: Queryable,
  { engine, moment }: SelectionRequest,
  persons: readonly Texts[],
): Promise<void> {
  const { found, types } = derivedOf(engine)
  const until = endOfDay(moment.on)
  const rows = await db.query<Revision>(sql`
    select distinct on (record_id) owner_id, type, record_id, value
    from revision
    where owner_id = any(${persons.map(({ teacherId }) => teacherId)}::int[]) and type = any(${types}::text[])
      and applied_at <= ${until}::timestamptz
      and (superseded_at is null or superseded_at > ${until}::timestamptz)
    order by record_id, applied_at desc, edit_no desc`)
  const byOwner = Map.groupBy(rows, ({ owner_id: owner }) => owner)
  for (const person of persons) {
    const byType = new Map<string, OwnedRow[]>(types.map((type) => [type, []]))
    for (const { type, record_id: id, value } of byOwner.get(person.teacherId) ?? []) {
      const { attachments: _files, ...values } = value
      byType.get(type)?.push({ id, values })
    }
    deriveAll(engine, byType)
    for (const { key, record, field } of found) person[key] = textOf(byType.get(record)?.[0]?.values[field])
  }
}

/**
 * People as they are counted, in the order of their numbers; two statements at most, however many they are.
 */
export async function readPersons(db: Queryable, asking: SelectionRequest): Promise<Person[]> {
  const rows = await db.query<Row>(personsStatement(asking))
  const persons = rows.map(personFrom)
  if (asking.when === 'then' && persons.length > 0) await deriveThen(db, asking, persons)
  return persons
}
