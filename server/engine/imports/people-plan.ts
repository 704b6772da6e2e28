import type { Unique } from '../../../catalogue/define.ts'
import type { ImportedPerson, ImportPart } from '../../../catalogue/imports/define.ts'
import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stagesTaught } from '../../../catalogue/institutions/stages.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { definitionOf, type Engine, type Owner } from '../engine.ts'
import { prepared } from '../prepared/index.ts'
import { snake } from '../schema/index.ts'
import type { RowComparison, SoundRow, Task } from './importing.ts'
import { heldBy, writesOf, type HeldBy } from './owned.ts'
import {
  institutionsNamed,
  ownInstitution,
  peopleNumbered,
  placeOfRow,
  rowText,
  type KnownPerson,
  type NamedInstitution,
} from './owners.ts'
import { comparedFrom } from './records-subject.ts'

/** Result of a row: a new person at an institution, or changes of a person who is there. */
export interface PersonPlan extends RowComparison {
  readonly place: NamedInstitution | null
  readonly owner: Owner | null
  readonly writes: ReturnType<typeof writesOf>
}

const error = (column: string, code: string, message: string): RowFault => ({
  column,
  level: 'error',
  code,
  message,
})

const refused = (faults: readonly RowFault[]): PersonPlan => ({
  outcome: 'conflict',
  faults,
  changes: [],
  place: null,
  owner: null,
  writes: [],
})

export function personOf({ definition }: Task): ImportedPerson {
  if (!definition.person) throw new Error(`${definition.name} names no person`)
  return definition.person
}

/** Phone numbers of the file that belong to another person. */
async function phonesTaken(
  { keys }: Engine,
  db: Queryable,
  phones: readonly string[],
): Promise<(phone: string, personId: number | null) => boolean> {
  const hashes = new Map(phones.map((phone) => [phone, keys.blinds('mobile', phone)]))
  const rows = await db.query<{ key: string; id: number }>(sql`
    select mobile_key as key, id from person where mobile_key = any(${[...new Set([...hashes.values()].flat())]}::text[])`)
  const holders = new Map(rows.map(({ key, id }) => [key, id]))
  return (phone, personId) => {
    const holder = hashes
      .get(phone)
      ?.map((index) => holders.get(index))
      .find((id) => id !== undefined)
    return holder !== undefined && holder !== personId
  }
}

/** A rule of uniqueness beyond the owner, with the column that it is about. */
interface WideRule {
  readonly part: ImportPart
  readonly key: string
  readonly column: string
  readonly rule: Unique
}

/** Rules of one field only: the others are asked when a row is written. */
function wideRules(engine: Engine, { definition }: Task): WideRule[] {
  return definition.parts.flatMap((part) =>
    (engine.records[part.type]?.rules?.constraints ?? []).flatMap((rule): WideRule[] => {
      if (rule.form !== 'unique' || rule.within === 'owner' || rule.fields.length !== 1) return []
      const [key = ''] = rule.fields
      const column = part.fields[key]
      return column === undefined ? [] : [{ part, key, column, rule }]
    }),
  )
}

interface RowAtPlace {
  readonly values: Row
  readonly institutionId: number
  readonly ownerId: number | null
}

/** Positions of the rows whose value belongs to another person. */
async function clashesOf(
  engine: Engine,
  db: Queryable,
  { part, key, column, rule }: WideRule,
  rows: readonly RowAtPlace[],
): Promise<number[]> {
  const asked = rows.flatMap(({ values, institutionId, ownerId }, place) =>
    part.when?.(values) !== false && typeof values[column] === 'string'
      ? [{ place, value: values[column], institution: institutionId, owner: ownerId ?? 0 }]
      : [],
  )
  if (asked.length === 0) return []
  const within = rule.within === 'institution' ? sql`r.institution_id = x.institution` : sql`true`
  const found = await db.query<{ place: number }>(sql`
    select distinct x.place
    from jsonb_to_recordset(${sql.json(asked)}) as x(place int, value text, institution int, owner int)
    join ${sql.id(prepared(definitionOf(engine, part.type)).table)} r
      on r.${sql.id(snake(key))} = x.value and ${within}
    where r.voided_at is null and r.owner_id <> x.owner`)
  return found.map(({ place }) => place)
}

/** What the portal says to rows that break a rule of uniqueness, by place of the row. */
async function repeatedValues(
  engine: Engine,
  db: Queryable,
  task: Task,
  rows: readonly RowAtPlace[],
): Promise<readonly (readonly RowFault[])[]> {
  const found = rows.map((): RowFault[] => [])
  for (const wide of wideRules(engine, task))
    for (const place of await clashesOf(engine, db, wide, rows))
      found[place]?.push({
        column: wide.column,
        level: wide.rule.level ?? 'error',
        code: 'E202',
        message: wide.rule.message,
      })
  return found
}

/**
 * Somebody has the number: what that means for the row. Undefined where it is a teacher of the same school.
 */
function faultOfKnown(
  numberColumn: string,
  person: KnownPerson,
  place: NamedInstitution,
): RowFault | undefined {
  if (person.teacherId === null)
    return error(numberColumn, 'E202', '该证件号已有账号，请联系上级教育局增加教师身份')
  if (!person.belongs)
    return error(numberColumn, 'E203', '该证件号的人曾在平台登记，请在名册里用“重新接收”办理')
  if (person.owner?.institutionId !== place.id)
    return error(numberColumn, 'E203', '已在其他学校在职，请由调入学校发起调动')
  return undefined
}

/**
 * A stage that the school does not teach, as far as its stages are known: a warning (import-templates.md,
 * rule 7).
 */
function stageFault(column: string, values: Row, place: NamedInstitution): RowFault[] {
  const stage = rowText(values, column)
  const taught = stagesTaught(place)
  if (stage === null || taught.length === 0 || taught.includes(stage)) return []
  const named = (codes: readonly string[]) => codes.map((code) => labelOf('schoolStage', code)).join('、')
  const message = `${place.name}登记的学段是${named(taught)}，没有${named([stage])}，请核对`
  return [{ column, level: 'warning', code: 'E105', message }]
}

/** What the portal knows of a batch of rows. */
interface Surroundings {
  readonly taken: Awaited<ReturnType<typeof phonesTaken>>
  readonly held: HeldBy
}

interface PlacedRow {
  readonly row: SoundRow
  readonly person: KnownPerson | undefined
  readonly place: NamedInstitution | undefined
  readonly faults: readonly RowFault[]
}

function planRow(
  engine: Engine,
  task: Task,
  { row, person, place, faults }: PlacedRow,
  around: Surroundings & { readonly repeated: readonly RowFault[] },
): PersonPlan {
  const { definition } = task
  const columns = personOf(task)
  if (!place || faults.length > 0) return refused(faults)
  if (place.level !== 'school' && place.level !== 'centre')
    return refused([error(definition.owner.orgCode ?? '', 'E109', '教师只能属于学校或直属单位')])
  const told = person && faultOfKnown(columns.idNo, person, place)
  if (told) return refused([told])
  const phone = rowText(row.values, columns.mobile)
  const phoneFault = error(columns.mobile, 'E202', '该手机号已被他人使用')
  const more = phone !== null && around.taken(phone, person?.personId ?? null) ? [phoneFault] : []
  const found = [...more, ...around.repeated, ...stageFault(columns.stage, row.values, place)]
  const owner = person?.owner
  if (!owner) return { outcome: 'new', faults: found, changes: [], place, owner: null, writes: [] }
  const writes = writesOf(engine, definition, { row: row.values, owner, held: around.held })
  const compared = comparedFrom(engine, { writes, faults: found })
  // New records do not make a person of the school a new person.
  const outcome = compared.outcome === 'new' ? 'changed' : compared.outcome
  return { ...compared, outcome, place, owner, writes }
}

/** Asks the portal about rows of teachers; answers in their order. */
export async function planPeople(
  engine: Engine,
  db: Queryable,
  task: Task,
  rows: readonly SoundRow[],
): Promise<PersonPlan[]> {
  const { actor, definition } = task
  const columns = personOf(task)
  const values = (key: string) => rows.flatMap((row) => rowText(row.values, key) ?? [])
  const known = {
    own: await ownInstitution(db, actor),
    named: await institutionsNamed(
      db,
      actor,
      definition.owner.orgCode ? values(definition.owner.orgCode) : [],
    ),
  }
  const people = await peopleNumbered(db, engine.keys, values(columns.idNo))
  const taken = await phonesTaken(engine, db, values(columns.mobile))
  const placed = rows.map((row): PlacedRow => {
    const { place, faults } = placeOfRow(actor, definition, row.values, known)
    return { row, person: people(rowText(row.values, columns.idNo) ?? ''), place, faults }
  })
  const repeated = await repeatedValues(
    engine,
    db,
    task,
    placed.map(({ row, person, place }) => ({
      values: row.values,
      institutionId: place?.id ?? 0,
      ownerId: person?.teacherId ?? null,
    })),
  )
  const types = definition.parts.map(({ type }) => type)
  const owners = placed.flatMap(({ person }) => person?.teacherId ?? [])
  const held = await heldBy(engine, db, types, owners)
  return placed.map((one, at) => planRow(engine, task, one, { taken, held, repeated: repeated[at] ?? [] }))
}
