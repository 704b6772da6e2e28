import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { callTo, decided, requireDecides, tellAuthor, wayOf, type Acting } from './approval.ts'
import { refuse, type Value } from './input.ts'
import { indexContent } from './search-index.ts'
import { note, offItsWay, writeValue, type ContentRow } from './store.ts'

/** From when until when readers are to see it; null: from now, without end. */
export interface Times {
  readonly publishAt: string | null
  readonly takeDownAt: string | null
}

const at = (time: string | null) => (time === null ? null : Date.parse(time))

/**
 * Puts the working copy before readers, from `publishAt` on. Where others have to agree and nobody has asked
 * them yet, this asks the first of them; then `publish` is each one's agreement, and the last one's lets it
 * through at the times that were asked for.
 */
export async function publish(
  acting: Acting,
  given: Times & { readonly opinion: string },
  hosts: readonly string[],
): Promise<void> {
  const { tx, actor, definition, row } = acting
  const approves = row.state === 'inReview'
  const step = approves ? requireDecides(actor, row) : undefined
  if (step?.reasonRequired && given.opinion === '')
    refuse([{ field: 'opinion', message: '这一步通过也要写意见' }])
  const times = approves ? { publishAt: row.asked_at, takeDownAt: row.asked_until } : given
  const [from, until] = [at(times.publishAt), at(times.takeDownAt)]
  refuse(
    until !== null && until <= Math.max(from ?? 0, Date.now())
      ? [{ field: 'takeDownAt', message: '下架时间应在发布时间和现在之后' }]
      : [],
  )
  if (row.shown === 'now' && from !== null && from > Date.now()) {
    refuse([{ field: 'publishAt', message: '读者正看着这一篇，改动只能立即发布；要定时，请先下架' }])
  }
  // The list of hosts may have changed since it was saved.
  const addresses = definition.addresses ?? []
  refuse(
    addresses.flatMap((key) => {
      const verdict = typeof row.value[key] === 'string' ? safeUrl(row.value[key], hosts) : null
      return verdict && 'fault' in verdict ? [{ field: key, message: verdict.fault }] : []
    }),
  )
  if (approves ? await passOn(acting, given.opinion) : await sendIn(acting, times)) return
  await refuseTwin(tx, definition, row)
  // A page that is read keeps its day; one that was taken down or waits begins anew.
  const done = await tx.one<{ live_no: number }>(sql`
    update content set live = value, live_no = live_no + 1, state = 'published', remark = null,
      publish_at = case when live is not null
        and publish_at <= now()
        and coalesce(take_down_at > now(), true) then publish_at
        else greatest(coalesce(${times.publishAt}::timestamptz, now()), now()) end,
      take_down_at = ${times.takeDownAt}::timestamptz, ${offItsWay}, version = version + 1,
      by_identity = case when ${approves} then by_identity else ${actor.identityId}::int end,
        updated_at = now()
    where id = ${row.id} returning live_no`)
  await tx.execute(sql`
    insert into content_version (content_id, no, value, publish_at, take_down_at, by_identity)
    select id, live_no, live, publish_at, take_down_at, ${actor.identityId}::int
    from content
    where id = ${row.id}`)
  await indexContent(tx, row.id)
  if (approves)
    await tellAuthor(
      acting,
      '已通过并发布',
      from !== null && from > Date.now()
        ? '审核已全部通过，到您定的时间读者就能看到。'
        : '审核已全部通过，读者已经能看到。',
    )
  await note(tx, actor, approves ? 'content.approved' : 'content.published', definition, row.id, row.value, {
    version: done.live_no,
  })
}

/** Asks the first who has to agree; false where nobody has to. */
async function sendIn(acting: Acting, times: Times): Promise<boolean> {
  const { tx, actor, definition, row } = acting
  const way = await wayOf(tx, actor, definition, row.place, row.value)
  if (!way)
    throw new AppError('noHolder', {
      message: '没有另一个人可以审核，请联系系统管理员为本单位或上级增设账号',
    })
  const [first] = way.steps
  if (!first) return false
  await tx.execute(sql`
    update content
    set state = 'inReview', route = ${sql.json(way.steps)}, step = 0, flow_version = ${way.flowVersion},
      remark = null, asked_at = ${times.publishAt}::timestamptz,
      asked_until = ${times.takeDownAt}::timestamptz, version = version + 1,
        by_identity = ${actor.identityId}, updated_at = now()
      where id = ${row.id}`)
  await decided(tx, actor, row, 'submitted')
  await callTo(acting, first)
  await note(tx, actor, 'content.submitted', definition, row.id, row.value)
  return true
}

/** Agrees, and asks the next; false where this was the last. */
async function passOn(acting: Acting, opinion: string): Promise<boolean> {
  const { tx, actor, definition, row } = acting
  await decided(tx, actor, row, 'approved', opinion || null)
  const next = row.route?.[row.step + 1]
  if (!next) return false
  await tx.execute(
    sql`update content set step = step + 1, version = version + 1, updated_at = now() where id = ${row.id}`,
  )
  await callTo(acting, next)
  await note(tx, actor, 'content.passedOn', definition, row.id, row.value, { to: next.institution })
  return true
}

/** Refuses a second live content where the declaration allows one. */
async function refuseTwin(tx: Tx, definition: AnyContent, row: ContentRow): Promise<void> {
  const [key] = definition.unique ?? []
  if (key === undefined) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`content.${definition.name}`}))`)
  const same = sql.join(
    (definition.unique ?? []).map(
      (one) => sql`live -> ${one}::text is not distinct from ${sql.json(row.value[one] ?? null)}`,
    ),
    ' and ',
  )
  const twin = await tx.maybeOne(
    sql`select 1
      from content
      where type = ${definition.name} and live is not null and id <> ${row.id} and ${same}`,
  )
  if (twin) {
    const message = `这个${definition.fields[key]?.label ?? ''}已有一篇在发布，请先下架那一篇`
    throw new AppError('duplicate', { message, errors: [{ field: key, message }] })
  }
}

/** Sends back what waits for approval, with a reason; the one who sent it in mends it. */
export async function sendBack(acting: Acting, reason: string): Promise<void> {
  const { tx, actor, definition, row } = acting
  requireDecides(actor, row)
  await decided(tx, actor, row, 'sentBack', reason)
  await tx.execute(
    sql`update content
      set state = 'draft', ${offItsWay}, remark = ${reason}, version = version + 1, updated_at = now()
      where id = ${row.id}`,
  )
  await tellAuthor(acting, '已退回修改', `意见：${reason}`)
  await note(tx, actor, 'content.sentBack', definition, row.id, row.value)
}

/** Whoever sent it in takes it back before the last of them agreed. */
export async function withdraw({ tx, actor, definition, row }: Acting): Promise<void> {
  if (row.state !== 'inReview') throw new AppError('wrongState', { message: '这条内容没有在等待审核' })
  if (row.by_person !== actor.personId) throw new AppError('wrongState', { message: '只有送审的人可以撤回' })
  await decided(tx, actor, row, 'withdrawn')
  await tx.execute(
    sql`update content
      set state = 'draft', ${offItsWay}, remark = null, version = version + 1, updated_at = now()
      where id = ${row.id}`,
  )
  await note(tx, actor, 'content.withdrawn', definition, row.id, row.value)
}

/** Takes it from the readers at once; the working copy and all versions stay. */
export async function takeDown({ tx, actor, definition, row }: Acting): Promise<void> {
  if (row.live === null || definition.single)
    throw new AppError('wrongState', { message: '这条内容没有在发布' })
  if (row.route !== null) await decided(tx, actor, row, 'withdrawn', '已下架')
  await tx.execute(sql`
    update content
    set live = null, publish_at = null, take_down_at = null, state = 'takenDown', ${offItsWay},
      version = version + 1, updated_at = now()
    where id = ${row.id}`)
  await indexContent(tx, row.id)
  await note(tx, actor, 'content.takenDown', definition, row.id, row.value)
}

/** Takes an earlier version into the working copy; readers see it once it is published. */
export async function restore({ tx, actor, definition, row }: Acting, no: number): Promise<void> {
  const found = await tx.maybeOne<{ value: Value }>(
    sql`select value from content_version where content_id = ${row.id} and no = ${no}`,
  )
  if (!found) throw new AppError('missing')
  await writeValue(tx, actor, definition, row, found.value, 'content.restored')
}

/** Removes what no reader ever saw; what was published is taken down instead and stays to be looked up. */
export async function remove({ tx, actor, definition, row }: Acting): Promise<void> {
  if (row.live_no > 0 || definition.single)
    throw new AppError('wrongState', { message: '发布过的内容不能删除，请下架' })
  if (row.route !== null) throw new AppError('wrongState', { message: '正在审核的内容不能删除，请先撤回' })
  await tx.execute(sql`delete from content where id = ${row.id}`)
  await note(tx, actor, 'content.deleted', definition, row.id, row.value)
}

/** Puts it above the others of its list, or back among them. */
export async function pin({ tx, actor, definition, row }: Acting, pinned: boolean): Promise<void> {
  if (!definition.pinnable) throw new AppError('wrongState', { message: '这类内容不能置顶' })
  await tx.execute(
    sql`update content set pinned = ${pinned}, version = version + 1, updated_at = now() where id = ${row.id}`,
  )
  await note(tx, actor, pinned ? 'content.pinned' : 'content.unpinned', definition, row.id, row.value)
}
