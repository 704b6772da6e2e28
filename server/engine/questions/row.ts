import type { Actor, Place } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Reach } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { changingRow, type RowChange } from '../sharing/index.ts'

/** What the functions of this room need; handed in by the feature. */
export interface QuestionNeeds {
  readonly db: Database
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

export type QuestionState = 'draft' | 'inReview' | 'published' | 'offline'

/** A question with its writer and institution. */
export interface QuestionRow {
  readonly id: number
  readonly value: QuestionValue
  readonly title: string
  readonly state: QuestionState
  /** The frozen steps; null while it is not under review. */
  readonly route: readonly RouteStep[] | null
  readonly step: number
  readonly return_step: number | null
  readonly remark: string | null
  readonly last_no: number
  readonly live_no: number | null
  /** How far the live version is read; null while nobody but its author reads it. */
  readonly reach: Reach | null
  /** How far it was read last, also where it was taken down. */
  readonly last_reach: Reach | null
  readonly offline_by: number | null
  /** Whether it was taken down more than 30 days ago. */
  readonly is_long_offline: boolean
  readonly family_id: number | null
  readonly edit_no: number
  readonly author_identity: number | null
  /** The teacher who wrote it; null where an institution did. */
  readonly author_person: number | null
  readonly author: string
  readonly by_identity: number
  readonly by_person: number
  readonly by_role: number
  readonly org: string
  readonly place: Place
  readonly updated_at: string
}

export const selected: Sql = sql`
  q.id, q.value, q.title, q.state, q.route, q.step, q.return_step, q.remark, q.last_no, q.live_no,
  case when q.live_no is not null then q.reach end as reach, q.reach as last_reach,
  q.offline_by, coalesce(q.offline_at < now() - interval '30 days', false) as is_long_offline, q.family_id,
  q.edit_no, q.author_identity, q.by_identity, q.updated_at,
  au.person_id as author_person, coalesce(ap.name, i.name) as author, b.person_id as by_person,
  b.role as by_role, i.name as org,
  json_build_object('institutionId', q.institution_id, 'districtId', q.district_id, 'cityId', q.city_id,
    'provinceId', q.province_id) as place`

export const joined: Sql = sql`question q
  join institution i on i.id = q.institution_id
  join identity b on b.id = q.by_identity
  left join identity au on au.id = q.author_identity
  left join person ap on ap.id = au.person_id`

const teacher = 2

/**
 * Condition that the actor writes `question q`: a teacher his own, through whichever identity he wrote it; an
 * office what its institution wrote, but for what is held back with a sealed paper whose people he is not among.
 */
export const writtenBy = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`q.author_identity in (select a.id from identity a where a.person_id = ${actor.personId} and a.role = ${teacher})`
    : sql`(q.author_identity is null and q.institution_id = ${actor.institutionId} and ${isKnownTo(actor)})`

const isKnownTo = (actor: Actor): Sql => sql`(q.sealed_by is null or exists (
  select 1 from paper_person n where n.paper_id = q.sealed_by and n.person_id = ${actor.personId}))`

/** Whether the actor writes a question that was read. */
export const isWriter = (
  actor: Actor,
  { author_person, place }: Pick<QuestionRow, 'author_person' | 'place'>,
): boolean =>
  actor.role === teacher
    ? author_person === actor.personId
    : author_person === null && place.institutionId === actor.institutionId

/** Condition that an office of the actor is on the way that `question q` is on. */
const onItsWay = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`false`
    : sql`(q.state = 'inReview' and q.route @> jsonb_build_array(
        jsonb_build_object('institutionId', ${actor.institutionId}::int)))`

/** Condition that the actor's office gave `question q` the reach it has, and so may take it down. */
const gaveReach = (actor: Actor): Sql =>
  actor.role === teacher
    ? sql`false`
    : sql`(q.live_no is not null and ${actor.institutionId} = case q.reach_key
        when 0 then coalesce(q.province_id, q.institution_id) else q.reach_key end
        or q.state = 'offline' and q.offline_by = ${actor.institutionId})`

/**
 * Condition that the actor deals with `question q`: its writer, the offices of its way, the one that gave its
 * reach. A draft is its writer's alone.
 */
export const dealsWith = (actor: Actor): Sql =>
  sql`(${writtenBy(actor)} or ${onItsWay(actor)} or ${gaveReach(actor)})`

/** The question, if the actor deals with it; else undefined, as if there were none. */
export const findRow = (db: Queryable, actor: Actor, id: number): Promise<QuestionRow | undefined> =>
  db.maybeOne<QuestionRow>(sql`select ${selected} from ${joined} where q.id = ${id} and ${dealsWith(actor)}`)

export async function rowOf(db: Queryable, actor: Actor, id: number): Promise<QuestionRow> {
  const row = await findRow(db, actor, id)
  if (!row) throw new AppError('missing')
  return row
}

/** Answer to a request that another one overtook. */
export const changedMeanwhile = '该题刚被改过，请刷新后再办'

/** A question that an actor changes, within a transaction. */
export interface QuestionAct {
  readonly needs: QuestionNeeds
  readonly tx: Tx
  readonly actor: Actor
  readonly row: QuestionRow
}

/** Runs a change in a transaction. Throws stale when the question is no longer at the version of the change. */
export const changing = <T>(
  needs: QuestionNeeds,
  asked: RowChange,
  change: (acting: QuestionAct) => Promise<T>,
): Promise<T> =>
  changingRow(
    needs.db,
    { table: 'question', stale: changedMeanwhile, find: (tx) => rowOf(tx, asked.actor, asked.id) },
    asked,
    (tx, row) => change({ needs, tx, actor: asked.actor, row }),
  )

/** Refuses everybody but the writer. */
export function requireWriter(actor: Actor, row: QuestionRow): void {
  if (!isWriter(actor, row)) throw new AppError('forbidden', { message: '试题由作者本人修改和提交' })
}
