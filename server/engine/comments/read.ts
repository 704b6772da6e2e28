import type { Actor } from '../../../catalogue/access/access.ts'
import { mostAnswers, type CommentLine, type CommentText } from '../../../catalogue/contract/comments.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** What comments hang on, and whether the actor is staff who may hide them. */
export interface CommentedItem {
  readonly kind: string
  readonly id: number
  readonly mayHide: boolean
}

/** `comment c` as the actor reads it: a hidden text stays readable to its author and to staff. */
const said = ({ personId }: Actor, mayHide: boolean): Sql => {
  const readsAll = sql`(${mayHide}::boolean or c.person_id = ${personId})`
  return sql`
    c.id, p.name as by, i.name as org, c.at,
    case when c.hidden_at is null or ${readsAll} then c.text end as text,
    c.hidden_at is not null as hidden, case when ${readsAll} then c.hidden_reason end as reason,
    c.person_id = ${personId} as own,
    case when ${mayHide}::boolean
      then (select count(*)::int from comment_report r where r.comment_id = c.id) else 0 end as reports,
    exists (select 1 from comment_report r
      where r.comment_id = c.id and r.person_id = ${personId}) as reported`
}
const rows = sql`comment c join person p on p.id = c.person_id join institution i on i.id = c.institution_id`

/** A page of comments, the newest first, each with its answers in their order. */
export async function commentPage(
  db: Queryable,
  actor: Actor,
  { kind, id, mayHide }: CommentedItem,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const where = sql`c.kind = ${kind} and c.item_id = ${id} and c.answers_id is null`
  const [list, { total }] = await Promise.all([
    db.query<CommentText>(sql`
      select ${said(actor, mayHide)}
      from ${rows}
      where ${where}
      order by c.at desc, c.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total from (select 1 from comment c where ${where} limit 10000) one`),
  ])
  const answers = await db.query<CommentText & { to: string }>(sql`
    select c.answers_id as to, ${said(actor, mayHide)}
    from ${rows}
    where c.answers_id = any(${list.map((one) => one.id)}::uuid[])
    order by c.at, c.id
    limit ${pageSize * mostAnswers}`)
  const below = (to: string): CommentText[] =>
    answers.flatMap(({ to: other, ...answer }) => (other === to ? [answer] : []))
  const lines: CommentLine[] = list.map((one) => ({ ...one, answers: below(one.id) }))
  return { list: lines, total, page, pageSize, mayHide }
}
