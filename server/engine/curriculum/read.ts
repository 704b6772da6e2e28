import type { Actor } from '../../../catalogue/access/access.ts'
import type { CurriculumNode, IndexChoice, TextbookLine } from '../../../catalogue/contract/curriculum.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Condition that `textbook t` is one of the program, or of an institution that the reader stands below. */
const offeredTo = (reader: Actor | null): Sql =>
  reader === null
    ? sql`t.institution_id is null`
    : sql`(t.institution_id is null or t.institution_id in (
        select unnest(array[r.id, r.district_id, r.city_id, r.province_id])
        from institution r
        where r.id = ${reader.institutionId}))`

export const lineColumns = sql`t.id, t.stage, t.subject, t.edition, t.grade, t.semester, t.title, t.year, t.source,
  t.checked_on::text as "checkedOn", i.name as org`
export const lines = sql`textbook t left join institution i on i.id = t.institution_id`

export interface TextbookFilter {
  readonly stage?: string | undefined
  readonly subject?: string | undefined
  readonly grade?: string | undefined
}

/** The textbooks that a reader may open, the newest edition of a volume first. */
export const textbooksFor = (
  db: Queryable,
  reader: Actor | null,
  { stage, subject, grade }: TextbookFilter,
): Promise<TextbookLine[]> =>
  db.query<TextbookLine>(sql`
    select ${lineColumns}
    from ${lines}
    where t.state = 'live' and ${offeredTo(reader)}
      ${stage ? sql`and t.stage = ${stage}` : sql.empty}
      ${subject ? sql`and t.subject = ${subject}` : sql.empty}
      ${grade ? sql`and t.grade = ${grade}` : sql.empty}
    order by t.stage, t.subject, t.grade, t.semester nulls last, t.year desc, t.id
    limit 500`)

type Node = Omit<CurriculumNode, 'count'>

/** A textbook with its nodes from the top down; `missing` where the reader may not open it. */
export async function treeOf(
  db: Queryable,
  reader: Actor | null,
  id: number,
): Promise<{
  readonly textbook: TextbookLine
  readonly nodes: readonly Node[]
  readonly before: readonly number[]
}> {
  const textbook = await db.maybeOne<TextbookLine>(sql`
    select ${lineColumns} from ${lines} where t.id = ${id} and ${offeredTo(reader)}`)
  if (!textbook) throw new AppError('missing')
  const [nodes, before] = await Promise.all([
    db.query<Node>(sql`
      select id, textbook_id as "textbookId", parent_id as "parentId", no, title,
        ended_on is not null as ended
      from curriculum_node
      where textbook_id = ${id}
      order by place, id`),
    db.query<{ id: number }>(sql`
      select distinct s.from_node as id
      from successor s
      join curriculum_node n on n.id = s.to_node
      where n.textbook_id = ${id}`),
  ])
  return { textbook, nodes, before: before.map((one) => one.id) }
}

/** Whether all these chapters may be chosen by the reader. */
export async function offersChapters(
  db: Queryable,
  reader: Actor | null,
  ids: readonly number[],
): Promise<boolean> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n
    from curriculum_node c
    join textbook t on t.id = c.textbook_id
    where c.id = any(${[...ids]}::int[]) and ${offeredTo(reader)}`)
  return n === new Set(ids).size
}

/** Chapters or points that a writer may choose, each with the words above it. */
export const choicesOf = (
  db: Queryable,
  reader: Actor | null,
  of: 'chapter' | 'point',
): Promise<IndexChoice[]> =>
  of === 'chapter'
    ? db.query<IndexChoice>(sql`
        select n.id, n.no || ' ' || n.title as name,
          t.title || '　' || (
            select string_agg(p.no || ' ' || p.title, '　' order by cardinality(p.path))
            from curriculum_node p
            where p.id = any(n.path)) as path,
          t.stage, t.subject, t.grade, t.semester, t.edition, n.ended_on is not null as ended
        from curriculum_node n
        join textbook t on t.id = n.textbook_id
        where ${offeredTo(reader)}
        order by t.stage, t.subject, t.grade, t.year desc, t.id, n.place, n.id
        limit 20000`)
    : db.query<IndexChoice>(sql`
        select n.id, n.title as name,
          (select string_agg(p.title, '　' order by cardinality(p.path))
            from knowledge_point p
            where p.id = any(n.path)) as path,
          n.stage, n.subject, null as grade, null as semester, null as edition,
          n.ended_on is not null as ended
        from knowledge_point n
        order by n.stage, n.subject, n.place, n.id
        limit 20000`)
