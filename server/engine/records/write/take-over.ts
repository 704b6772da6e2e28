import { sql } from '../../../platform/db/sql.ts'
import { institutionTypes } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { postsIn, holdersOf } from './posts.ts'
import { notePassed, passRows } from './pass-rows.ts'

const ofInstitutions = (engine: Engine) =>
  Object.values(engine.records).filter(({ owner }) => owner === 'institution')

/**
 * Types that an institution keeps of its people: groups. They pass to a successor; what it keeps of itself by
 * year is its own for ever.
 */
export const groupTypes = (engine: Engine): string[] =>
  ofInstitutions(engine).flatMap((definition) => (postsIn(definition).length > 0 ? [definition.name] : []))

/** Groups of one institution that pass to another one. */
export interface TakingOver {
  readonly from: number
  readonly to: number
  /** Which records; all of them without it. */
  readonly ids?: readonly string[]
}

/**
 * Gives the groups of an institution, with their history, to its successor; answers how many are in force.
 */
export async function takeOver(engine: Engine, tx: Tx, { from, to, ids }: TakingOver): Promise<number> {
  const types = groupTypes(engine)
  const records = await tx.query<{ id: string }>(sql`
    select distinct record_id as id from revision
    where owner_id = ${from} and type = any(${types}::text[])
      and (${ids === undefined} or record_id = any(${[...(ids ?? [])]}::uuid[]))`)
  const which = records.map(({ id }) => id)
  if (which.length === 0) return 0
  const placed = {
    also: {
      institution_id: sql`o.id`,
      district_id: sql`o.district_id`,
      city_id: sql`o.city_id`,
      province_id: sql`o.province_id`,
    },
    beside: sql`(select id, district_id, city_id, province_id from institution where id = ${to}) o`,
  }
  let inForce = 0
  for (const definition of ofInstitutions(engine).filter(({ name }) => types.includes(name)))
    inForce += await passRows(tx, {
      table: prepared(definition).table,
      from,
      to,
      which: sql`r.id = any(${which}::uuid[])`,
      ...placed,
    })
  await passRows(tx, {
    table: 'revision',
    from,
    to,
    which: sql`r.record_id = any(${which}::uuid[]) and r.type = any(${types}::text[])`,
    ...placed,
  })
  for (const table of ['revision_event', 'revision_look', 'file_use'])
    await passRows(tx, { table, from, to, which: sql`r.record_id = any(${which}::uuid[])` })
  await notePassed(tx, which, to)
  return inForce
}

/** Lets what institutions keep of themselves follow them to another place of the tree. */
export async function placeOwned(engine: Engine, tx: Tx, institutionIds: readonly number[]): Promise<void> {
  const ids = [...institutionIds]
  const place = sql`district_id = o.district_id, city_id = o.city_id, province_id = o.province_id`
  for (const definition of ofInstitutions(engine))
    await tx.execute(sql`
      update ${sql.id(prepared(definition).table)} r
      set ${place}
      from institution o
      where o.id = r.owner_id and r.owner_id = any(${ids}::int[])`)
  await tx.execute(sql`
    update revision r
    set ${place}
    from institution o
    where o.id = r.owner_id and r.owner_id = any(${ids}::int[])
      and r.type = any(${institutionTypes(engine.records)}::text[])`)
}

/** Records of groups whose members are all among these teachers: they move with the teachers. */
export async function ownedBy(
  engine: Engine,
  tx: Tx,
  { institutionId, teacherIds }: { institutionId: number; teacherIds: readonly number[] },
): Promise<string[]> {
  const going = new Set(teacherIds)
  const found: string[] = []
  for (const definition of ofInstitutions(engine)) {
    const fields = postsIn(definition)
    if (fields.length === 0) continue
    const rows = await tx.query<{ id: string; value: Readonly<Record<string, unknown>> }>(sql`
      select v.record_id as id, v.value
      from revision v
      where v.owner_id = ${institutionId} and v.type = ${definition.name} and v.state = 'approved'
        and v.superseded_at is null`)
    for (const { id, value } of rows) {
      const holders = fields.flatMap(({ key }) => holdersOf(value[key]))
      if (holders.length > 0 && holders.every((one) => going.has(one))) found.push(id)
    }
  }
  return found
}
