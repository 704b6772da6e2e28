import type { Actor, Place } from '../../../catalogue/access/access.ts'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import type { AnyContent, ContentState } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { changedMeanwhile } from './approval.ts'
import { reachOf, stateFor, valueFor } from './authors.ts'
import type { PublishingNeeds } from './publishing.ts'
import type { Value } from './value.ts'

/** A content that an actor changes, within a transaction. */
export interface ContentAct {
  readonly publishing: PublishingNeeds
  readonly tx: Tx
  readonly actor: Actor
  readonly definition: AnyContent
  readonly row: ContentRow
}

/** A content with its writer and institution, as the office side reads it. */
export interface ContentRow {
  id: number
  type: string
  value: Value
  state: ContentState
  /** The frozen steps; null while the content is not under review. */
  route: readonly RouteStep[] | null
  step: number
  place: Place
  remark: string | null
  live: Value | null
  live_no: number
  /** How far the live version is read; null where it is not live, or its type has no shelf. */
  reach: Reach | null
  publish_at: string | null
  take_down_at: string | null
  asked_at: string | null
  asked_until: string | null
  pinned: boolean
  /** Whether a case about it keeps it from its readers; nobody changes it then. */
  frozen: boolean
  version: number
  by_identity: number
  by_person: number
  by_name: string
  /** The teacher who wrote it; null where an institution owns it. */
  author_person: number | null
  org: string
  updated_at: string
  shown: ContentLine['shown']
  /** Whether it waits longer than its step allows; read by lists only. */
  overdue?: boolean
}

/** The columns of a row as the actor may read them. */
export const selectedFor = (actor: Actor): Sql => sql`
  c.id, c.type, ${valueFor(actor)} as value, ${stateFor(actor)} as state,
  au.person_id as author_person, c.route, c.step, c.remark,
  json_build_object('institutionId', c.institution_id, 'districtId', c.district_id, 'cityId', c.city_id,
      'provinceId', c.province_id) as place,
  c.live, c.live_no, c.reach, c.publish_at, c.take_down_at, c.asked_at, c.asked_until, c.pinned, c.version,
  c.by_identity, c.updated_at, i.name as org, a.person_id as by_person, p.name as by_name,
  c.frozen_by is not null as frozen,
  case when c.frozen_by is not null then 'frozen' when c.live is null then 'no'
    when c.publish_at > now() then 'waiting'
    when c.take_down_at <= now() then 'over'
    else 'now' end as shown`
export const joined = sql`content c
  join institution i on i.id = c.institution_id
  join identity a on a.id = c.by_identity
  join person p on p.id = a.person_id
  left join identity au on au.id = c.author_identity`

/** The row, if the actor manages it; else `missing`, as if there were none. */
export async function rowOf(
  db: Queryable,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<ContentRow> {
  const row = await db.maybeOne<ContentRow>(sql`
    select ${selectedFor(actor)}
    from ${joined}
    where c.id = ${id} and c.type = ${definition.name} and ${reachOf(actor, definition)}`)
  if (!row) throw new AppError('missing')
  return row
}

/**
 * Keeps other transactions from changing a content. It is a statement of its own: a join that waited for the
 * lock would miss the row whose writer changed meanwhile.
 */
async function lock(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`select 1 from content where id = ${id} for update`)
}

const frozenNow = '有人投诉该内容侵权，办结以前不能改动'

/** A change that an actor asks for. With `version` null it applies whatever version there is. */
export interface Change {
  readonly actor: Actor
  readonly definition: AnyContent
  readonly id: number
  readonly version: number | null
}

/** Runs a change in a transaction. Throws stale when the content is no longer at `version`. */
export async function changing<T>(
  publishing: PublishingNeeds,
  { actor, definition, id, version }: Change,
  change: (acting: ContentAct) => Promise<T>,
): Promise<T> {
  const changed = await publishing.db.transaction(async (tx) => {
    await lock(tx, id)
    const row = await rowOf(tx, actor, definition, id)
    if (row.frozen) throw new AppError('wrongState', { message: frozenNow })
    if (version !== null && row.version !== version)
      throw new AppError('stale', { message: changedMeanwhile })
    return change({ publishing, tx, actor, definition, row })
  })
  publishing.onChanged()
  return changed
}
