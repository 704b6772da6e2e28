import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  approveTo,
  asksReason,
  returnTo,
  stepOf,
  submitTo,
  type StepStop,
} from '../../../catalogue/flows/way.ts'
import { travel, urge } from '../ways/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Parts } from '../../platform/db/together.ts'
import {
  callTo,
  clearApprovalWay,
  decided,
  requireTurn,
  requireWriter,
  routeOfContent,
  tellAuthor,
  traveller,
  urgeHolder,
  wayOf,
  type PlannedRoute,
} from './approval.ts'
import { isAuthor, isWriter } from './authors.ts'
import { readValue, refuse, type Value } from './value.ts'
import { askedReach, reachColumns, rise } from './rise.ts'
import { showToReaders } from './shelving.ts'
import { stateBefore } from './undo.ts'
import { note } from './journal.ts'
import { rowOf, type ContentAct, type ContentRow } from './row.ts'
import { writeValue } from './working-copy.ts'
import { type Times, millis, refuseTimes, refuseAddresses, refuseReach } from './refusals.ts'

/**
 * Publishes the working copy from `publishAt` on. Where the content is reviewed, the first call submits it
 * and each later call approves one step. The last approval publishes at the times that were asked for.
 */
export async function publish(
  asking: ContentAct,
  given: Times & { readonly opinion: string },
  hosts: readonly string[],
): Promise<void> {
  const acting = await atAuthorsPlace(asking)
  const { actor, row } = acting
  const approves = row.state === 'inReview'
  const step = approves ? requireTurn(actor, row) : undefined
  if (!approves) requireWriter(actor, row)
  if (asksReason('approve', step) && given.opinion === '')
    refuse([{ field: 'opinion', message: '这一步通过也要写意见' }])
  const times = approves ? { publishAt: row.asked_at, takeDownAt: row.asked_until } : given
  refuseTimes(row, times)
  refuseAddresses(acting, hosts)
  if (!approves) {
    readValue(acting.definition, row.value, hosts, 'whole')
    refuseReach(acting)
    await refuseFound(acting)
  }
  const opinion = approves ? decided(actor, 'approved', given.opinion || null, stateBefore(row)) : null
  const planned = approves ? null : await planOf(acting)
  const stop = planned ? submitTo(wayOf(row), planned.route) : approveTo(wayOf(row))
  if (stop.at === 'arrived') return arrive(acting, times, opinion)
  if (stop.at !== 'step') return
  if (planned) await submit(acting, stop, times, planned.flowVersion)
  else await passOn(acting, stop, opinion)
  await rise(acting, step, times)
}

/** Refuses a content where its files, or what `app` asks beside, keep it from being handed in. */
async function refuseFound({ publishing, tx, definition, row }: ContentAct): Promise<void> {
  const inFiles = definition.examined ? await publishing.examine?.(tx, definition, row.value, null) : []
  const beside = await publishing.against?.(tx, row, row.value)
  refuse([...(inFiles ?? []), ...(beside ?? [])].filter(({ level }) => level === 'error'))
}

/**
 * What was never published is handed in where its author is now. What was published stays with the
 * institution whose people read it.
 */
async function atAuthorsPlace(acting: ContentAct): Promise<ContentAct> {
  const { tx, actor, definition, row } = acting
  const moved = isAuthor(actor, row) && row.live_no === 0 && row.place.institutionId !== actor.institutionId
  if (!moved || row.state === 'inReview') return acting
  await tx.execute(sql`
    update content c
    set institution_id = i.id, district_id = i.district_id, city_id = i.city_id, province_id = i.province_id
    from institution i
    where c.id = ${row.id} and i.id = ${actor.institutionId}`)
  return { ...acting, row: await rowOf(tx, actor, definition, row.id) }
}

async function planOf({ tx, actor, definition, row }: ContentAct): Promise<PlannedRoute> {
  const planned = await routeOfContent(tx, actor, definition, row)
  if (planned) return planned
  throw new AppError('noHolder', {
    message: '没有另一个人可以审核，请联系系统管理员为本单位或上级增设账号',
  })
}

/**
 * Makes the working copy live. A content that readers see keeps its date of publication. One that was taken
 * down or is scheduled gets a new date.
 */
async function arrive(acting: ContentAct, times: Times, opinion: Parts | null): Promise<void> {
  const { tx, actor, definition, row } = acting
  await refuseTwin(tx, definition, row)
  await refuseMore(tx, definition, row)
  // What rose on its way is one version, however many offices agreed to it.
  const isNew = definition.shelf ? sql`live is distinct from value` : sql`true`
  const also = sql`live = value, live_no = live_no + case when ${isNew} then 1 else 0 end, remark = null,
      publish_at = (select case when live is not null
        and publish_at <= now()
        and coalesce(take_down_at > now(), true) then publish_at
        else greatest(${times.publishAt}::timestamptz, now()) end),
      take_down_at = ${times.takeDownAt}::timestamptz, ${reachColumns(definition, row, askedReach(definition, row))}
      by_identity = case when ${opinion !== null} then by_identity else ${actor.identityId}::int end`
  const done = await travel<{ live_no: number }>(
    tx,
    traveller(row),
    { at: 'arrived' },
    { also, parts: opinion ? [opinion] : [] },
  )
  await tx.execute(sql`
    insert into content_version (content_id, no, value, publish_at, take_down_at, by_identity)
    select id, live_no, live, publish_at, take_down_at, ${actor.identityId}::int
    from content
    where id = ${row.id}
    on conflict (content_id, no) do nothing`)
  await showToReaders(acting)
  if (opinion) await tellPublished(acting, times)
  const action = opinion ? 'content.approved' : 'content.published'
  await note(acting, action, { version: done.live_no })
}

function tellPublished(acting: ContentAct, { publishAt }: Times): Promise<void> {
  const from = millis(publishAt)
  const later = from !== null && from > Date.now()
  const content = later ? '审核已全部通过，到您定的时间读者就能看到。' : '审核已全部通过，读者已经能看到。'
  return tellAuthor(acting, '已通过并发布', content)
}

/** Submits the content to the first step. */
async function submit(acting: ContentAct, stop: StepStop, times: Times, flowVersion: number): Promise<void> {
  const { tx, actor, row } = acting
  const also = sql`flow_version = ${flowVersion}, remark = null, asked_at = ${times.publishAt}::timestamptz,
    asked_until = ${times.takeDownAt}::timestamptz, by_identity = ${actor.identityId}`
  await travel(tx, traveller(row), stop, { also, parts: [decided(actor, 'submitted')] })
  await callTo(acting, stop.step)
  await note(acting, 'content.submitted')
}

/** Passes the content on to the next step. */
async function passOn(acting: ContentAct, stop: StepStop, opinion: Parts | null): Promise<void> {
  const { tx, row } = acting
  await travel(tx, traveller(row), stop, { parts: opinion ? [opinion] : [] })
  await callTo(acting, stop.step)
  await note(acting, 'content.passedOn', { to: stop.step.institution })
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
    const message = `该${definition.fields[key]?.label ?? ''}已有一篇在发布，请先下架那一篇`
    throw new AppError('duplicate', { message, errors: [{ field: key, message }] })
  }
}

/** Refuses one more than the type allows its institution to show at once, and names those that are shown. */
async function refuseMore(tx: Tx, { name, mostLive, headline, title }: AnyContent, row: ContentRow) {
  if (mostLive === undefined) return
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`content.${name}.${row.place.institutionId}`}))`)
  const live = await tx.query<{ title: string }>(sql`
    select coalesce(live ->> ${headline}, '') as title
    from content
    where type = ${name} and institution_id = ${row.place.institutionId} and id <> ${row.id}
      and live is not null and coalesce(take_down_at > now(), true)
    order by id limit ${mostLive}`)
  if (live.length < mostLive) return
  const shown = live.map((one) => `“${one.title}”`).join('、')
  throw new AppError('wrongState', {
    message: `${title}同时展示不超过 ${mostLive} 个，请先下架一个。正在展示：${shown}`,
  })
}

/** Returns a waiting content with a reason, to the person who submitted it. */
export async function sendBack(acting: ContentAct, reason: string): Promise<void> {
  const { tx, actor, row } = acting
  requireTurn(actor, row)
  await travel(tx, traveller(row), returnTo(wayOf(row), {}), {
    also: sql`remark = ${reason}`,
    parts: [decided(actor, 'sentBack', reason)],
  })
  await tellAuthor(acting, '已退回修改', `意见：${reason}`)
  await note(acting, 'content.sentBack')
}

/** Withdraws a waiting content. Only the person who submitted it may, until the last step has agreed. */
export async function withdraw(acting: ContentAct): Promise<void> {
  const { tx, actor, row } = acting
  requireWriter(actor, row)
  if (row.state !== 'inReview') throw new AppError('wrongState', { message: '该内容没有在等待审核' })
  if (row.by_person !== actor.personId) throw new AppError('wrongState', { message: '只有送审的人可以撤回' })
  const writing = { also: sql`remark = null`, parts: [decided(actor, 'withdrawn')] }
  await travel(tx, traveller(row), { at: 'withdrawn' }, writing)
  await note(acting, 'content.withdrawn')
}

/** Urges the office that a content waits at. Only the person who submitted it may, once a day. */
export async function urgeApproval(acting: ContentAct): Promise<void> {
  const { tx, actor, row } = acting
  requireWriter(actor, row)
  const step = stepOf(wayOf(row))
  if (!step) throw new AppError('wrongState', { message: '该内容没有在等待审核' })
  if (row.by_person !== actor.personId) throw new AppError('wrongState', { message: '只有送审的人可以催办' })
  await urge(tx, traveller(row))
  await urgeHolder(acting, step)
  await note(acting, 'content.urged', { to: step.institution })
}

/** Takes the content down at once. The working copy and all versions stay. */
export async function takeDown(acting: ContentAct): Promise<void> {
  const { tx, actor, definition, row } = acting
  if (row.live === null || definition.single)
    throw new AppError('wrongState', { message: '该内容没有在发布' })
  await tx.execute(sql`
    update content
    set live = null, reach = null, reach_key = null, publish_at = null, take_down_at = null, state = 'takenDown', ${clearApprovalWay},
      version = version + 1, updated_at = now()
    where id = ${row.id}`)
  if (row.route !== null)
    await tx.execute(sql`
      insert into content_decision (content_id, verdict, reason, by_identity)
      values (${row.id}, 'withdrawn', '已下架', ${actor.identityId})`)
  await showToReaders(acting)
  if (!isWriter(actor, row))
    await tellAuthor(acting, '已下架', '单位下架了该内容，读者看不到了；可以修改后重新提交。')
  await note(acting, 'content.takenDown')
}

/** Copies an earlier version into the working copy. Readers see it when it is published. */
export async function restore(acting: ContentAct, no: number): Promise<void> {
  const { tx, row } = acting
  const found = await tx.maybeOne<{ value: Value }>(
    sql`select value from content_version where content_id = ${row.id} and no = ${no}`,
  )
  if (!found) throw new AppError('missing')
  await writeValue(acting, found.value, 'content.restored')
}

/**
 * Deletes a content that was never published. A published one is taken down instead: its versions are kept.
 */
export async function remove(acting: ContentAct): Promise<void> {
  const { tx, actor, definition, row } = acting
  requireWriter(actor, row)
  if (row.live_no > 0 || definition.single)
    throw new AppError('wrongState', { message: '发布过的内容不能删除，请下架' })
  if (row.route !== null) throw new AppError('wrongState', { message: '正在审核的内容不能删除，请先撤回' })
  await tx.execute(sql`delete from content where id = ${row.id}`)
  await note(acting, 'content.deleted')
}

/** Pins the content to the top of its list, or unpins it. */
export async function pin(acting: ContentAct, pinned: boolean): Promise<void> {
  const { tx, actor, definition, row } = acting
  if (isAuthor(actor, row)) throw new AppError('forbidden', { message: '置顶由单位办理' })
  if (row.author_person !== null && row.live === null)
    throw new AppError('wrongState', { message: '发布以后才能置顶' })
  if (!definition.pinnable) throw new AppError('wrongState', { message: '该类内容不支持置顶' })
  await tx.execute(
    sql`update content set pinned = ${pinned}, version = version + 1, updated_at = now() where id = ${row.id}`,
  )
  await note(acting, pinned ? 'content.pinned' : 'content.unpinned')
}
