import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isReach, reachKey } from '../../../catalogue/flows/reach.ts'
import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { undoableBy, undoTo } from '../../../catalogue/flows/way.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { wasOpenedBeyond } from '../sharing/index.ts'
import { travel } from '../ways/index.ts'
import { callTo, decided, tellAuthor, traveller } from './approval.ts'
import { note } from './journal.ts'
import type { ContentAct, ContentRow } from './row.ts'
import { showToReaders } from './shelving.ts'

const moment = z.string().nullable()
/** What an agreement was given to, as its decision keeps it. */
const agreedOn = z.object({
  route: z.array(z.custom<RouteStep>()),
  step: z.int(),
  /** The version that readers saw; null where they saw none. */
  liveNo: z.int().nullable(),
  reach: z.string().nullable(),
  publishAt: moment,
  takeDownAt: moment,
  askedAt: moment,
  askedUntil: moment,
})
type AgreedOn = z.infer<typeof agreedOn>

/** The state of a content under review, for the decision of the office that agrees to it now. */
export const stateBefore = (row: ContentRow): AgreedOn => ({
  route: [...(row.route ?? [])],
  step: row.step,
  liveNo: row.live === null ? null : row.live_no,
  reach: row.reach,
  publishAt: row.publish_at,
  takeDownAt: row.take_down_at,
  askedAt: row.asked_at,
  askedUntil: row.asked_until,
})

interface LastDecision {
  readonly verdict: string
  readonly at: string
  readonly by_identity: number
  readonly before: unknown
}

/** The agreement that the actor may still take back: he decided last, a few minutes ago. */
async function undoable(db: Queryable, actor: Actor, id: number) {
  // What its author has changed since then is the author's alone: it was neither handed in nor agreed to.
  const last = await db.maybeOne<LastDecision>(sql`
    select d.verdict, d.at, d.by_identity, d.before
    from content_decision d
    join content c on c.id = d.content_id and (c.state = 'inReview' or c.value = c.live)
    where d.content_id = ${id}
    order by d.id desc
    limit 1`)
  const before = agreedOn.safeParse(last?.before)
  if (last?.verdict !== 'approved' || !before.success) return null
  const by = undoableBy({ ...last, action: 'approve' })
  return by === actor.identityId ? { at: last.at, before: before.data } : null
}

export const mayUndo = async (db: Queryable, actor: Actor, id: number): Promise<boolean> =>
  (await undoable(db, actor, id)) !== null

/**
 * Takes the actor's agreement back within minutes: the content waits at that step again, and readers see what
 * they saw before. Where a person beyond the former readers has opened a resource since, it is refused: what
 * was seen cannot be unseen, the office takes it down then (resources.md 4.6).
 */
export async function undoApproval(acting: ContentAct): Promise<void> {
  const { tx, actor, definition, row } = acting
  const last = await undoable(tx, actor, row.id)
  if (!last) throw new AppError('wrongState', { message: '已经不能撤销：只能撤销自己刚刚给出的通过' })
  const { before, at } = last
  const key = isReach(before.reach) ? reachKey(before.reach, row.place) : null
  if (definition.shelf && (await wasOpenedBeyond(tx, { kind: definition.name, id: row.id }, at, key)))
    throw new AppError('wrongState', { message: '已有更大范围的人打开过，不能撤销；不宜再用的请下架' })
  const stop = undoTo({ route: before.route }, before.step)
  const isReplaced = before.liveNo !== null && before.liveNo !== row.live_no
  const live =
    before.liveNo === null
      ? sql`live = null`
      : isReplaced
        ? sql`live = (select v.value from content_version v where v.content_id = ${row.id} and v.no = ${before.liveNo}),
            live_no = live_no + 1`
        : sql`live = live`
  await travel(tx, traveller(row), stop, {
    also: sql`${live}, reach = ${before.reach}::text, reach_key = ${key}::int,
      publish_at = ${before.publishAt}::timestamptz, take_down_at = ${before.takeDownAt}::timestamptz,
      asked_at = ${before.askedAt}::timestamptz, asked_until = ${before.askedUntil}::timestamptz`,
    parts: [decided(actor, 'undone')],
  })
  if (isReplaced)
    await tx.execute(sql`
      insert into content_version (content_id, no, value, publish_at, take_down_at, by_identity)
      select id, live_no, live, publish_at, take_down_at, ${actor.identityId}::int
      from content
      where id = ${row.id}`)
  await showToReaders(acting)
  await callTo(acting, stop.step)
  await tellAuthor(acting, '通过已撤销', `${stop.step.institution}撤销了刚才的通过，会再看一次。`)
  await note(acting, 'content.undone', { step: stop.step.institution })
}
