import type { Database } from '../../platform/db/database.ts'
import { hearSignal } from '../../engine/publishing/index.ts'
import { silenceMs } from '../../../catalogue/live/phase.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { LiveServerError, type LiveProvider } from '../../platform/live-servers/index.ts'
import { broadcastsOnCall, type Broadcast, type Room, type RoomNeeds } from './room.ts'

/** Rooms that are asked at the same time. */
const together = 20

/**
 * Asks the live server for the signal of every room that is on call, every ten seconds. The calls of the
 * server are hints alone: they get lost, and nobody is told.
 */
export const askRooms = (needs: Pick<RoomNeeds, 'db' | 'liveProvider'>): KeptJob => ({
  name: 'live.rooms',
  label: '直播信号',
  every: 10,
  run: async (stopping) => {
    const { db, liveProvider } = needs
    if (!liveProvider) return false
    const rooms = (await broadcastsOnCall(db)).flatMap(({ id, room }) => (room ? [{ id, room }] : []))
    for (let at = 0; at < rooms.length && !stopping.aborted; at += together)
      await Promise.all(rooms.slice(at, at + together).map((one) => askRoom(db, liveProvider, one)))
    return false
  },
})

/** Asks for one room and keeps what was heard. */
export async function askRoom(
  db: Database,
  provider: LiveProvider,
  { id, room }: { readonly id: Broadcast['id']; readonly room: Pick<Room, 'path'> },
): Promise<void> {
  const { on, kbps, size, fault } = await provider.signal(room).then(
    (signal) => ({ ...signal, fault: null }),
    (error: unknown) => {
      if (!(error instanceof LiveServerError)) throw error
      return { on: false, kbps: null, size: null, fault: error.message }
    },
  )
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update live_room
      set asked_at = now(), kbps = ${kbps}, width = ${size?.width ?? null}, height = ${size?.height ?? null}, fault = ${fault}
      where live_id = ${id}`)
    if (!on) return
    await hearSignal(tx, id)
    // A signal that was away for longer begins a new span: what nobody could see counts for nobody.
    const goesOn = await tx.maybeOne(sql`
      update live_air set to_at = now()
      where live_id = ${id} and to_at >= now() - make_interval(secs => ${silenceMs / 1_000}) returning 1`)
    if (!goesOn)
      await tx.execute(sql`
        insert into live_air (live_id, from_at, to_at) values (${id}, now(), now()) on conflict do nothing`)
  })
}
