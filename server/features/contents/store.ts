import type { FastifyRequest } from 'fastify'
import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { ContentAction, ContentLine } from '../../../catalogue/contract/contents.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { AnyContent, ContentState } from '../../../catalogue/contents/define.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { stepOf } from '../../../catalogue/flows/way.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { travel } from '../../engine/ways/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { changedMeanwhile, decided, decides, traveller, waitsFor, wayOf, type Acting } from './approval.ts'
import { filesIn, type Value } from './input.ts'
import type { Readers } from './readers.ts'
import { audited } from '../../platform/audit/note.ts'

/** What the feature is given by `app`. */
export interface Contents {
  readonly db: Database
  readonly keys: Keys
  readonly actorOn: (request: { actor: Actor | null }) => Actor
  /**
   * The portal's address as it may be named to whoever asks, without a trailing slash; null: it may not be
   * named.
   */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
  /** An address of a file that anybody may use for about a day. */
  readonly fileAddress: (id: string, mode: 'preview' | 'download') => string
  /** Name and mark of the client with this number, else of the one whose domain a visitor came by. */
  readonly clientFor: (asked: {
    readonly host: string
    readonly id?: number
  }) => Promise<{ name: string; logo: string | null } | undefined>
  readonly readers: Readers
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  /** Removes the bytes of a file nobody holds any more. */
  readonly removeBytes: (storageKey: string) => Promise<void>
}

export interface ContentRow {
  id: number
  type: string
  value: Value
  state: ContentState
  /** The steps it was sent in for, and the one it waits at; null where it is not under way. */
  route: readonly RouteStep[] | null
  step: number
  place: Place
  remark: string | null
  live: Value | null
  live_no: number
  publish_at: string | null
  take_down_at: string | null
  asked_at: string | null
  asked_until: string | null
  pinned: boolean
  version: number
  by_identity: number
  by_person: number
  by_name: string
  org: string
  updated_at: string
  shown: ContentLine['shown']
}

/**
 * What an actor may manage: everything for the portal's administrators, else the one equality of their
 * region.
 */
export function reachOf(actor: Actor): Sql {
  if (actor.role === 1) return sql`true`
  return actor.role === 2 ? sql`false` : scopeCondition(actor, 'c')
}

const selected = sql`
  c.id, c.type, c.value, c.state, c.route, c.step, c.remark,
  json_build_object('institutionId', c.institution_id, 'districtId', c.district_id, 'cityId', c.city_id,
      'provinceId', c.province_id) as place,
  c.live, c.live_no, c.publish_at, c.take_down_at, c.asked_at, c.asked_until, c.pinned, c.version,
  c.by_identity, c.updated_at, i.name as org, a.person_id as by_person, p.name as by_name,
  case when c.live is null then 'no' when c.publish_at > now() then 'waiting' when c.take_down_at <= now() then 'over' else 'now' end as shown`
const joined = sql`content c
  join institution i on i.id = c.institution_id
  join identity a on a.id = c.by_identity
  join person p on p.id = a.person_id`

interface Asked {
  readonly q?: string | undefined
  readonly state?: ContentState | undefined
  /** Only what waits for the actor. */
  readonly queue?: 'mine' | undefined
  readonly page: number
  readonly pageSize: number
}

/**
 * A page of what the actor manages of a type, last changed first; `state` narrows it, `q` are letters of its
 * headline.
 */
export async function listContents(
  db: Database,
  actor: Actor,
  definition: AnyContent,
  { q, state, queue, page, pageSize }: Asked,
) {
  const where = sql`c.type = ${definition.name} and ${reachOf(actor)}
    ${state ? sql`and c.state = ${state}` : sql.empty}
    ${queue ? sql`and ${waitsFor(actor)}` : sql.empty}
    ${q ? sql`and strpos(lower(c.value ->> ${definition.headline}::text), ${q.toLowerCase()}) > 0` : sql.empty}`
  const [rows, count] = await Promise.all([
    db.query<ContentRow>(
      sql`select ${selected}
        from ${joined}
        where ${where}
        order by c.updated_at desc, c.id desc
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

/**
 * The row, if the actor manages it; else `missing`, as if there were none. `lock` keeps others from changing
 * it.
 */
export async function rowOf(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  id: number,
  lock = false,
): Promise<ContentRow> {
  // Locked by a statement of its own: a join that waited for the lock would miss the row whose writer has
  // changed meanwhile.
  if (lock) await db.query(sql`select 1 from content where id = ${id} for update`)
  const row = await db.maybeOne<ContentRow>(sql`
    select ${selected}
    from ${joined}
    where c.id = ${id} and c.type = ${definition.name} and ${reachOf(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

/** Runs a change of a row that was read at `version`; a lost race is `stale`, nothing is half written. */
export async function changing<T>(
  db: Database,
  actor: Actor,
  definition: AnyContent,
  { id, version }: { readonly id: number; readonly version: number | null },
  change: (tx: Tx, row: ContentRow) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const row = await rowOf(tx, actor, definition, id, true)
    if (version !== null && row.version !== version)
      throw new AppError('stale', { message: changedMeanwhile })
    return change(tx, row)
  })
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
    org: row.org,
    updatedAt: row.updated_at,
    changed: differs(row),
    value: row.value,
  }
}

/** What the actor may do with a content in its state now. */
export function allowedOn(actor: Actor, definition: AnyContent, row: ContentRow): ContentAction[] {
  const waits = row.state === 'inReview'
  const ripe = waits ? decides(actor, row) : row.state !== 'published' || differs(row)
  return [
    'edit' as const,
    ...(row.live === null && row.live_no === 0 && !definition.single && !waits ? (['delete'] as const) : []),
    ...(ripe ? (['publish'] as const) : []),
    ...(waits && ripe ? (['sendBack'] as const) : []),
    ...(waits && row.by_person === actor.personId ? (['withdraw'] as const) : []),
    ...(row.live === null || definition.single ? [] : (['takeDown'] as const)),
    ...(definition.pinnable ? (['pin'] as const) : []),
    ...(row.live_no > 0 ? (['restore'] as const) : []),
  ]
}

/** A new content of the actor's institution. */
export async function createContent(
  tx: Tx,
  actor: Actor,
  definition: AnyContent,
  value: Value,
): Promise<number> {
  if (definition.single) {
    // Two windows saving the first one at once: the second waits here and is refused.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`content.${definition.name}`}))`)
    if (await tx.maybeOne(sql`select 1 from content where type = ${definition.name}`))
      throw new AppError('duplicate', { message: `${definition.title}已经有了，请修改原来的` })
  }
  const row = await tx.maybeOne<{ id: number }>(sql`
    insert into content (type, value, by_identity, institution_id, district_id, city_id, province_id)
    select ${definition.name}, ${sql.json(value)}, ${actor.identityId}, id, district_id, city_id, province_id
    from institution
    where id = ${actor.institutionId}
    returning id`)
  if (!row) throw new AppError('forbidden')
  await holdFiles(tx, definition, row.id, value)
  await note(tx, actor, 'content.created', definition, row.id, value)
  return row.id
}

/**
 * Writes the working copy; readers keep seeing the live value. A content that waited for approval is withdrawn
 * and has to be submitted again.
 */
export async function writeValue(
  { tx, actor, definition, row }: Pick<Acting, 'tx' | 'actor' | 'definition' | 'row'>,
  value: Value,
  action: string,
): Promise<void> {
  await travel(
    tx,
    traveller(row),
    { at: 'withdrawn' },
    {
      also: sql`value = ${sql.json(value)}, remark = null, by_identity = ${actor.identityId}`,
      parts: row.route === null ? [] : [decided(actor, 'withdrawn', '内容改过了')],
    },
  )
  await holdFiles(tx, definition, row.id, value)
  await note(tx, actor, action, definition, row.id, value)
}

/** Keeps account of the files a content holds: those of the working copy and of every version. */
async function holdFiles(tx: Tx, definition: AnyContent, id: number, value: Value): Promise<void> {
  const versions = await tx.query<{ value: Value }>(
    sql`select value from content_version where content_id = ${id}`,
  )
  const held = [
    ...new Set([value, ...versions.map((one) => one.value)].flatMap((one) => filesIn(definition, one))),
  ]
  await tx.execute(sql`delete from content_file where content_id = ${id} and file_id <> all(${held}::uuid[])`)
  await tx.execute(
    sql`insert into content_file (content_id, file_id)
      select ${id}::int, f
      from unnest(${held}::uuid[]) f
      on conflict
      do nothing`,
  )
}

/** A line of the audit about a content. */
export async function note(
  tx: Tx,
  actor: Actor,
  action: string,
  definition: AnyContent,
  id: number,
  value: Value,
  more: object = {},
): Promise<void> {
  const facts = {
    content: id,
    kind: definition.title,
    title: String(value[definition.headline] ?? '').slice(0, 60),
    ...more,
  }
  await tx.execute(audited({ by: actor.identityId, action, facts }))
}
