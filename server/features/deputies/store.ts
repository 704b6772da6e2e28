import type { Actor } from '../../../catalogue/access/access.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { mostLentDays, type Colleague, type Deputy } from '../../../catalogue/contract/account/deputies.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { changeLastDay, lendIdentity, takeBack } from '../../engine/directory/index.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { note } from '../../platform/audit/note.ts'
import { nameFound } from '../../engine/names/index.ts'

/** Dependencies of the feature, from `app`. */
export interface Deputies {
  readonly db: Database
  /** A message of the portal to one identity. */
  readonly tell: (tx: Tx, identityId: number, title: string, content: string) => Promise<void>
}

const today = sql`(now() at time zone 'Asia/Shanghai')::date`
/** The deputies an identity named, the latest first; or the one it is itself. */
async function deputiesWhere(db: Queryable, which: Sql): Promise<Deputy[]> {
  return db.query<Deputy>(sql`
    with lent as materialized (
      select a.id, a.person_id, a.lent_by, a.lent_from, a.lent_until, a.state
      from identity a
      where ${which}
      order by a.state = 'enabled' desc, a.id desc
      limit 50),
    acted as materialized (
      select e.by_identity, least(count(*), 10000)::int as many
      from revision_event e
      where e.by_identity in (select id from lent)
      group by e.by_identity)
    select a.id, p.name, b.name as lender, a.lent_from as "from", a.lent_until as until,
      case when a.state <> 'enabled'
        or a.lent_until < ${today} then 'over' when a.lent_from > ${today} then 'waiting' else 'now' end as standing,
      coalesce(e.many, 0) as acts
    from lent a
    join person p on p.id = a.person_id
    join identity l on l.id = a.lent_by
    join person b on b.id = l.person_id
    left join acted e on e.by_identity = a.id
    order by a.state = 'enabled' desc, a.id desc`)
}

export async function deputiesOf(
  db: Queryable,
  actor: Actor,
): Promise<{ list: Deputy[]; mine: Deputy | null }> {
  const [list, [mine]] = await Promise.all([
    deputiesWhere(db, sql`a.lent_by = ${actor.identityId}`),
    actor.standsFor === undefined ? [] : deputiesWhere(db, sql`a.id = ${actor.identityId}`),
  ])
  return { list, mine: mine ?? null }
}

/**
 * People of the own institution who could do the work: signed up there in another role. By letters of the
 * name, twenty at most.
 */
export async function colleaguesOf(
  db: Queryable,
  { institutionId, personId, role }: Actor,
  q: string,
): Promise<Colleague[]> {
  const rows = await db.query<{ personId: number; name: string; roles: number[] }>(sql`
    select p.id as "personId", p.name, array_agg(a.role order by a.role) as roles
    from identity a join person p on p.id = a.person_id
    where a.institution_id = ${institutionId}
      and a.state = 'enabled'
      and a.lent_by is null
      and p.id <> ${personId}
      ${q === '' ? sql.empty : sql`and ${nameFound('p', 'person', q)}`}
    group by p.id having not bool_or(a.role = ${role}) order by p.name_sort, p.id limit 20`)
  return rows.map(({ personId: id, name, roles }) => ({
    personId: id,
    name,
    known: roles.flatMap((one) => (isRole(one) ? [roleEntry(one).label] : [])).join('、'),
  }))
}

/**
 * Lends the own identity's role and institution to a colleague for some days; answers the number of the
 * identity they get.
 */
export async function nameDeputy(
  { db, tell }: Deputies,
  actor: Actor,
  draft: { personId: number; from: string; until: string },
): Promise<number> {
  if (actor.standsFor !== undefined) throw new AppError('wrongState', { message: '代办人不能再委托他人' })
  return db.transaction(async (tx) => {
    await requireDays(tx, draft.from, draft.until)
    const found = await tx.maybeOne<{ same: boolean; id: number }>(sql`
      select bool_or(role = ${actor.role}) as same, min(id) as id from identity
      where person_id = ${draft.personId}
        and person_id <> ${actor.personId}
        and institution_id = ${actor.institutionId}
        and state = 'enabled'
        and lent_by is null
      having count(*) > 0`)
    if (!found) throw invalid('personId', '代办人须是本单位的人员')
    if (found.same) throw invalid('personId', '该同事本来就能办理，无需委托')
    const lent = await lendIdentity(tx, actor.identityId, draft.personId, draft)
    if (lent === undefined)
      throw new AppError('duplicate', {
        message: '该同事正在代办本单位的事，请先结束那一次委托',
        errors: [{ field: 'personId', message: '该同事正在代办本单位的事' }],
      })
    await note(tx, {
      by: actor.identityId,
      action: 'deputy.named',
      personId: draft.personId,
      facts: {
        identity: lent,
        from: draft.from,
        until: draft.until,
      },
    })
    await tell(
      tx,
      found.id,
      `${actor.name}委托您代办`,
      `${draft.from} 至 ${draft.until}，您可以用“切换身份”代${actor.name}办理${actor.institution}的审核等事项。经办记录同时写明您和委托人。`,
    )
    return lent
  })
}

async function requireDays(tx: Tx, from: string, until: string): Promise<void> {
  const asked = await tx.one<{ past: boolean; backward: boolean; long: boolean }>(sql`
    select ${from}::date < ${today} as past, ${until}::date < ${from}::date
      or ${until}::date < ${today} as backward,
      ${until}::date - greatest(${from}::date, ${today}) > ${mostLentDays} as long`)
  if (asked.past) throw invalid('from', '开始日期不能早于今天')
  if (asked.backward) throw invalid('until', '结束日期不能早于开始日期和今天')
  if (asked.long) throw invalid('until', '一次最多委托一年，到期可以再委托')
}

interface LentIdentity {
  readonly person_id: number
  readonly lent_by: number
  readonly from: string
}

/** A lent identity that is still on, of the one who lent it or who has it; else `missing`. */
async function lentOf(tx: Tx, actor: Actor, id: number): Promise<LentIdentity> {
  const row = await tx.maybeOne<LentIdentity>(sql`
    select person_id, lent_by, lent_from as "from" from identity
    where id = ${id}
      and (lent_by = ${actor.identityId} or person_id = ${actor.personId})
      and lent_by is not null
      and state = 'enabled' for update`)
  if (!row) throw new AppError('missing')
  return row
}

/** Another last day; only the one who lent it sets one. */
export async function changeUntil({ db }: Deputies, actor: Actor, id: number, until: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lentOf(tx, actor, id)
    if (row.lent_by !== actor.identityId) throw new AppError('missing')
    const { begun } = await tx.one<{ begun: string }>(
      sql`select greatest(${row.from}::date, ${today}) as begun`,
    )
    await requireDays(tx, begun, until)
    await changeLastDay(tx, id, until)
    await note(tx, {
      by: actor.identityId,
      action: 'deputy.changed',
      personId: row.person_id,
      facts: { identity: id, until },
    })
  })
}

/** Ends it at once, by either of the two; answers whose identity it was. */
export async function endDeputy({ db, tell }: Deputies, actor: Actor, id: number): Promise<number> {
  return db.transaction(async (tx) => {
    const row = await lentOf(tx, actor, id)
    await takeBack(tx, sql`a.id = ${id}`, actor.identityId)
    if (row.lent_by !== actor.identityId)
      await tell(tx, row.lent_by, '代办已结束', `${actor.name}结束了您委托的代办，以后的事项由您办理。`)
    return row.person_id
  })
}

/** Takes back what was lent until yesterday. */
export async function endOverdue(db: Database): Promise<number> {
  return db.transaction(async (tx) => (await takeBack(tx, sql`a.lent_until < ${today}`, null)).length)
}
