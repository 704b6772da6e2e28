import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { spelledTerms } from './spelling.ts'

/** Raised when rows say more than those written before, which are then written anew. 1: titles in pinyin. */
export const shelfShape = 1

/** What a library says of an item in its lists, by which it is narrowed and found. */
export interface ShelfEntry {
  readonly kind: string
  readonly itemId: number
  readonly title: string
  readonly author: string
  readonly stage: string | null
  readonly grade: string | null
  readonly semester: string | null
  readonly subject: string | null
  readonly edition: string | null
  readonly form: string | null
  /** Of questions: how they are answered, and how hard they are. */
  readonly structure?: string | null
  readonly difficulty?: string | null
  readonly year?: number | null
  readonly licence: string | null
  readonly format: string | null
  readonly bytes: number | null
  /** Chapters and points as the author chose them; the shelf adds what is above them. */
  readonly nodes: readonly number[]
  readonly points: readonly number[]
  readonly terms: readonly string[]
}

/**
 * Where the items of a kind stand, selected by the room that keeps them: id, version, reach, reach_key,
 * institution_id, district_id, city_id, province_id, author_identity, published_at, until_at. A null reach_key
 * is the author's alone and does not stand on the shelf.
 */
export type Standings = Sql

/** Uses of `c` by people of other institutions: a person counts once a month (resources.md, 4.8). */
const usesOf = (kind: string): Sql => sql`(
  select count(*) from (
    select distinct u.person_id, date_trunc('month', u.day)
    from use_event u
    where u.kind = ${kind} and u.item_id = c.id and u.act <> 'view'
      and u.institution_id <> c.institution_id) counted)`

/**
 * Puts an item on the shelf in the place of its former row; what its author alone reads does not stand there.
 */
export async function putOnShelf(db: Queryable, entry: ShelfEntry, standings: Standings): Promise<void> {
  const { kind, itemId, nodes, points, terms, ...columns } = entry
  const placed = await db.execute(sql`
    insert into shelf (kind, item_id, version, reach, reach_key, institution_id, district_id, city_id,
      province_id, author_identity, title, author, stage, grade, semester, subject, edition, form, structure,
      difficulty, year, format, bytes, licence, node_ids, point_ids, terms, published_at, until_at, uses, shape)
    select ${kind}, c.id, c.version, c.reach, c.reach_key, c.institution_id, c.district_id, c.city_id,
      c.province_id, c.author_identity, ${columns.title}, ${columns.author}, ${columns.stage}::text,
      coalesce(${columns.grade}::text, t.grade), coalesce(${columns.semester}::text, t.semester),
      ${columns.subject}::text, coalesce(${columns.edition}::text, t.edition),
      ${columns.form}::text, ${columns.structure ?? null}::text, ${columns.difficulty ?? null}::text,
      ${columns.year ?? null}::smallint, ${columns.format}::text, ${columns.bytes}::bigint,
      ${columns.licence}::text,
      array(select distinct p from curriculum_node n, unnest(n.path) p where n.id = any(${[...nodes]}::int[])),
      array(select distinct p from knowledge_point n, unnest(n.path) p where n.id = any(${[...points]}::int[])),
      array_to_tsvector(${[...new Set([...terms, ...spelledTerms(entry.title)])]}::text[]), c.published_at, c.until_at, ${usesOf(kind)}, ${shelfShape}
    from (${standings}) c
    left join curriculum_node first_node on first_node.id = ${nodes[0] ?? null}::int
    left join textbook t on t.id = first_node.textbook_id
    where c.id = ${itemId} and c.reach_key is not null
    on conflict (kind, item_id)
    do update set version = excluded.version, reach = excluded.reach, reach_key = excluded.reach_key,
      institution_id = excluded.institution_id, district_id = excluded.district_id,
      city_id = excluded.city_id, province_id = excluded.province_id,
      author_identity = excluded.author_identity, title = excluded.title, author = excluded.author,
      stage = excluded.stage, grade = excluded.grade, semester = excluded.semester,
      subject = excluded.subject, edition = excluded.edition, form = excluded.form,
      structure = excluded.structure, difficulty = excluded.difficulty, year = excluded.year,
      format = excluded.format, bytes = excluded.bytes, licence = excluded.licence,
      node_ids = excluded.node_ids, point_ids = excluded.point_ids, terms = excluded.terms,
      published_at = excluded.published_at, until_at = excluded.until_at, uses = excluded.uses,
      shape = excluded.shape, gone_at = null`)
  if (placed === 0) await takeFromShelf(db, kind, itemId)
}

/** Takes an item off the shelf. Its row stays as a tombstone for those who kept it. */
export async function takeFromShelf(db: Queryable, kind: string, itemId: number): Promise<void> {
  await db.execute(
    sql`update shelf set gone_at = now() where kind = ${kind} and item_id = ${itemId} and gone_at is null`,
  )
}

/** Lets items follow where they stand to another place of the tree. */
export async function followOnShelf(
  tx: Queryable,
  kind: Sql,
  ids: readonly number[],
  standings: Standings,
): Promise<void> {
  await tx.execute(sql`
    update shelf s
    set reach_key = coalesce(c.reach_key, s.reach_key), institution_id = c.institution_id,
      district_id = c.district_id, city_id = c.city_id, province_id = c.province_id
    from (${standings}) c
    where c.id = s.item_id and s.kind = ${kind} and c.id = any(${[...ids]}::int[])`)
}
