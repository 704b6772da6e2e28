import type { Actor } from '../../../catalogue/access/access.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import type { SiteList, SiteView } from '../../../catalogue/contract/portal/sites.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { emptySite, type SiteBody } from '../../../catalogue/sites/body.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Condition that whoever asks keeps the site of `client k`: the administrator every one, an office that of
 * its own area. The levels leave schools out, which have the code of their district.
 */
const kept = ({ role, institutionId }: Actor): Sql =>
  role === 1
    ? sql`true`
    : sql`k.area_code = (select left(i.area_code, 6) from institution i
        where i.id = ${institutionId} and i.level in ('province', 'city', 'district') and i.closed_on is null)`

/** The sites that somebody keeps. */
export async function sitesOf(db: Queryable, actor: Actor): Promise<SiteList> {
  const list = await db.query<Omit<SiteList['list'][number], 'areaName'>>(sql`
    select k.id as "clientId", k.name, k.area_code as "areaCode", k.domain, k.enabled,
      coalesce((select s.no from client_site s where s.client_id = k.id and s.state = 'inForce'), 0) as no,
      coalesce((select s.state from client_site s
        where s.client_id = k.id and s.state in ('draft', 'asked')), 'none') as draft
    from client k
    where ${kept(actor)}
    order by k.id
    limit 500`)
  return { list: list.map((one) => ({ ...one, areaName: areaName(one.areaCode) })) }
}

/** A client whose site the actor keeps; `missing` for every other one. */
export interface KeptClient {
  readonly clientId: number
  readonly name: string
  readonly areaCode: string
  readonly domain: string | null
}

export async function requireKept(db: Queryable, actor: Actor, clientId: number): Promise<KeptClient> {
  const row = await db.maybeOne<KeptClient>(sql`
    select k.id as "clientId", k.name, k.area_code as "areaCode", k.domain
    from client k
    where k.id = ${clientId} and ${kept(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

/** One version of a site; null where there is none with this number. */
export async function versionOf(db: Queryable, clientId: number, no: number): Promise<SiteBody | null> {
  const row = await db.maybeOne<{ body: SiteBody }>(sql`
    select body from client_site
    where client_id = ${clientId} and no = ${no} and state in ('inForce', 'past')`)
  return row?.body ?? null
}

/** What is in force of a site: number 0 and nothing where no version is. */
export async function latestOf(db: Queryable, clientId: number): Promise<{ no: number; body: SiteBody }> {
  const row = await db.maybeOne<{ no: number; body: SiteBody }>(
    sql`select no, body from client_site where client_id = ${clientId} and state = 'inForce'`,
  )
  return row ?? { no: 0, body: emptySite }
}

/** The versions that were in force, the newest first. */
export const versionsOf = (db: Queryable, clientId: number): Promise<SiteView['versions']> =>
  db.query(sql`
    select s.no, s.updated_at as at, p.name as by, q.name as "confirmedBy", s.note,
      s.state = 'inForce' as "inForce"
    from client_site s
    join identity a on a.id = s.by_identity
    join person p on p.id = a.person_id
    left join identity b on b.id = s.confirmed_by
    left join person q on q.id = b.person_id
    where s.client_id = ${clientId} and s.state in ('inForce', 'past')
    order by s.no desc
    limit 50`)

export async function draftOf(
  db: Queryable,
  actor: Actor,
  clientId: number,
): Promise<NonNullable<SiteView['draft']> | null> {
  const row = await db.maybeOne<{
    body: SiteBody
    editNo: number
    by: string
    updatedAt: string
    asked_by: number | null
    asked: string | null
    note: string
  }>(sql`
    select s.body, s.edit_no as "editNo", p.name as by, s.updated_at as "updatedAt", s.asked_by,
      q.name as asked, s.note
    from client_site s
    join identity a on a.id = s.by_identity
    join person p on p.id = a.person_id
    left join identity b on b.id = s.asked_by
    left join person q on q.id = b.person_id
    where s.client_id = ${clientId} and s.state in ('draft', 'asked')`)
  if (!row) return null
  const { asked_by, asked, note: words, ...rest } = row
  return {
    ...rest,
    asked: asked_by === null ? null : { by: asked ?? '', note: words, mine: asked_by === actor.identityId },
  }
}

const stale = () => new AppError('stale', { message: '草稿刚被同事改过或已送请复核，请刷新后再改' })

/**
 * Saves the draft of a site, which colleagues share: who saves over a version that is not the newest gets
 * 409.
 * @param editNo 0 begins a draft
 * @returns the new edit number
 */
export async function saveDraft(
  db: Database,
  actor: Actor,
  clientId: number,
  { body, editNo }: { readonly body: SiteBody; readonly editNo: number },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSite(tx, clientId)
    const before = await draftRow(tx, clientId)
    await refuseLogo(tx, actor, body, before?.body ?? (await latestOf(tx, clientId)).body)
    const rows =
      editNo === 0 && !before
        ? await tx.query<{ editNo: number }>(sql`
            insert into client_site (client_id, no, body, state, by_identity)
            values (${clientId}, ${await nextNo(tx, clientId)}, ${sql.json(body)}, 'draft', ${actor.identityId})
            returning edit_no as "editNo"`)
        : await tx.query<{ editNo: number }>(sql`
            update client_site
            set body = ${sql.json(body)}, by_identity = ${actor.identityId}, edit_no = edit_no + 1,
              updated_at = now()
            where client_id = ${clientId} and state = 'draft' and edit_no = ${editNo}
            returning edit_no as "editNo"`)
    const [row] = rows
    if (!row) throw stale()
    return row.editNo
  })
}

/** A mark is a picture that whoever sets it has uploaded, or the one that is there. */
async function refuseLogo(tx: Tx, actor: Actor, { brand }: SiteBody, before: SiteBody): Promise<void> {
  if (brand.logo === null || brand.logo === before.brand.logo) return
  const file = await tx.maybeOne<{ mime: string }>(
    sql`select mime from file where id = ${brand.logo} and by_identity = ${actor.identityId}`,
  )
  if (!file) throw invalid('body.brand.logo', '没有该文件，请重新上传')
  if (!['image/png', 'image/jpeg'].includes(file.mime))
    throw invalid('body.brand.logo', '标志应为 png 或 jpg 图片')
}

/** The number of the next version of a site that is locked. */
export const nextNo = async (tx: Tx, clientId: number): Promise<number> =>
  (
    await tx.one<{ no: number }>(
      sql`select coalesce(max(no), 0) + 1 as no from client_site where client_id = ${clientId}`,
    )
  ).no

/** One change of a site at a time: the last number is read and counted on. */
export const lockSite = (tx: Tx, clientId: number): Promise<unknown> =>
  tx.query(sql`select id from client where id = ${clientId} for update`)

interface DraftRow {
  readonly body: SiteBody
  readonly editNo: number
  readonly by: number
  readonly askedBy: number | null
  readonly no: number
}

const draftRow = (tx: Tx, clientId: number): Promise<DraftRow | undefined> =>
  tx.maybeOne<DraftRow>(sql`
    select body, edit_no as "editNo", by_identity as by, asked_by as "askedBy", no
    from client_site
    where client_id = ${clientId} and state in ('draft', 'asked')`)

/** The draft of this edit, of a site that is locked. 409 where it is another by now. */
export async function requireDraft(tx: Tx, clientId: number, editNo: number): Promise<DraftRow> {
  const row = await draftRow(tx, clientId)
  if (row?.editNo !== editNo) throw new AppError('stale', { message: '草稿刚被改过，请看过最新的再办' })
  return row
}

export async function dropDraft(db: Database, clientId: number): Promise<void> {
  await db.execute(sql`delete from client_site where client_id = ${clientId} and state in ('draft', 'asked')`)
}

/** Sends the draft to a second person, or back to who wrote it. */
export async function turnDraft(
  tx: Tx,
  actor: Actor,
  clientId: number,
  to: { readonly state: 'draft' | 'asked'; readonly note: string },
): Promise<void> {
  await tx.execute(sql`
    update client_site
    set state = ${to.state}, asked_by = ${to.state === 'asked' ? actor.identityId : null}::int,
      note = ${to.note}, edit_no = edit_no + 1, updated_at = now()
    where client_id = ${clientId} and state in ('draft', 'asked')`)
  await note(tx, {
    by: actor.identityId,
    action: to.state === 'asked' ? 'site.asked' : 'site.refused',
    facts: { client: clientId, note: to.note },
  })
}

/** What was in force is a past version from now on. */
export const endInForce = (tx: Tx, clientId: number): Promise<unknown> =>
  tx.execute(sql`update client_site set state = 'past' where client_id = ${clientId} and state = 'inForce'`)
