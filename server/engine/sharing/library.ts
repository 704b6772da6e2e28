import type { Actor } from '../../../catalogue/access/access.ts'
import type { LibraryLine, LibraryQuery } from '../../../catalogue/contract/library.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { recordScope } from '../access/index.ts'
import { keysOf, reaches, standing } from './readers.ts'

/** A kind of item as a library lists it. */
export interface LibraryKind {
  readonly kind: string
  /** Condition that a newer version of `shelf s` is on its way. */
  readonly pending: Sql
  /** The file with the cover of `shelf s`; absent where the kind has none. */
  readonly cover?: Sql
}

/** What a library is asked; `terms` is the tsquery of the typed words, empty for none. */
export type LibraryRequest = Omit<LibraryQuery, 'q'> & {
  readonly terms: string
  readonly structure?: string | undefined
  readonly difficulty?: string | undefined
  readonly reach?: string | undefined
  readonly year?: number | undefined
}

/** Whether readers of a `shelf s` see its tombstone: it was taken down, or its time is over. */
const isGone = sql`(s.gone_at is not null or coalesce(s.until_at <= now(), false))`

const keptBy = (actor: Actor): Sql =>
  sql`exists (
    select 1 from favourite f
    where f.kind = s.kind and f.item_id = s.item_id and f.person_id = ${actor.personId})`

/** The items of a part of a library. A withdrawn item is shown only to readers who have it as a favourite. */
const inView = (actor: Actor, view: LibraryQuery['view']): Sql =>
  ({
    all: standing,
    own: sql`${standing} and s.institution_id = ${actor.institutionId}`,
    others: sql`${standing} and s.institution_id <> ${actor.institutionId} and s.reach <> '1'`,
    region: sql`${standing} and ${recordScope(actor, 'institution', 's')}`,
    kept: keptBy(actor),
  })[view]

const codeColumns = [
  'form',
  'structure',
  'difficulty',
  'reach',
  'format',
  'stage',
  'subject',
  'grade',
] as const

/** A lexeme of one letter that may begin any other: half of all titles have 第 and 课. */
const weakLexeme = /^'.':\*$/u

/**
 * The typed words as a condition on `shelf s`. Among rarer words the index is not asked for single letters: it
 * would gather every title that has one (0.4 s of 7 million), while the few rows that the others leave are
 * looked at in no time.
 */
function wordsOf(terms: string): Sql {
  const rare = terms.split(' & ').filter((lexeme) => !weakLexeme.test(lexeme))
  const all = sql`s.terms @@ ${terms}::tsquery`
  if (rare.length === 0 || rare.join(' & ') === terms) return sql`and ${all}`
  return sql`and s.terms @@ ${rare.join(' & ')}::tsquery and coalesce(${all}, false)`
}

/** Whether an index of words, chapters or points leaves few rows of a request. */
const isNarrow = ({ terms, node, point }: LibraryRequest): boolean =>
  terms !== '' || node !== undefined || point !== undefined

/** What a request asks of `shelf s`, but whom it reaches. */
function conditionOf(actor: Actor, { kind }: LibraryKind, asked: LibraryRequest): Sql {
  const { terms, node, point, year } = asked
  const codes = codeColumns.flatMap((key) => (asked[key] ? [sql`and s.${sql.id(key)} = ${asked[key]}`] : []))
  return sql`s.kind = ${kind} and ${inView(actor, asked.view)}
    ${sql.join(codes, ' ')}
    ${node === undefined ? sql.empty : sql`and s.node_ids && array[${node}::int]`}
    ${year === undefined ? sql.empty : sql`and s.year = ${year}`}
    ${point === undefined ? sql.empty : sql`and s.point_ids && array[${point}::int]`}
    ${terms === '' ? sql.empty : wordsOf(terms)}`
}

/** A part of `shelf s` in an order: the rows that stand first, at most so many. */
interface Part {
  readonly columns: Sql
  readonly where: Sql
  readonly order: Sql
  readonly most: number
}

/**
 * The first rows of what a reader reaches. Few rows are gathered and sorted. Many are read along the index, in
 * its order and for each key of the reader by itself: an index gives its order for one key, and of a province's
 * key alone a search reads hundreds of thousands. Few rows are known by the request: the planner takes every
 * key for as rare as that of a school.
 */
function reachedPart(actor: Actor, asked: LibraryRequest, { columns, where, order, most }: Part): Sql {
  if (asked.view === 'kept' || asked.view === 'own' || isNarrow(asked)) {
    // With a subject the index of subjects has the keys as well; else it is not worth gathering their rows.
    const key = asked.subject ? sql`s.reach_key` : sql`s.reach_key + 0`
    return sql`select ${columns} from shelf s where ${key} = any(${keysOf(actor)}) and ${where} ${order} limit ${most}`
  }
  return sql`
    select one.* from (select distinct key from unnest(${keysOf(actor)}) key) k (reach_key)
    cross join lateral (
      select ${columns} from shelf s where s.reach_key = k.reach_key and ${where} ${order} limit ${most}) one`
}

/** A row as it is listed; score and uses follow from what people did with it. */
const listed = (actor: Actor, { pending }: LibraryKind): Sql => sql`
  s.item_id as id, s.title, s.author, i.name as org, s.form, s.format, s.bytes::int, s.stage, s.subject,
  s.grade, s.licence, s.reach, s.published_at as "publishedAt", ${isGone} as gone,
  ${keptBy(actor)} as kept,
  array(select n.no || ' ' || n.title from curriculum_node n
    where n.id = any(s.node_ids) and not exists (
      select 1 from curriculum_node below where below.parent_id = n.id and below.id = any(s.node_ids))
    order by n.id) as chapters,
  json_build_object('people', s.uses, 'institutions', (
    select count(distinct u.institution_id)::int from use_event u
    where u.kind = s.kind and u.item_id = s.item_id and u.act <> 'view'
      and u.institution_id <> s.institution_id)) as uses,
  (select json_build_object('people', count(*)::int, 'value', case when count(*) >= 5
      then round((sum(r.score) + 5 * (select avg(a.score) from rating a where a.kind = s.kind))
        / (count(*) + 5), 1) end)
    from rating r where r.kind = s.kind and r.item_id = s.item_id) as score,
  exists (select 1 from identity w
    where w.id = s.author_identity and w.person_id = ${actor.personId}) as own,
  s.institution_id = ${actor.institutionId} and ${pending} as newer`

const rows = sql`shelf s join institution i on i.id = s.institution_id`

/** Counting ends here: nobody leafs further. */
const mostCounted = 10_000

/** A page of what the actor can read. */
export async function libraryPage(db: Queryable, actor: Actor, of: LibraryKind, asked: LibraryRequest) {
  const { page, pageSize } = asked
  const where = conditionOf(actor, of, asked)
  const first = (row: Sql) => {
    const newest = sql`${row}.published_at desc, ${row}.item_id desc`
    return sql`order by ${asked.order === 'used' ? sql`${row}.uses desc, ${newest}` : newest}`
  }
  const line = { columns: sql`s.kind, s.item_id, s.published_at, s.uses`, where, order: first(sql`s`) }
  const counted = { columns: sql`1`, where, order: sql.empty, most: mostCounted + 1 }
  const [list, count] = await Promise.all([
    db.query<ShelfLine>(sql`
      select ${listed(actor, of)}, s.version, s.structure, s.difficulty, s.year,
        ${of.cover ?? sql`null`} as cover
      from (
        select * from (${reachedPart(actor, asked, { ...line, most: page * pageSize })}) reached
        ${first(sql`reached`)} limit ${pageSize} offset ${(page - 1) * pageSize}) p
      join shelf s on s.kind = p.kind and s.item_id = p.item_id
      join institution i on i.id = s.institution_id
      ${first(sql`s`)}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total
      from (select 1 from (${reachedPart(actor, asked, counted)}) reached limit ${mostCounted + 1}) one`),
  ])
  return {
    list,
    total: Math.min(count.total, mostCounted),
    ...(count.total > mostCounted && { totalMore: true as const }),
    page,
    pageSize,
  }
}

/** A line with the columns that lists of questions show. */
export type ShelfLine = LibraryLine & {
  readonly version: number
  readonly structure: string | null
  readonly difficulty: string | null
  readonly year: number | null
  /** The id of the file with the cover. */
  readonly cover: string | null
}

export type ListedItem = LibraryLine & {
  readonly version: number
  readonly ownScore: number | null
  readonly isOpened: boolean
}

/** Some items that the actor can read, or their tombstones; in no order. */
export const libraryLines = (
  db: Queryable,
  actor: Actor,
  of: LibraryKind,
  ids: readonly number[],
): Promise<LibraryLine[]> =>
  db.query<LibraryLine>(sql`
    select ${listed(actor, of)}
    from ${rows}
    where s.kind = ${of.kind} and s.item_id = any(${[...ids]}::int[]) and ${reaches(actor)}
      and s.published_at <= now()`)

/**
 * One item that the actor can read, or its tombstone where he could until it was taken down; undefined for
 * everything else.
 */
export const libraryItem = (
  db: Queryable,
  actor: Actor,
  of: LibraryKind,
  id: number,
): Promise<ListedItem | undefined> =>
  db.maybeOne<ListedItem>(sql`
    select ${listed(actor, of)}, s.version,
      (select r.score from rating r
        where r.kind = s.kind and r.item_id = s.item_id and r.person_id = ${actor.personId}) as "ownScore",
      exists (select 1 from use_event u
        where u.kind = s.kind and u.item_id = s.item_id and u.person_id = ${actor.personId}) as "isOpened"
    from ${rows}
    where s.kind = ${of.kind} and s.item_id = ${id} and ${reaches(actor)}
      and s.published_at <= now()`)
