import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnDraft, OwnOpenings, OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { emptyBody, type OwnBody } from '../../../catalogue/own/body.ts'
import { mostFields } from '../../../catalogue/own/judge.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Seconds from the publication until it counts: every process reads it within two. */
const countsAfter = 10
/** Minutes in which a publication can be taken back, while nobody filled in what it added. */
const takeBackMinutes = 10

/** Whether the office is the highest one, and how many fields it may add to a type. */
export interface OfficeRights {
  readonly isTop: boolean
  readonly most: number
}

/**
 * What an office may add. The highest one as many as there can be; below it as many as each office on the way
 * down opened: what is closed above is closed below.
 */
export async function rightsOf(db: Queryable, { institutionId }: Actor): Promise<OfficeRights> {
  const { above, most } = await db.one<{ above: number; most: number | null }>(sql`
    with path as (
      select x.id, x.place from institution i,
        unnest(array_remove(array[i.province_id, i.city_id, i.district_id], null)) with ordinality x (id, place)
      where i.id = ${institutionId} and i.closed_on is null)
    select (select count(*)::int from path where id <> ${institutionId}) as above,
      (select min(coalesce(o.most, 0))::int from path p left join own_opening o on o.office_id = p.id
        where p.place > 1) as most`)
  const isTop = above === 0
  return { isTop, most: isTop ? mostFields : (most ?? 0) }
}

/** Whether an office may add fields of its own: the highest one, and those that it opened. */
export const mayDeclare = async (db: Queryable, actor: Actor): Promise<boolean> =>
  (await rightsOf(db, actor)).most > 0

/** What the office published last about a type, whether it counts already or in a few seconds. */
export async function latestOf(
  db: Queryable,
  office: number,
  type: string,
): Promise<{ no: number; body: OwnBody }> {
  const row = await db.maybeOne<{ no: number; body: OwnBody }>(sql`
    select no::int as no, body
    from own_declaration
    where office_id = ${office} and type = ${type}
    order by no desc
    limit 1`)
  return row ?? { no: 0, body: emptyBody }
}

/** What an office said of a type, and whose draft waits; of an own type its title. */
interface StandingRow {
  readonly body: OwnBody | null
  readonly draft: 'draft' | 'asked' | null
  readonly title: string | null
}

/** What the office published last about each type, and whose draft waits; by type. */
export async function standingOf(db: Queryable, office: number): Promise<ReadonlyMap<string, StandingRow>> {
  const rows = await db.query<StandingRow & { type: string }>(sql`
    select coalesce(l.type, d.type) as type, l.body,
      coalesce(d.body, l.body) -> 'record' ->> 'title' as title,
      case when d.asked_by is not null then 'asked' when d.type is not null then 'draft' end as draft
    from (select distinct on (type) type, body from own_declaration
      where office_id = ${office}
      order by type, no desc) l
    full join (select type, asked_by, body from own_draft where office_id = ${office}) d on d.type = l.type`)
  return new Map(rows.map(({ type, ...row }) => [type, row]))
}

/** One publication of an office about a type at a time: what was said last is read and counted on. */
export const lockType = (tx: Tx, office: number, type: string): Promise<unknown> =>
  tx.query(sql`select pg_advisory_xact_lock(hashtext(${`own ${office} ${type}`}))`)

export async function versionsOf(
  db: Queryable,
  office: number,
  type: string,
): Promise<OwnTypeView['versions']> {
  const rows = await db.query<
    Omit<OwnTypeView['versions'][number], 'takeBackUntil'> & { until: string; open: boolean }
  >(sql`
    select d.no::int as no, d.at, p.name as by, s.name as "confirmedBy", d.note,
      jsonb_array_length(d.body -> 'fields') as fields,
      d.at + make_interval(mins => ${takeBackMinutes}) as until,
      now() < d.at + make_interval(mins => ${takeBackMinutes}) as open
    from own_declaration d
    join identity a on a.id = d.by_identity
    join person p on p.id = a.person_id
    left join identity b on b.id = d.confirmed_by
    left join person s on s.id = b.person_id
    where d.office_id = ${office} and d.type = ${type}
    order by d.no desc
    limit 50`)
  return rows.map(({ until, open, ...row }, i) => ({ ...row, takeBackUntil: i === 0 && open ? until : null }))
}

export async function draftOf(db: Queryable, actor: Actor, type: string): Promise<OwnDraft | null> {
  const row = await db.maybeOne<{
    body: OwnBody
    edit_no: number
    by: string
    updated_at: string
    asked_by: number | null
    asked: string | null
    note: string | null
  }>(sql`
    select d.body, d.edit_no, p.name as by, d.updated_at, d.asked_by, s.name as asked, d.note
    from own_draft d
    join identity a on a.id = d.by_identity
    join person p on p.id = a.person_id
    left join identity b on b.id = d.asked_by
    left join person s on s.id = b.person_id
    where d.office_id = ${actor.institutionId} and d.type = ${type}`)
  if (!row) return null
  return {
    body: row.body,
    editNo: row.edit_no,
    by: row.by,
    updatedAt: row.updated_at,
    asked:
      row.asked_by === null
        ? null
        : { by: row.asked ?? '', note: row.note ?? '', mine: row.asked_by === actor.identityId },
  }
}

/** Gives a key that was never given before. */
export async function giveKey(db: Database, actor: Actor, type: string): Promise<string> {
  const row = await db.one<{ key: string }>(sql`
    insert into own_key (key, office_id, type)
    values ('own' || nextval('own_number'), ${actor.institutionId}, ${type})
    returning key`)
  return row.key
}

export async function keysGiven(db: Queryable, office: number, type: string): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from own_key where office_id = ${office} and type = ${type}`)
  return rows.map(({ key }) => key)
}

/**
 * Saves the draft of the office. Colleagues share it: who saves over a version that is not the newest gets
 * 409, and a draft that waits for a second person is not changed.
 * @param editNo 0 begins a draft
 * @returns the new edit number
 */
export async function saveDraft(
  db: Database,
  actor: Actor,
  type: string,
  { body, editNo }: { readonly body: OwnBody; readonly editNo: number },
): Promise<number> {
  const rows =
    editNo === 0
      ? await db.query<{ editNo: number }>(sql`
          insert into own_draft (office_id, type, body, by_identity)
          values (${actor.institutionId}, ${type}, ${sql.json(body)}, ${actor.identityId})
          on conflict (office_id, type) do nothing
          returning edit_no as "editNo"`)
      : await db.query<{ editNo: number }>(sql`
          update own_draft
          set body = ${sql.json(body)}, by_identity = ${actor.identityId}, edit_no = edit_no + 1, updated_at = now()
          where office_id = ${actor.institutionId} and type = ${type} and edit_no = ${editNo}
            and asked_by is null
          returning edit_no as "editNo"`)
  const [row] = rows
  if (!row) throw new AppError('stale', { message: '草稿刚被同事改过或已送请复核，请刷新后再改' })
  return row.editNo
}

export async function dropDraft(db: Database, actor: Actor, type: string): Promise<void> {
  await db.execute(sql`delete from own_draft where office_id = ${actor.institutionId} and type = ${type}`)
}

/** A draft as it is about to be published. */
interface DraftRow {
  readonly body: OwnBody
  readonly by_identity: number
  readonly asked_by: number | null
  readonly note: string | null
}

/** The draft of this edit, locked. 409 where it is another by now. */
export async function lockDraft(tx: Tx, office: number, type: string, editNo: number): Promise<DraftRow> {
  const row = await tx.maybeOne<DraftRow>(sql`
    select body, by_identity, asked_by, note
    from own_draft
    where office_id = ${office} and type = ${type} and edit_no = ${editNo} for update`)
  if (!row) throw new AppError('stale', { message: '草稿刚被改过，请看过最新的再办' })
  return row
}

/** Asks a second person of the office to confirm. */
export async function askSecond(tx: Tx, actor: Actor, type: string, words: string): Promise<void> {
  await tx.execute(sql`
    update own_draft
    set asked_by = ${actor.identityId}, note = ${words}, edit_no = edit_no + 1, updated_at = now()
    where office_id = ${actor.institutionId} and type = ${type}`)
}

/** Gives a draft back to who wrote it. */
export async function handBack(tx: Tx, office: number, type: string): Promise<void> {
  await tx.execute(sql`
    update own_draft set asked_by = null, edit_no = edit_no + 1, updated_at = now()
    where office_id = ${office} and type = ${type}`)
}

interface Declaration {
  readonly office: number
  readonly type: string
  readonly body: OwnBody
  readonly by: number
  readonly confirmedBy: number | null
  readonly note: string
}

/** Adds a declaration, with its audit line. Returns its number and from when it counts. */
export async function declare(tx: Tx, given: Declaration): Promise<{ no: number; countsFrom: string }> {
  const row = await tx.one<{ no: number; countsFrom: string }>(sql`
    insert into own_declaration (office_id, type, body, by_identity, confirmed_by, note, counts_from)
    values (${given.office}, ${given.type}, ${sql.json(given.body)}, ${given.by}, ${given.confirmedBy},
      ${given.note}, now() + make_interval(secs => ${countsAfter}))
    returning no::int as no, counts_from as "countsFrom"`)
  const facts = {
    no: row.no,
    office: given.office,
    fields: given.body.fields.length,
    tightened: given.body.tightened.length,
    hidden: given.body.hidden.length,
    confirmedBy: given.confirmedBy,
    note: given.note,
  }
  await note(tx, { by: given.by, action: 'own.published', type: given.type, facts })
  return row
}

/** The offices right below one, with what is open to each. */
export async function openingsOf(db: Queryable, office: number): Promise<OwnOpenings> {
  const list = await db.query<OwnOpenings['list'][number]>(sql`
    select i.id, i.name, coalesce(o.most, 0)::int as most,
      coalesce((select sum(jsonb_array_length(d.body -> 'fields'))::int
        from (select distinct on (type) body from own_declaration where office_id = i.id
          order by type, no desc) d), 0) as fields
    from institution i
    left join own_opening o on o.office_id = i.id
    where i.closed_on is null and i.id <> ${office} and i.level in ('city', 'district')
      and ((i.level = 'district' and i.city_id = ${office})
        or (i.level = 'city' and i.province_id = ${office}))
    order by i.id`)
  return { list }
}

/**
 * Opens own fields to an office right below, or closes them; fields that are in force stay.
 * @throws AppError `missing` for an office elsewhere, `invalid` for more than the own office may add
 */
export async function openTo(
  db: Database,
  actor: Actor,
  { office, most }: { readonly office: number; readonly most: number },
): Promise<void> {
  const { list } = await openingsOf(db, actor.institutionId)
  if (!list.some(({ id }) => id === office)) throw new AppError('missing')
  const own = await rightsOf(db, actor)
  if (most > own.most) throw invalid('most', `本单位每类档案可加 ${own.most} 个栏目，不能开放更多`)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into own_opening (office_id, most, by_identity) values (${office}, ${most}, ${actor.identityId})
      on conflict (office_id) do update
      set most = excluded.most, by_identity = excluded.by_identity, at = excluded.at`)
    await note(tx, { by: actor.identityId, action: 'own.opened', facts: { office, most } })
  })
}
