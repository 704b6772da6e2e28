import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { SupportComments, SupportCommentsAsked } from '../../../catalogue/contract/support.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { decideComment, type DecidedComment } from '../../engine/comments/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { seen } from '../../engine/publishing/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const definition = contents.supportLesson
export const kind = definition.name

/** Refuses a lesson that the reader may not see, as one that is not there. */
export async function lessonFor(db: Queryable, reader: Actor | null, id: number): Promise<void> {
  const row = await db.maybeOne(
    sql`select 1 from content c where c.id = ${id} and ${seen(definition, reader)}`,
  )
  if (!row) throw new AppError('missing')
}

/** A lesson with its comment; a city decides about its own lessons, a province about all below it. */
const ofOffice = (actor: Actor): Sql => sql`
  from comment c
    join content k on k.id = c.item_id and k.type = ${kind}
    join institution h on h.id = k.institution_id
    join person p on p.id = c.person_id
    join institution i on i.id = c.institution_id
  where c.kind = ${kind} and ${institutionsInScope(actor, 'h')}
    and (c.hidden_at is null or c.hidden_reason is not null)`

const statusOf = sql`case when c.hidden_at is not null then '2' when c.shown_at is not null then '1' else '0' end`

/** How many comments wait for the office. */
export async function waitingFor(db: Queryable, actor: Actor): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(
    sql`select count(*)::int as waiting ${ofOffice(actor)} and c.shown_at is null and c.hidden_at is null`,
  )
  return waiting
}

type Line = Omit<SupportComments['list'][number], 'lesson'> & {
  readonly lessonId: number
  readonly title: string
  readonly host: string
}

/** Comments of lessons that the office decides about: those that wait longest first, else the newest. */
export async function commentsOf(
  db: Queryable,
  actor: Actor,
  { status, q, page, pageSize }: SupportCommentsAsked,
): Promise<SupportComments> {
  const title = sql`coalesce(k.live, k.value) ->> 'title'`
  const where = sql`${ofOffice(actor)}
    ${status ? sql`and ${statusOf} = ${status}` : sql.empty}
    ${q ? sql`and strpos(c.text || ' ' || p.name || ' ' || (${title}), ${q}) > 0` : sql.empty}`
  const order = status === '0' ? sql`c.at, c.id` : sql`c.at desc, c.id desc`
  const [list, { total }, waiting] = await Promise.all([
    db.query<Line>(sql`
      select c.id, c.text, c.score, p.name as by, i.name as org, c.at, ${statusOf} as status, c.hidden_reason as reason,
        c.answers_id is not null as "isAnswer", k.id as "lessonId", ${title} as title, h.name as host
      ${where} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total ${where}`),
    waitingFor(db, actor),
  ])
  return {
    list: list.map(({ lessonId: id, title: name, host, ...line }) => ({
      ...line,
      lesson: { id, title: name, host },
    })),
    total,
    page,
    pageSize,
    waiting,
  }
}

/** Lets a comment of a lesson through, or hides it. AppError `missing` for one that is not the office's. */
export async function decide(
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<DecidedComment> {
  const own = await tx.maybeOne(sql`select 1 ${ofOffice(actor)} and c.id = ${id}`)
  if (!own) throw new AppError('missing')
  return decideComment(tx, actor, { id, kind, reason })
}
