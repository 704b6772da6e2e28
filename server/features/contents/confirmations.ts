import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  ConfirmationLine,
  OwnConfirmation,
  OpenConfirmation,
} from '../../../catalogue/contract/portal/reach.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { pathOf } from '../../../catalogue/contents/paths.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { usable } from '../../engine/access/index.ts'
import { addressed, note, onShow, type ContentAct, type ContentRow } from '../../engine/publishing/index.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

export const until = sql`c.live ->> 'confirmBy'`
/** Institution i lies below the one that content c comes from. */
const below = sql`c.institution_id in (i.district_id, i.city_id, i.province_id) and i.id <> c.institution_id`
const levels: Readonly<Record<string, string>> = {
  province: '省',
  city: '市',
  district: '县区',
  school: '学校',
  centre: '中心',
}

/** Accounts a of institution i that act for it and may read content c. */
const officers = (definition: AnyContent): Sql =>
  sql`a.institution_id = i.id
      and a.role between 3
      and 6
      and ${usable}
      and ${addressed(definition, sql`c.live`, sql`a.role`, sql`i.area_code`)}`

/**
 * Content c asks institution i: it is read now, asks for it, and somebody there may answer. What was taken
 * down asks nobody.
 */
const asks = (definition: AnyContent): Sql =>
  sql`c.type = ${definition.name}
      and ${onShow}
      and ${until} is not null
      and ${below}
      and i.closed_on is null
      and exists (select 1
      from identity a
      where ${officers(definition)})`

/**
 * Institutions asked by one content, with what they answered. `narrow` may speak of i, k (confirmation) and m
 * (reminder).
 */
const asked = (definition: AnyContent, id: number, narrow: Sql): Sql => sql`
  from content c join institution i on ${asks(definition)}
    left join content_confirmation k on k.content_id = c.id and k.institution_id = i.id
    left join content_reminder m on m.content_id = c.id and m.institution_id = i.id
    left join identity ka on ka.id = k.by_identity left join person p on p.id = ka.person_id
  where c.id = ${id} ${narrow}`

interface ConfirmationQuery {
  readonly page: number
  readonly pageSize: number
  readonly state?: 'waiting' | 'confirmed' | undefined
  readonly q?: string | undefined
}

/** Institutions a content asks, those that have not confirmed first, with how many there are of both. */
export async function listConfirmations(
  db: Database,
  definition: AnyContent,
  row: ContentRow,
  { page, pageSize, state, q }: ConfirmationQuery,
) {
  const narrow = sql`${state ? (state === 'waiting' ? sql`and k.at is null` : sql`and k.at is not null`) : sql.empty}
    ${q ? sql`and strpos(i.name, ${q}) > 0` : sql.empty}`
  const [counts, { total }, rows] = await Promise.all([
    db.one<{ asked: number; confirmed: number }>(
      sql`select count(*)::int as asked,
          count(k.at)::int as confirmed ${asked(definition, row.id, sql.empty)}`,
    ),
    db.one<{ total: number }>(sql`select count(*)::int as total ${asked(definition, row.id, narrow)}`),
    db.query<ConfirmationLine>(sql`
      select i.id, i.name as institution, i.level, k.at as "confirmedAt", p.name as by,
        m.at as "remindedAt" ${asked(definition, row.id, narrow)}
      order by k.at is not null, i.level desc, i.name, i.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
  const asksUntil = row.live?.[definition.confirms ?? '']
  const list = rows.map((line) => ({ ...line, level: levels[line.level] ?? line.level }))
  return {
    list,
    total,
    page,
    pageSize,
    ...counts,
    until: typeof asksUntil === 'string' && row.shown === 'now' ? asksUntil : null,
  }
}

/**
 * How the actor's institution stands to a content; null: it is not asked, whether there is none or it is
 * another's.
 */
export async function ownStanding(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<OwnConfirmation> {
  if (!definition.confirms) return null
  const row = await db.maybeOne<{
    until: string
    institution: string
    at: string | null
    by: string | null
  }>(sql`
    select ${until} as until, i.name as institution, k.at,
      p.name as by ${asked(definition, id, mine(actor, definition))}`)
  return row
    ? {
        until: row.until,
        institution: row.institution,
        confirmed: row.at === null ? null : { at: row.at, by: row.by ?? '' },
      }
    : null
}

/** Only for the actor's institution, and only if the actor may read it too. */
const mine = (actor: Actor, definition: AnyContent): Sql =>
  actor.role >= 3 && actor.role <= 6
    ? sql`and i.id = ${actor.institutionId}
        and ${addressed(definition, sql`c.live`, sql`${actor.role}::int`, sql`i.area_code`)}`
    : sql`and false`

/** Confirms for the actor's institution; a second time changes nothing. */
export async function confirmRead(
  db: Database,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<OwnConfirmation> {
  return db.transaction(async (tx) => {
    const standing = await ownStanding(tx, actor, definition, id)
    if (!standing) throw new AppError('missing')
    const done = await tx.execute(sql`
      insert into content_confirmation (content_id, institution_id, by_identity)
      values (${id}, ${actor.institutionId}, ${actor.identityId})
      on conflict
      do nothing`)
    if (done > 0) {
      const row = await tx.one<{ value: Record<string, unknown> }>(
        sql`select live as value from content where id = ${id}`,
      )
      const about = { tx, actor, definition, row: { id, value: row.value } }
      await note(about, 'content.readConfirmed', { institution: actor.institutionId })
    }
    return ownStanding(tx, actor, definition, id)
  })
}

/** A type whose contents ask, with where one is read. */
export const asking = Object.values(contents).filter(({ confirms }) => confirms !== undefined)
export const readAt = (definition: AnyContent, id: number): string =>
  pathOf(definition, id, {}) ?? '/home/index'

/** Contents c of institution o that the actor's institution i still has to confirm, from `from` on. */
export const asksActor = (actor: Actor, definition: AnyContent): Sql => sql`
  from institution i join content c on ${asks(definition)} join institution o on o.id = c.institution_id
  where true ${mine(actor, definition)} and ${until} >= (now() at time zone 'Asia/Shanghai')::date::text
    and not exists (select 1
      from content_confirmation k
      where k.content_id = c.id and k.institution_id = i.id)`

/** Contents that the actor's institution still has to confirm, the earliest deadline first. */
export async function unconfirmed(db: Database, actor: Actor): Promise<OpenConfirmation[]> {
  const found = await Promise.all(
    asking.map(async (definition) => {
      const rows = await db.query<Omit<OpenConfirmation, 'link'>>(sql`
        select c.id, c.live ->> ${definition.headline}::text as title, o.name as
        from, ${until} as until, c.publish_at as since
        ${asksActor(actor, definition)}
        order by ${until}, c.id limit 20`)
      return rows.map((row) => ({ ...row, link: readAt(definition, row.id) }))
    }),
  )
  return found.flat().toSorted((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : a.id - b.id))
}

/** Tells the officers of every institution that has not confirmed, except those told within a day. */
export async function remind({ publishing, tx, actor, definition, row }: ContentAct) {
  const day = definition.confirms === undefined ? undefined : row.live?.[definition.confirms]
  if (row.live === null || row.shown !== 'now' || typeof day !== 'string')
    throw new AppError('wrongState', { message: '该内容没有在请单位确认' })
  const waiting = await tx.query<{ id: number; lately: boolean }>(sql`
    select i.id,
      coalesce(m.at > now() - interval '24 hours',
          false) as lately ${asked(definition, row.id, sql`and k.at is null`)}`)
  const told = waiting.filter(({ lately }) => !lately).map(({ id }) => id)
  await tx.execute(sql`
    insert into content_reminder (content_id, institution_id, by_identity)
    select ${row.id}::int, one, ${actor.identityId}::int
    from unnest(${told}::int[]) one
    on conflict (content_id, institution_id) do update set by_identity = excluded.by_identity, at = excluded.at`)
  const title = `请确认已读：${String(row.live[definition.headline] ?? '')}`
  const content = `${row.org}请各单位于 ${day} 前确认。打开原文，点“确认已读”即可，本单位一人确认一次就行。`
  for (const to of await desksOf(tx, definition, row.id, told)) {
    await publishing.notify(tx, {
      to,
      kind: '7',
      title,
      content,
      link: readAt(definition, row.id),
      exceptPerson: actor.personId,
    })
  }
  if (told.length > 0) {
    const about = { tx, actor, definition, row: { id: row.id, value: row.live } }
    await note(about, 'content.reminded', { institutions: told.length })
  }
  return { reminded: told.length, lately: waiting.length - told.length }
}

/** Roles that act for some institutions and may read a content. */
function desksOf(
  tx: Tx,
  definition: AnyContent,
  id: number,
  institutions: readonly number[],
): Promise<{ institution: number; role: number }[]> {
  return tx.query<{ institution: number; role: number }>(sql`
    select distinct i.id as institution, a.role
    from content c
    join institution i on i.id = any(${institutions}::int[])
    join identity a on ${officers(definition)}
    where c.id = ${id}`)
}
