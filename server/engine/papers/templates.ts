import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostTemplates,
  type TemplateDraft,
  type TemplateEdit,
  type TemplateLine,
} from '../../../catalogue/contract/blueprint-templates.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { hasCode } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { keysOf } from '../sharing/index.ts'

/** Condition that the actor made `blueprint_template t`: a teacher his own, an office its institution's. */
const isMakers = (actor: Actor): Sql =>
  actor.role === 2
    ? sql`t.person_id = ${actor.personId}`
    : sql`(t.person_id is null and t.institution_id = ${actor.institutionId})`

/** Templates that the actor may use, his own first, the last changed first. */
export async function templatesOf(
  db: Queryable,
  actor: Actor,
  {
    schoolStage,
    subject,
  }: { readonly schoolStage?: string | undefined; readonly subject?: string | undefined },
): Promise<TemplateLine[]> {
  return db.query<TemplateLine>(sql`
    select t.id, t.title, t.stage as "schoolStage", t.subject, t.value as blueprint, p.name as author, i.name as org,
      t.reach_key is not null as shared, coalesce(${isMakers(actor)}, false) as own, t.version,
      t.updated_at as "updatedAt"
    from blueprint_template t
    join institution i on i.id = t.institution_id
    left join person p on p.id = t.person_id
    where (${isMakers(actor)} or t.reach_key = any(${keysOf(actor)}))
      ${schoolStage ? sql`and t.stage = ${schoolStage}` : sql.empty}
      ${subject ? sql`and t.subject = ${subject}` : sql.empty}
    order by own desc, t.updated_at desc, t.id desc
    limit ${mostTemplates}`)
}

/** Keeps a blueprint to be used again. Answers its number. */
export async function keepTemplate(db: Database, actor: Actor, draft: TemplateDraft): Promise<number> {
  const { title, schoolStage, subject, blueprint, shared } = draft
  for (const [dict, code] of [
    ['schoolStage', schoolStage],
    ['subject', subject],
  ] as const)
    if (!hasCode(dict, code)) throw invalid(dict, dict === 'subject' ? '没有该学科' : '没有该学段')
  return db.transaction(async (tx) => {
    const { held } = await tx.one<{ held: number }>(
      sql`select count(*)::int as held from blueprint_template t where ${isMakers(actor)}`,
    )
    if (held >= mostTemplates)
      throw new AppError('wrongState', { message: `蓝图模板最多 ${mostTemplates} 个，请先删除一些` })
    const { id } = await tx.one<{ id: number }>(sql`
      insert into blueprint_template (title, stage, subject, value, institution_id, person_id, reach_key)
      values (${title}, ${schoolStage}, ${subject}, ${sql.json(blueprint)}, ${actor.institutionId},
        ${actor.role === 2 ? actor.personId : null}::int, ${shared ? actor.institutionId : null}::int)
      returning id`)
    return id
  })
}

/** Names a template anew, and says who may use it. @throws AppError `missing`, `stale` */
export const changeTemplate = (
  db: Database,
  actor: Actor,
  id: number,
  { title, shared, version }: TemplateEdit,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwn(tx, actor, id)
    const done = await tx.execute(sql`
      update blueprint_template
      set title = ${title}, reach_key = case when ${shared} then institution_id end, version = version + 1,
        updated_at = now()
      where id = ${id} and version = ${version}`)
    if (done === 0) throw new AppError('stale')
  })

/** Takes a template away; papers that were made with it keep their blueprint. */
export const dropTemplate = (db: Database, actor: Actor, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    await lockOwn(tx, actor, id)
    await tx.execute(sql`delete from blueprint_template where id = ${id}`)
  })

/** @throws AppError `missing` for somebody else's, as if there were none */
async function lockOwn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const own = await tx.maybeOne(
    sql`select 1 from blueprint_template t where t.id = ${id} and ${isMakers(actor)} for update`,
  )
  if (!own) throw new AppError('missing')
}

/** Gives the templates of an institution to its successor. */
export async function carryTemplates(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update blueprint_template
    set institution_id = ${to}, reach_key = case when reach_key = ${from} then ${to}::int else reach_key end
    where institution_id = ${from}`)
}
