import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentAction, ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import type { AnyContent, ContentState } from '../../../catalogue/contents/define.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { narrowedBy } from '../kinds/index.ts'
import { isLate, late } from '../ways/index.ts'
import { decides, mayWrite, waitsFor, wayOf } from './approval.ts'
import { isAuthor, isWriter, reachOf, stateFor, valueFor } from './authors.ts'
import { joined, selectedFor, type ContentRow } from './row.ts'
import type { Value } from './value.ts'

interface ContentQuery {
  readonly q?: string | undefined
  readonly state?: ContentState | undefined
  /** Only what waits for the actor. */
  readonly queue?: 'mine' | undefined
  /** What the declared filters ask, by field. */
  readonly filters?: Readonly<Record<string, string>>
  /** `updatedAt` or a field of the list, with a minus in front for falling; the usual order without. */
  readonly sort?: string | undefined
  readonly page: number
  readonly pageSize: number
}

type ContentFilter = Omit<ContentQuery, 'page' | 'pageSize'>

function whereOf(actor: Actor, definition: AnyContent, asked: ContentFilter): Sql {
  const { q, state, queue, filters = {} } = asked
  const value = valueFor(actor)
  const chosen = narrowedBy(value, definition.fields, filters).map((one) => sql`and ${one}`)
  return sql`c.type = ${definition.name} and ${reachOf(actor, definition)}
    ${state ? sql`and ${stateFor(actor)} = ${state}` : sql.empty}
    ${queue ? sql`and ${waitsFor(actor)}` : sql.empty}
    ${q ? sql`and strpos(lower(${value} ->> ${definition.headline}::text), ${q.toLowerCase()}) > 0` : sql.empty}
    ${sql.join(chosen, ' ')}`
}

function orderOf(actor: Actor, { queue, sort = '' }: ContentFilter): Sql {
  const key = sort.replace(/^-/, '')
  const falls = sort === key ? sql.empty : sql`desc`
  if (key === '') return queue ? sql`c.updated_at, c.id` : sql`c.updated_at desc, c.id desc`
  const by = key === 'updatedAt' ? sql`c.updated_at` : sql`${valueFor(actor)} -> ${key}::text`
  return sql`${by} ${falls} nulls last, c.id ${falls}`
}

/** The contents of a list in its order, at most so many: their numbers only. */
export const contentKeys = (
  db: Queryable,
  { actor, definition, asked }: { actor: Actor; definition: AnyContent; asked: ContentFilter },
  most: number,
) =>
  db.query<{ id: number }>(sql`
    select c.id from content c
    where ${whereOf(actor, definition, asked)}
    order by ${orderOf(actor, asked)}
    limit ${most}`)

/** Some contents that the actor manages, by their numbers and in that order. */
export async function contentsByIds(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  ids: readonly number[],
): Promise<ContentLine[]> {
  const rows = await db.query<ContentRow>(sql`
    select ${selectedFor(actor)}, late.days is not null as overdue
    from ${joined}
    left join ${late} on c.state = ${sql.lit('inReview')} and ${isLate(sql`c`)}
    where c.id = any(${[...ids]}::int[]) and c.type = ${definition.name} and ${reachOf(actor, definition)}
    order by array_position(${[...ids]}::int[], c.id)`)
  return rows.map(lineOf)
}

/**
 * A page of the contents of a type that the actor manages, last changed first, of the queue the longest wait
 * first, or by a column. `q` are letters of the headline.
 */
export async function listContents(db: Database, actor: Actor, definition: AnyContent, asked: ContentQuery) {
  const { page, pageSize } = asked
  const where = whereOf(actor, definition, asked)
  const [rows, count] = await Promise.all([
    db.query<ContentRow>(
      sql`select ${selectedFor(actor)}, late.days is not null as overdue
        from ${joined}
        left join ${late} on c.state = ${sql.lit('inReview')} and ${isLate(sql`c`)}
        where ${where}
        order by ${orderOf(actor, asked)}
        limit ${pageSize}
        offset ${(page - 1) * pageSize}`,
    ),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from (select 1 from content c where ${where} limit 10001) one`,
    ),
  ])
  return {
    list: rows.map(lineOf),
    total: Math.min(count.total, 10_000),
    ...(count.total > 10_000 && { totalMore: true as const }),
    page,
    pageSize,
  }
}

const differs = (row: ContentRow) =>
  row.live !== null && JSON.stringify(sorted(row.live)) !== JSON.stringify(sorted(row.value))
const sorted = (value: Value) => Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))

export function lineOf(row: ContentRow): ContentLine {
  return {
    id: row.id,
    version: row.version,
    state: row.state,
    shown: row.shown,
    publishAt: row.live === null ? null : row.publish_at,
    takeDownAt: row.live === null ? null : row.take_down_at,
    pinned: row.pinned,
    waitsAt: stepOf(wayOf(row))?.level ?? null,
    ...(row.overdue && { overdue: true as const }),
    org: row.org,
    ...(row.author_person !== null && { author: row.by_name }),
    updatedAt: row.updated_at,
    changed: differs(row),
    returned: row.state === 'draft' && row.remark !== null,
    value: row.value,
  }
}

const wasNeverLive = ({ live, live_no }: ContentRow): boolean => live === null && live_no === 0

/** Whether the working copy has something that readers do not see. */
const isUnpublished = (row: ContentRow): boolean => row.state !== 'published' || differs(row)

/** Whether an office may pin the content: of what a teacher wrote only what is published. */
const mayPin = (actor: Actor, row: ContentRow): boolean =>
  row.author_person === null || (row.live !== null && !isAuthor(actor, row))

/** What the actor may do with a content in its state now. */
export function allowedOn(actor: Actor, definition: AnyContent, row: ContentRow): ContentAction[] {
  if (row.frozen) return []
  const { single, pinnable } = definition
  const waits = row.state === 'inReview'
  const writes = isWriter(actor, row)
  const ripe = waits ? decides(actor, row) : writes && isUnpublished(row)
  const may: readonly (readonly [ContentAction, boolean])[] = [
    ['edit', mayWrite(actor, row)],
    ['delete', writes && !single && !waits && wasNeverLive(row)],
    ['publish', ripe],
    ['sendBack', waits && ripe],
    ['withdraw', waits && writes && row.by_person === actor.personId],
    ['urge', waits && writes && row.by_person === actor.personId],
    ['takeDown', row.live !== null && !single],
    ['pin', pinnable === true && mayPin(actor, row)],
    ['restore', row.live_no > 0 && mayWrite(actor, row)],
  ]
  return may.filter(([, allowed]) => allowed).map(([action]) => action)
}
