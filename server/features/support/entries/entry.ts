import { supportEntryKinds as kinds } from '../../../../catalogue/support/kinds.ts'
import { linesOf } from '../../../../catalogue/processes/research-activity-fields.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { peopleNamed, type Matter } from '../../../engine/processes/index.ts'
import { addDays } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { pairsOf, type Pair } from '../agreements/pairs.ts'

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
/** A whole number, or a decimal, which is kept as text. */
const numberIn = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) || 0 : 0

/** Somebody of one of the two sides who has an archive, with what the entry says of them. */
export interface Participant {
  readonly teacherId: number
  readonly side: 'supporter' | 'supported'
  /** Whether a lesson or task of their own is written. */
  readonly hasTask: boolean
  /** The own lesson or task; the name of the entry where none is written. */
  readonly task: string
  /** Tenths of an hour. */
  readonly tenths: number
}

/** An entry as its values say it. */
export interface EntryRead {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly fromOn: string
  readonly toOn: string
  readonly place: string | null
  readonly subject: string | null
  readonly grade: string | null
  /** People who were written down, whether they have an archive or not. */
  readonly people: number
  readonly lessons: number
  readonly attended: number
  readonly amount: number
  readonly tenths: number
  /** The activity that it came from; it has written its own rows. */
  readonly activityId: string | null
}

export function readEntry({ id, value }: Pick<Matter, 'id' | 'value'>): EntryRead {
  const lines = linesOf(value['people'])
  return {
    id,
    kind: String(value['entryKind']),
    title: String(value['title']),
    fromOn: String(value['fromOn']),
    toOn: String(value['toOn']),
    place: textIn(value['place']),
    subject: textIn(value['subject']),
    grade: textIn(value['grade']),
    people: lines.length,
    lessons: numberIn(value['lessons']),
    attended: numberIn(value['attended']),
    amount: value['entryKind'] === kinds.donation ? numberIn(value['amount']) : 0,
    tenths: lines.reduce((sum, line) => sum + tenthsIn(line['hours']), 0),
    activityId: textIn(value['activityId']),
  }
}

const tenthsIn = (hours: unknown): number => Math.round(numberIn(hours) * 10)

/** Days from the first to the last, both counted. */
export const daysOf = ({ fromOn, toOn }: Pick<EntryRead, 'fromOn' | 'toOn'>): number => {
  const days = (Date.parse(toOn) - Date.parse(fromOn)) / 86_400_000
  return Math.max(1, Math.round(days) + 1)
}

/** People of an entry: those of the two sides, each once, and the names of teachers who belong to neither. */
export interface PeopleOfEntry {
  readonly participants: readonly Participant[]
  readonly strangers: readonly string[]
}

type Sides = Pick<Pair, 'supporterId' | 'supportedId'>

/**
 * The people of an entry who have an archive. Whoever belongs to neither side, nor to an institution below one, is no
 * participant: two offices write nothing into the archives of others.
 */
export async function peopleOfEntry(db: Queryable, matter: Matter, sides: Sides): Promise<PeopleOfEntry> {
  const lines = linesOf(matter.value['people'])
  const named = await peopleNamed(db, matter.definition, matter.value, ['participant'])
  const sideOf = await sidesOf(
    db,
    named.flatMap(({ teacherId }) => (teacherId === null ? [] : [teacherId])),
    sides,
  )
  const found = new Map<number, Participant>()
  const strangers: string[] = []
  for (const { place, teacherId, name } of named) {
    if (teacherId === null || found.has(teacherId)) continue
    const side = sideOf.get(teacherId) ?? null
    const line = lines[place - 1] ?? {}
    const task = textIn(line['task'])
    if (side === null) strangers.push(name)
    else
      found.set(teacherId, {
        teacherId,
        side,
        hasTask: task !== null,
        task: task ?? String(matter.value['title']),
        tenths: tenthsIn(line['hours']),
      })
  }
  return { participants: [...found.values()], strangers }
}

async function sidesOf(
  db: Queryable,
  teachers: readonly number[],
  { supporterId, supportedId }: Sides,
): Promise<ReadonlyMap<number, Participant['side'] | null>> {
  const within = (id: number): Sql =>
    sql`coalesce(${id} in (t.institution_id, t.district_id, t.city_id), false)`
  const rows = await db.query<{ id: number; side: Participant['side'] | null }>(sql`
    select t.id, case when ${within(supporterId)} then 'supporter' when ${within(supportedId)} then 'supported' end as side
    from teacher t where t.id = any(${[...teachers]}::int[])`)
  return new Map(rows.map(({ id, side }) => [id, side]))
}

/** The agreement of an entry; it must have been carried out on the days of the entry. */
export async function agreementOf(
  db: Queryable,
  { value, parties, ofCase }: Pick<Matter, 'value' | 'parties' | 'ofCase'>,
): Promise<Pair | undefined> {
  const of = [parties['recorder'], parties['other']].flatMap((id) => (typeof id === 'number' ? [id] : []))
  const [from, to] = [String(value['fromOn'] ?? ''), String(value['toOn'] ?? '')]
  if (of.length < 2 || from === '') return undefined
  const pairs = await pairsOf(db, { from, to: to < from ? from : to, of })
  return pairs.find(
    ({ caseId, supporterId, supportedId, fromDay, untilDay }) =>
      caseId === ofCase &&
      of.includes(supporterId) &&
      of.includes(supportedId) &&
      fromDay <= from &&
      untilDay >= to,
  )
}

/** Agreements for which an institution may write entries: those of the last year, or in force. */
export const writablePairs = (db: Queryable, institutionId: number, day: string): Promise<Pair[]> =>
  pairsOf(db, { from: addDays(day, -365), to: day, of: [institutionId] })
