import type { Actor } from '../../../catalogue/access/access.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { institutionsInScope, joinOwner, ownerColumns, ownerFrom, type OwnerRow } from '../access/index.ts'
import type { Owner } from '../engine.ts'
import { nameKey } from './staged.ts'

/** An institution that rows name, with its place. */
export interface NamedInstitution {
  readonly id: number
  readonly code: string | null
  readonly name: string
  readonly level: string
  readonly closed: boolean
  readonly schoolStages: readonly string[] | null
  readonly schoolType: string | null
  readonly districtId: number | null
  readonly cityId: number | null
  readonly provinceId: number | null
  readonly inScope: boolean
}

/** Institutions by the codes that rows name, former ones too; and the actor's own. */
export async function institutionsNamed(
  db: Queryable,
  actor: Actor,
  codes: readonly string[],
): Promise<ReadonlyMap<string, NamedInstitution>> {
  const asked = [...new Set(codes)]
  const rows = await db.query<NamedInstitution & { asked: string }>(sql`
    select distinct on (k.asked) k.asked, i.id, i.code, i.name, i.level, i.closed_on is not null as closed,
      i.school_stages as "schoolStages", i.school_type as "schoolType",
      i.district_id as "districtId", i.city_id as "cityId", i.province_id as "provinceId",
      ${institutionsInScope(actor, 'i')} as "inScope"
    from (
      select n.code as asked, n.id from institution n where n.code = any(${asked}::text[])
      union all
      select f.code, f.institution_id from institution_former f where f.code = any(${asked}::text[])) k
    join institution i on i.id = k.id
    order by k.asked, (i.code = k.asked) desc, i.id`)
  return new Map(rows.map(({ asked, ...one }) => [asked, one]))
}

/** The institution an actor belongs to. */
export async function ownInstitution(db: Queryable, actor: Actor): Promise<NamedInstitution> {
  return db.one<NamedInstitution>(sql`
    select i.id, i.code, i.name, i.level, i.closed_on is not null as closed,
      i.school_stages as "schoolStages", i.school_type as "schoolType", i.district_id as "districtId",
      i.city_id as "cityId", i.province_id as "provinceId", true as "inScope"
    from institution i where i.id = ${actor.institutionId}`)
}

export const rowText = (row: Row, key: string | undefined): string | null => {
  const value = key === undefined ? null : row[key]
  return typeof value === 'string' ? value : null
}

const fault = (column: string, code: string, message: string): RowFault => ({
  column,
  level: 'error',
  code,
  message,
})

/**
 * The institution of a row, or why there is none. A school's rows are its own, whether it names itself or
 * not.
 */
export function placeOfRow(
  actor: Actor,
  { owner }: ImportDefinition,
  row: Row,
  known: { readonly own: NamedInstitution; readonly named: ReadonlyMap<string, NamedInstitution> },
): { readonly place?: NamedInstitution; readonly faults: readonly RowFault[] } {
  const code = rowText(row, owner.orgCode)
  const column = owner.orgCode ?? ''
  if (code === null && actor.role === 3) return { place: known.own, faults: [] }
  if (code === null) return { faults: [fault(column, 'E101', '请填写学校标识码')] }
  const place = known.named.get(code)
  if (!place) return { faults: [fault(column, 'E109', '没有该学校标识码')] }
  // Whether there is such a school elsewhere is nobody's secret: codes of schools are public.
  if (!place.inScope) return { faults: [fault(column, 'E301', '不是本单位管辖的学校')] }
  if (place.closed) return { faults: [fault(column, 'E109', `${place.name}已撤销`)] }
  const name = rowText(row, owner.orgName)
  if (name !== null && name !== place.name)
    return { place, faults: [fault(owner.orgName ?? '', 'E105', `与标识码不一致，标识码是${place.name}的`)] }
  return { place, faults: [] }
}

/** A person who has a number that rows name. */
export interface KnownPerson {
  readonly personId: number
  readonly teacherId: number | null
  readonly status: string | null
  readonly owner: Owner | null
  /** Whether the teacher belongs to an institution now. */
  readonly belongs: boolean
}

/** People by identity number, as keyed hashes; `hashOf` gives the one of a number. */
export async function peopleNumbered(
  db: Queryable,
  keys: Keys,
  numbers: readonly string[],
): Promise<(number: string) => KnownPerson | undefined> {
  const hashes = new Map(numbers.map((number) => [number, keys.blinds('id_no', number)]))
  const rows = await db.query<
    OwnerRow & {
      person_id: number
      teacher_id: number | null
      status: string | null
      key: string
      belongs: boolean
    }
  >(sql`
    select p.id as person_id, p.id_no_key as key, t.id as teacher_id, t.status, t.id as owner_id,
      ${ownerColumns('teacher')},
      exists (select 1 from membership m
        where m.teacher_id = t.id and m.kind = 'personnel' and m.to_on is null) as belongs
    from person p
    left join teacher t on t.person_id = p.id
    ${joinOwner('teacher', sql`t.id`)}
    where p.id_no_key = any(${[...new Set([...hashes.values()].flat())]}::text[])`)
  const byKey = new Map(
    rows.map((row): [string, KnownPerson] => [
      row.key,
      {
        personId: row.person_id,
        teacherId: row.teacher_id,
        status: row.status,
        owner: row.teacher_id === null ? null : ownerFrom('teacher', row),
        belongs: row.belongs,
      },
    ]),
  )
  return (number) =>
    hashes
      .get(number)
      ?.map((index) => byKey.get(index))
      .find((person) => person !== undefined)
}

/** Teachers by the numbers of their archives. */
export async function teachersById(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Owner>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<OwnerRow>(sql`
    select k.id as owner_id, ${ownerColumns('teacher')}
    from unnest(${[...new Set(ids)]}::int[]) k (id) ${joinOwner('teacher', sql`k.id`)}
    where o.id is not null`)
  return new Map(rows.map((row) => [row.owner_id, ownerFrom('teacher', row)]))
}

/** Texts that name a row of the same file above another one. */
export async function namedAbove(
  db: Queryable,
  keys: Keys,
  jobId: number,
  texts: readonly string[],
): Promise<(text: string, row: number) => boolean> {
  const hashes = new Map(texts.map((text) => [text, nameKey(keys, text)]))
  const rows = await db.query<{ key: string; row: number }>(sql`
    select k.key, min(r.row)::int as row
    from import_row r, unnest(r.keys) k (key)
    where r.job_id = ${jobId} and r.outcome in ('new', 'changed', 'same') and r.keys && ${[...hashes.values()]}::text[]
    group by k.key`)
  const first = new Map(rows.map(({ key, row }) => [key, row]))
  return (text, row) => (first.get(hashes.get(text) ?? '') ?? row) < row
}
