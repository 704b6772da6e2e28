import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { PushAccess } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { endSignal, expectSignal } from '../../engine/publishing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { keyWithin, LiveServerError, type LiveProvider } from '../../platform/live-servers/index.ts'
import { conducted, isPast, type Broadcast, type RoomNeeds } from './room.ts'
import { keyHash } from './ticket.ts'

/** What the live server says of itself, as an answer to the host. */
export const asAnswer = (error: unknown): never => {
  if (error instanceof LiveServerError) throw new AppError('wrongState', { message: error.message })
  throw error
}

function serverOf({ liveProvider }: RoomNeeds): LiveProvider {
  if (liveProvider) return liveProvider
  throw new AppError('wrongState', { message: '尚未设置直播服务器，请系统管理员设置 LIVE_PROVIDER' })
}

function requirePush({ way, phase }: Broadcast): void {
  if (way !== 'push')
    throw new AppError('wrongState', { message: '该直播在本平台以外进行，没有直播间；请先改直播方式' })
  if (isPast({ phase })) throw new AppError('wrongState', { message: '该直播已结束' })
}

/**
 * Opens the room of a broadcast. The key is told here and never again: what is kept of it is a keyed hash.
 * AppError `wrongState` where the broadcast is elsewhere, is over, has a room, or the server is away.
 */
export async function openRoom(needs: RoomNeeds, actor: Actor, id: number): Promise<PushAccess> {
  const live = await conducted(needs.db, actor, id)
  requirePush(live)
  const provider = serverOf(needs)
  if (live.room) throw new AppError('wrongState', { message: '直播间已经开好，密钥只显示一次；忘了请换密钥' })
  // Nobody guesses a stream's name from the number of the broadcast.
  const path = `live-${id}-${randomBytes(6).toString('hex')}`
  const { pushUrl, pushKey, playUrl } = await provider.open({ path }).catch(asAnswer)
  await needs.db.transaction(async (tx) => {
    const made = await tx.maybeOne(sql`
      insert into live_room (live_id, provider, path, key_hash, play_url)
      values (${id}, ${provider.name}, ${path}, ${keyHash(needs.keys, keyWithin(pushKey))}, ${playUrl})
      on conflict (live_id) do nothing returning 1`)
    if (!made) throw new AppError('wrongState', { message: '直播间已经开好，请刷新后查看' })
    await expectSignal(tx, id)
    await note(tx, { by: actor.identityId, action: 'live.opened', type: 'liveBroadcast', facts: { id } })
  })
  return { pushUrl, pushKey }
}

/**
 * A new key for the room. The hash is written before the server is asked to cut the old sender off, so that
 * he is refused when he comes again.
 */
export async function renewKey(needs: RoomNeeds, actor: Actor, id: number): Promise<PushAccess> {
  const live = await conducted(needs.db, actor, id)
  requirePush(live)
  const provider = serverOf(needs)
  const { room } = live
  if (!room) throw new AppError('wrongState', { message: '直播间尚未打开' })
  const { pushUrl, pushKey } = await provider.open(room).catch(asAnswer)
  await needs.db.transaction(async (tx) => {
    await tx.execute(sql`
      update live_room set key_hash = ${keyHash(needs.keys, keyWithin(pushKey))} where live_id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'live.renewed', type: 'liveBroadcast', facts: { id } })
  })
  await provider.close(room).catch(asAnswer)
  return { pushUrl, pushKey }
}

/** Ends a broadcast and cuts its sender off. Ended twice it stays ended. */
export async function endLive(needs: RoomNeeds, actor: Actor, id: number): Promise<void> {
  const live = await conducted(needs.db, actor, id)
  if (live.way !== 'push') requirePush(live)
  if (live.phase === 'ahead' || live.phase === 'lobby')
    throw new AppError('wrongState', { message: '该直播尚未开始；不办了请到信息发布里下架' })
  await needs.db.transaction(async (tx) => {
    if (!(await endSignal(tx, id))) return
    await note(tx, { by: actor.identityId, action: 'live.ended', type: 'liveBroadcast', facts: { id } })
  })
  // It is over for the viewers in any case; a sender who goes on is refused when he comes again.
  if (live.room) await needs.liveProvider?.close(live.room).catch(() => undefined)
}
