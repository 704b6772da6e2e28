import {
  institutionKind,
  mayStandBelow,
  type InstitutionLevel,
} from '../../../catalogue/institutions/kinds.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keptOpenBy } from './institution-closing.ts'
import { keepInstitutions } from './turns.ts'
import { lock, raised, refuseSameNumber, refuseTaken, type Keeper } from './institution-row.ts'
import { changeInstitutions, tellFounded } from './told-systems.ts'

/** What is said of an institution, by the keys of `institutionFields`; checked by the caller. */
export type InstitutionFacts = Readonly<Record<string, unknown>>

/** The column of a field: `schoolType` → `school_type`. */
const columnOf = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of fields as `camelCase` keys, of the row `alias`. */
export const factColumns = (keys: readonly string[], alias: string): Sql =>
  sql.join(
    keys.map((key) => sql`${sql.id(alias, columnOf(key))} as ${sql.id(key)}`),
    ', ',
  )

const assigned = (facts: InstitutionFacts): Sql =>
  sql.join(
    Object.entries(facts).map(([key, value]) => sql`${sql.id(columnOf(key))} = ${value}`),
    ', ',
  )

export interface NewInstitution {
  readonly parentId: number
  /** Code of dictionary orgType. */
  readonly kind: string
  readonly name: string
  readonly nameSort: string
  /** Null while it has none. */
  readonly code: string | null
  /** Its first day, `YYYY-MM-DD`; null when unknown. */
  readonly openedOn: string | null
  readonly facts: InstitutionFacts
}

/**
 * Adds an institution below another one, and answers its number. 400 with the field where the tree does not
 * allow the kind there, the parent is closed or the code was given before: a code is never used again.
 */
export async function addInstitution(tx: Tx, by: Keeper, made: NewInstitution): Promise<number> {
  const level = institutionKind(made.kind)?.level
  await keepInstitutions(tx, [made.parentId])
  const parent = await tx.maybeOne<{ level: InstitutionLevel; closed: boolean; name: string }>(sql`
    select level, name, closed_on is not null as closed from institution where id = ${made.parentId}`)
  if (!parent || parent.closed) throw invalid('parentId', '没有该上级机构，或已撤销')
  if (!level || !mayStandBelow(level, parent.level)) throw invalid('kind', `${parent.name}下不能设该机构`)
  await refuseTaken(tx, made, null)
  await refuseSameNumber(tx, made.facts['uscc'], null)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, name_sort, kind,
      area_code, opened_on)
    select p.id, ${level}, p.province_id, p.city_id, p.district_id, ${made.code}, ${made.name},
      ${made.nameSort}, ${made.kind}, p.area_code, ${made.openedOn}::date
    from institution p
    where p.id = ${made.parentId}
    returning id`)
  await tellFounded(tx, id)
  await takePlace(tx, id, level)
  await tx.execute(sql`update institution set ${assigned(made.facts)} where id = ${id}`)
  await note(tx, {
    by: by.identityId,
    action: 'institution.added',
    facts: { institution: id, kind: made.kind },
  })
  return id
}

const ownPlace: Readonly<Partial<Record<InstitutionLevel, string>>> = {
  province: 'province_id',
  city: 'city_id',
  district: 'district_id',
}

/** An authority lies in its own region. */
async function takePlace(tx: Tx, id: number, level: InstitutionLevel): Promise<void> {
  const own = ownPlace[level]
  if (own) await changeInstitutions(tx, { which: sql`id = ${id}`, sets: sql`${sql.id(own)} = t.id` })
}

/**
 * Changes what is said of an institution; fields that are left out stay. The values before go to the audit.
 */
export async function describeInstitution(
  tx: Tx,
  by: Keeper,
  { id, version, facts }: { id: number; version: number | null; facts: InstitutionFacts },
): Promise<void> {
  await lock(tx, id, version)
  const keys = Object.keys(facts)
  if (keys.length === 0) return
  await refuseSameNumber(tx, facts['uscc'], id)
  const before = await tx.one<InstitutionFacts>(
    sql`select ${factColumns(keys, 'i')} from institution i where i.id = ${id}`,
  )
  await tx.execute(sql`update institution t set ${assigned(facts)}, ${raised} where t.id = ${id}`)
  await note(tx, {
    by: by.identityId,
    action: 'institution.described',
    facts: { institution: id, person: by.personId, before },
  })
}

export interface Rename {
  readonly id: number
  readonly version: number | null
  readonly name: string
  readonly nameSort: string
  /** Undefined keeps the code. */
  readonly code?: string | null | undefined
  /** First day of the new name and code, not after today, `YYYY-MM-DD`. */
  readonly from: string
}

/** Gives a new name or code from a day on. The former ones stay, with their days, and still find it. */
export async function renameInstitution(tx: Tx, by: Keeper, given: Rename): Promise<void> {
  const now = await lock(tx, given.id, given.version)
  const to = { ...given, code: given.code === undefined ? now.code : given.code }
  if (now.name === to.name && now.code === to.code) return
  if (now.closedOn) throw new AppError('wrongState', { message: '机构已撤销，不能更名' })
  if (now.since !== null && to.from < now.since)
    throw invalid('from', `现在的名称和标识码自 ${now.since} 起使用，更名不能早于这一天`)
  await refuseTaken(tx, { ...to, parentId: now.parentId }, to.id)
  // A name that never held for a whole day was a slip: it leaves no trace but in the audit.
  if (to.from !== now.since)
    await tx.execute(sql`
      insert into institution_former (institution_id, name, code, from_on, to_on)
      values (${to.id}, ${now.name}, ${now.code}, ${now.since}::date, ${to.from}::date - 1)`)
  await changeInstitutions(tx, {
    which: sql`id = ${to.id}`,
    sets: sql`name = ${to.name}, name_sort = ${to.nameSort}, code = ${to.code}, ${raised}`,
  })
  await note(tx, {
    by: by.identityId,
    action: 'institution.renamed',
    facts: {
      institution: to.id,
      person: by.personId,
      from: to.from,
      before: { name: now.name, code: now.code },
      after: { name: to.name, code: to.code },
    },
  })
}

/**
 * Makes the root of an empty tree what the installation is for: a province, a city or a district. 409 once
 * something stands below it or somebody teaches there.
 */
export async function setRootKind(
  tx: Tx,
  by: Keeper,
  { id, version, kind }: { id: number; version: number; kind: string },
): Promise<void> {
  const now = await lock(tx, id, version)
  const level = institutionKind(kind)?.level
  if (now.parentId !== null || !level || !ownPlace[level]) throw new AppError('wrongState')
  if (level === now.level) return
  const kept = await keptOpenBy(tx, id)
  if (kept.below > 0 || kept.teachers > 0)
    throw new AppError('wrongState', { message: '已有下级机构或教师，不能再改级别' })
  await changeInstitutions(tx, {
    which: sql`id = ${id}`,
    sets: sql`level = ${level}, kind = ${kind}, province_id = null, city_id = null, district_id = null, ${raised}`,
  })
  await takePlace(tx, id, level)
  await note(tx, { by: by.identityId, action: 'institution.levelled', facts: { institution: id, kind } })
}

/** Fills the sort form of names, a thousand at a time; answers how many there were. */
export async function fillInstitutionForms(
  db: Database,
  sortForm: (text: string) => string,
): Promise<number> {
  const rows = await db.query<{ id: number; name: string }>(
    sql`select id, name from institution where name_sort is null order by id limit 1000`,
  )
  if (rows.length > 0)
    await db.execute(sql`
      update institution i
      set name_sort = f.form
      from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ name }) => sortForm(name))}::text[])
        f (id, form)
      where i.id = f.id`)
  return rows.length
}

/** Changes the picture of an institution's seal, null for none. */
export async function changeSeal(tx: Tx, institutionId: number, fileId: string | null): Promise<void> {
  await tx.execute(sql`update institution set seal_file = ${fileId} where id = ${institutionId}`)
}

/**
 * Takes an institution out again that a table brought by mistake; false where anything came to depend on it.
 * The audit keeps that it was there.
 */
export async function forgetInstitution(tx: Tx, by: Keeper, id: number): Promise<boolean> {
  await lock(tx, id, null)
  const used = await tx.maybeOne(sql`
    select 1 where exists (select 1 from institution where parent_id = ${id})
      or exists (select 1 from identity where institution_id = ${id})
      or exists (select 1 from membership where institution_id = ${id})
      or exists (select 1 from revision where institution_id = ${id})`)
  if (used) return false
  await tx.execute(sql`delete from institution_former where institution_id = ${id}`)
  await tx.execute(sql`delete from institution where id = ${id}`)
  await note(tx, { by: by.identityId, action: 'institution.removed', facts: { institution: id } })
  return true
}
