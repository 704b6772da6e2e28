import { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  mostOfficeForms,
  type OfficeForm,
  type OfficeFormLine,
} from '../../../../catalogue/contract/office-forms.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { placeMeaning } from '../../../../catalogue/forms/places.ts'
import type { Owner } from '../../../engine/engine.ts'
import { note } from '../../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

/** A form as it is written: name, template, who prints it. */
export interface OfficeFormText {
  readonly title: string
  readonly forHolders: boolean
  /** Null keeps the template that is there. */
  readonly template: Buffer | null
}

const lineColumns = sql`f.id, f.title, f.for_holders as "forHolders", f.draft is not null as "hasDraft",
  f.ended_at is not null as ended, f.updated_at as "updatedAt", p.name as by,
  coalesce((select max(v.no) from office_form_version v where v.form_id = f.id), 0) as no`
const lines = sql`office_form f join identity a on a.id = f.by_identity join person p on p.id = a.person_id`

/** The forms of the actor's office, those in use first. */
export async function formsOfOffice(
  db: Queryable,
  { institutionId }: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const [list, { total }] = await Promise.all([
    db.query<OfficeFormLine>(sql`
      select ${lineColumns}
      from ${lines}
      where f.office_id = ${institutionId}
      order by f.ended_at is not null, f.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from office_form where office_id = ${institutionId}`,
    ),
  ])
  return { list, total, page, pageSize }
}

/** A form of the actor's office with its draft, or with the template in use. */
export interface KeptForm extends OfficeFormLine {
  readonly editNo: number
  readonly template: Buffer
}

/** @throws AppError `missing`, also for a form of another office */
export async function formOfOffice(db: Queryable, { institutionId }: Actor, id: number): Promise<KeptForm> {
  const row = await db.maybeOne<KeptForm>(sql`
    select ${lineColumns}, f.edit_no as "editNo",
      coalesce(f.draft, (select v.template from office_form_version v
        where v.form_id = f.id order by v.no desc limit 1)) as template
    from ${lines}
    where f.id = ${id} and f.office_id = ${institutionId}`)
  if (!row) throw new AppError('missing')
  return row
}

export const versionsOf = (db: Queryable, id: number): Promise<OfficeForm['versions']> =>
  db.query(sql`
    select v.no, v.title, v.at, p.name as by
    from office_form_version v
    join identity a on a.id = v.by_identity
    join person p on p.id = a.person_id
    where v.form_id = ${id}
    order by v.no desc
    limit 50`)

/** Begins a form of the office with its first draft; answers its number. */
export function beginForm(
  db: Database,
  actor: Actor,
  text: OfficeFormText & { template: Buffer },
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('office_form'), ${actor.institutionId})`)
    const { many } = await tx.one<{ many: number }>(
      sql`select count(*)::int as many from office_form where office_id = ${actor.institutionId}`,
    )
    if (many >= mostOfficeForms) throw invalid('title', `一个单位最多 ${mostOfficeForms} 张自制表格`)
    const { id } = await tx.one<{ id: number }>(sql`
      insert into office_form (office_id, title, for_holders, draft, by_identity)
      values (${actor.institutionId}, ${text.title}, ${text.forHolders}, ${text.template}, ${actor.identityId})
      returning id`)
    await noteChange(tx, actor, 'officeForm.begun', { form: id, title: text.title })
    return id
  })
}

const noteChange = (
  tx: Tx,
  actor: Actor,
  action: 'officeForm.begun' | 'officeForm.changed' | 'officeForm.published' | 'officeForm.ended',
  facts: Readonly<Record<string, unknown>>,
) => note(tx, { by: actor.identityId, action, facts })

interface Change {
  readonly id: number
  readonly editNo: number
}

/** Locks a form of the office. 409 where somebody was faster, or where it has ended. */
async function lockForm(tx: Tx, actor: Actor, { id, editNo }: Change): Promise<{ draft: Buffer | null }> {
  const row = await tx.maybeOne<{ draft: Buffer | null; editNo: number; ended: boolean }>(sql`
    select draft, edit_no as "editNo", ended_at is not null as ended
    from office_form
    where id = ${id} and office_id = ${actor.institutionId}
    for update`)
  if (!row) throw new AppError('missing')
  if (row.ended) throw new AppError('wrongState', { message: '该表格已停用' })
  if (row.editNo !== editNo) throw new AppError('stale', { message: '该表格刚被同事改过，请刷新后再办' })
  return row
}

/** Changes the draft; the version in use stays as it is. */
export function changeForm(db: Database, actor: Actor, change: Change, text: OfficeFormText): Promise<void> {
  return db.transaction(async (tx) => {
    await lockForm(tx, actor, change)
    const last = sql`(select v.template from office_form_version v
      where v.form_id = ${change.id} order by v.no desc limit 1)`
    await tx.execute(sql`
      update office_form
      set title = ${text.title}, for_holders = ${text.forHolders},
        draft = coalesce(${text.template}::bytea, draft, ${last}), by_identity = ${actor.identityId},
        edit_no = edit_no + 1, updated_at = now()
      where id = ${change.id}`)
    await noteChange(tx, actor, 'officeForm.changed', { form: change.id, title: text.title })
  })
}

/**
 * The draft becomes the next version, which is printed from now on.
 * @param judge refuses a template with unknown places; answers what each stands for
 */
export function publishForm(
  db: Database,
  actor: Actor,
  change: Change,
  judge: (template: Buffer) => Promise<PlaceMeanings>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { draft } = await lockForm(tx, actor, change)
    if (draft === null) throw new AppError('wrongState', { message: '没有待发布的改动' })
    const places = await judge(draft)
    const { no } = await tx.one<{ no: number }>(
      sql`select 1 + coalesce(max(no), 0) as no from office_form_version where form_id = ${change.id}`,
    )
    await tx.execute(sql`
      insert into office_form_version (form_id, no, title, for_holders, template, places, by_identity)
      select f.id, ${no}::int, f.title, f.for_holders, f.draft, ${sql.json(places)}::jsonb, ${actor.identityId}::int
      from office_form f
      where f.id = ${change.id}`)
    await tx.execute(sql`
      update office_form set draft = null, edit_no = edit_no + 1, updated_at = now() where id = ${change.id}`)
    await noteChange(tx, actor, 'officeForm.published', { form: change.id, no })
    return no
  })
}

/** Nobody prints it any more; what was printed can be verified as before. */
export function endForm(db: Database, actor: Actor, change: Change): Promise<void> {
  return db.transaction(async (tx) => {
    await lockForm(tx, actor, change)
    await tx.execute(sql`
      update office_form set ended_at = now(), edit_no = edit_no + 1, updated_at = now()
      where id = ${change.id}`)
    await noteChange(tx, actor, 'officeForm.ended', { form: change.id })
  })
}

/** What the places of a version stand for, by their names. */
export const placeMeanings = z.record(z.string(), placeMeaning)
export type PlaceMeanings = z.infer<typeof placeMeanings>

/** A published version, with the office whose form it is. */
export interface PublishedForm {
  readonly id: number
  readonly no: number
  readonly title: string
  readonly forHolders: boolean
  readonly template: Buffer
  /** As they were read when it was published. */
  readonly places: PlaceMeanings
  readonly office: string
}

const publishedColumns = sql`f.id, v.no, v.title, v.for_holders as "forHolders", v.template, v.places,
  i.name as office`

/** The template of a version of the actor's office. */
export async function templateOf(
  db: Queryable,
  actor: Actor,
  id: number,
  no: number,
): Promise<PublishedForm> {
  const row = await db.maybeOne<PublishedForm>(sql`
    select ${publishedColumns}
    from office_form f
    join office_form_version v on v.form_id = f.id
    join institution i on i.id = f.office_id
    where f.id = ${id} and v.no = ${no} and f.office_id = ${actor.institutionId}`)
  if (!row) throw new AppError('missing')
  return row
}

/**
 * Forms in use that the actor may print about a teacher: of offices above both, or of the actor's own office above
 * the teacher; teachers themselves those that are meant for them.
 */
export function formsFor(
  db: Queryable,
  { role, institutionId }: Actor,
  owner: Owner,
  id?: number,
): Promise<PublishedForm[]> {
  const above = [owner.institutionId, owner.districtId, owner.cityId, owner.provinceId]
  return db.query<PublishedForm>(sql`
    select ${publishedColumns}
    from office_form f
    join institution i on i.id = f.office_id
    join lateral (
      select * from office_form_version v where v.form_id = f.id order by v.no desc limit 1) v on true
    where f.ended_at is null and f.office_id = any(${above.filter((one) => one !== null)}::int[])
      ${id === undefined ? sql.empty : sql`and f.id = ${id}`}
      and ${
        role === 2
          ? sql`v.for_holders`
          : sql`f.office_id in (
              select unnest(array[r.id, r.district_id, r.city_id, r.province_id])
              from institution r where r.id = ${institutionId})`
      }
    order by f.id`)
}

/** A version by number, whoever asks: what was printed of it is compared when it is verified. */
export const versionOf = (db: Queryable, id: number, no: number): Promise<PublishedForm | undefined> =>
  db.maybeOne<PublishedForm>(sql`
    select ${publishedColumns}
    from office_form f
    join office_form_version v on v.form_id = f.id
    join institution i on i.id = f.office_id
    where f.id = ${id} and v.no = ${no}`)
