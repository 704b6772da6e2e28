import { mayStandBelow, type InstitutionLevel } from '../../../catalogue/institutions/kinds.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { disableAccounts } from './institution-closing.ts'
import { claimInstitutions } from './turns.ts'
import { raised, type Keeper } from './institution-row.ts'
import { changeInstitutions } from './told-systems.ts'

/** An institution of a structural change, locked. */
export interface InvolvedInstitution {
  readonly id: number
  readonly name: string
  readonly code: string | null
  readonly kind: string
  readonly level: InstitutionLevel
  readonly parentId: number | null
  readonly version: number
  readonly closedOn: string | null
  /** First day of the present name; null when unknown. */
  readonly since: string | null
  /** Open institutions directly below it. */
  readonly below: number
}

/** Takes institutions for a structural change: locks them in the order of their numbers. 404 without one. */
export async function takeInstitutions(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, InvolvedInstitution>> {
  const asked = [...new Set(ids)]
  await claimInstitutions(tx, asked)
  const rows = await tx.query<InvolvedInstitution>(sql`
    select i.id, i.name, i.code, i.kind, i.level, i.parent_id as "parentId", i.version,
      i.closed_on as "closedOn",
      coalesce((select max(f.to_on) + 1 from institution_former f where f.institution_id = i.id),
        i.opened_on) as since,
      (select count(*)::int from institution b where b.parent_id = i.id and b.closed_on is null) as below
    from institution i
    where i.id = any(${asked}::int[])
    order by i.id
    for update`)
  if (rows.length < asked.length) throw new AppError('missing')
  return new Map(rows.map((row) => [row.id, row]))
}

export interface InstitutionEnd {
  readonly id: number
  /** First day on which it is closed. */
  readonly on: string
  /** Its successor; null when it has none. */
  readonly successorId: number | null
  readonly reason: string
}

/**
 * Ends an institution whose people and affairs went elsewhere: closes it, names its successor, disables its
 * accounts. Its code stays taken. Answers the people whose sessions ended.
 */
export async function endInstitution(tx: Tx, by: Keeper, ending: InstitutionEnd): Promise<readonly number[]> {
  const { id, on, successorId, reason } = ending
  await changeInstitutions(tx, {
    which: sql`id = ${id}`,
    sets: sql`closed_on = ${on}::date, successor_id = ${successorId}::int, ${raised}`,
  })
  const people = await disableAccounts(tx, by, id)
  await note(tx, {
    by: by.identityId,
    action: successorId === null ? 'institution.closed' : 'institution.merged',
    facts: { institution: id, successor: successorId, on, reason, accounts: people.length },
  })
  return people
}

/**
 * Puts an institution below another one, with everything below it, and answers all of them. 400 with the
 * field where the tree does not allow it.
 */
export async function moveInstitution(
  tx: Tx,
  by: Keeper,
  { id, parentId, on, reason }: { id: number; parentId: number; on: string; reason: string },
): Promise<readonly number[]> {
  const taken = await takeInstitutions(tx, [id, parentId])
  const moved = taken.get(id)
  const parent = taken.get(parentId)
  if (!moved || !parent) throw new AppError('missing')
  if (parent.closedOn !== null) throw invalid('parentId', `${parent.name}已撤销`)
  if (moved.parentId === parentId) throw invalid('parentId', `${moved.name}已经在${parent.name}下`)
  if (!mayStandBelow(moved.level, parent.level)) throw invalid('parentId', `${parent.name}下不能设该机构`)
  await changeInstitutions(tx, { which: sql`id = ${id}`, sets: sql`parent_id = ${parentId}, ${raised}` })
  const places = await tx.query<{ id: number; province: number; city: number; district: number }>(sql`
    with recursive tree as (
      select i.id, i.level, p.province_id, p.city_id,
        case when i.level = 'district' then i.id else p.district_id end as district_id
      from institution i
      join institution p on p.id = i.parent_id
      where i.id = ${id}
      union all
      select c.id, c.level, t.province_id, t.city_id,
        case when c.level = 'district' then c.id else t.district_id end
      from tree t
      join institution c on c.parent_id = t.id)
    select id, province_id as province, city_id as city, district_id as district from tree`)
  await changeInstitutions(tx, {
    which: sql`id = any(${places.map((place) => place.id)}::int[])`,
    sets: sql`province_id = x.province, city_id = x.city, district_id = x.district`,
    from: sql`
      join jsonb_to_recordset(${sql.json(places)}) as x(id int, province int, city int, district int)
        on x.id = was.id`,
  })
  await note(tx, {
    by: by.identityId,
    action: 'institution.moved',
    facts: { institution: id, from: moved.parentId, to: parentId, on, reason },
  })
  return places.map((place) => place.id)
}

/** Lets enabled accounts of an institution's offices go on at another one, which has none yet. */
export async function carryOfficers(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update identity a
    set institution_id = ${to}
    where a.institution_id = ${from} and a.role <> 2 and a.state = 'enabled' and a.lent_by is null
      and not exists (select 1 from identity o
        where o.person_id = a.person_id and o.role = a.role and o.institution_id = ${to} and o.lent_by is null)`)
}

/** A name and a code that an institution had before anybody wrote it down here. */
export interface FormerName {
  readonly institutionId: number
  readonly name: string
  readonly code: string | null
  /** First and last day; the first may be unknown. */
  readonly from: string | null
  readonly to: string
}

/** Records a former name with its days. 400 where it overlaps another one or the present one. */
export async function addFormerName(tx: Tx, by: Keeper, given: FormerName): Promise<void> {
  const { institutionId, name, code, from, to } = given
  const now = (await takeInstitutions(tx, [institutionId])).get(institutionId)
  if (from !== null && from > to) throw invalid('to', '末日不能早于首日')
  if (now?.since && to >= now.since)
    throw invalid('to', `现在的名称自 ${now.since} 起使用，曾用名称要在那以前`)
  const beside = await tx.maybeOne<{ name: string; from: string | null; to: string }>(sql`
    select name, from_on as from, to_on as to
    from institution_former
    where institution_id = ${institutionId}
      and daterange(from_on, to_on, '[]') && daterange(${from}::date, ${to}::date, '[]')
    limit 1`)
  if (beside)
    throw invalid('to', `与${beside.name}（${beside.from ?? '起始不详'} 至 ${beside.to}）的日期重叠`)
  if (code !== null) {
    const taken = await tx.maybeOne(sql`
      select 1 from institution where code = ${code} and id <> ${institutionId}
      union all
      select 1 from institution_former where code = ${code} and institution_id <> ${institutionId}
      limit 1`)
    if (taken) throw invalid('code', '该标识码属于其他机构，或曾经属于其他机构')
  }
  await tx.execute(sql`
    insert into institution_former (institution_id, name, code, from_on, to_on)
    values (${institutionId}, ${name}, ${code}, ${from}::date, ${to}::date)`)
  await note(tx, {
    by: by.identityId,
    action: 'institution.formerAdded',
    facts: { institution: institutionId, name, code, from, to },
  })
}
