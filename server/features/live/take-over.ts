import type { Readable } from 'node:stream'
import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { draft } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { LiveServerError, type KeptRecord, type LiveProvider } from '../../platform/live-servers/index.ts'
import { broadcastsToLookAt, type Broadcast, type RoomNeeds } from './room.ts'

export interface TakeOverNeeds
  extends Pick<RoomNeeds, 'db' | 'liveProvider'>, Pick<Ground, 'notify' | 'log'> {
  /** Keeps a film as a file of an identity; what browsers cannot play is refused. */
  readonly keepFilm: (
    identityId: number,
    name: string,
    coming: Readable,
  ) => Promise<{ readonly id: string; readonly seconds: number | null }>
  /** The same file as one of another identity. */
  readonly fileFor: (db: Queryable, fileId: string, identityId: number) => Promise<string>
}

/**
 * Takes recordings over from the live server, as soon as a broadcast is over and for a week: they come late, and
 * they are told of twice.
 */
export const takeOver = (needs: TakeOverNeeds): KeptJob => ({
  name: 'live.records',
  label: '直播录像转存',
  every: 60,
  run: async (stopping) => {
    if (!needs.liveProvider) return false
    for (const live of await broadcastsToLookAt(needs.db)) {
      if (stopping.aborted) break
      const fault = await lookAt(needs, live, stopping)
      await needs.db.execute(sql`
        update live_room set looked_at = now(), look_fault = ${fault} where live_id = ${live.id}`)
    }
    return false
  },
})

/** What went wrong, as a sentence for the host; null for nothing. */
async function lookAt(needs: TakeOverNeeds, live: Broadcast, stopping: AbortSignal): Promise<string | null> {
  const { db, liveProvider } = needs
  if (!liveProvider || !live.room) return null
  try {
    const fresh = await freshRecords(needs, liveProvider, live)
    if (fresh.length === 0) return live.room.refused ? live.room.lookFault : null
    const keeper = await keeperOf(db, live.id)
    if (!keeper) return '发布该直播的账号都已停用，录像没有转存'
    const faults: string[] = []
    for (const record of fresh) {
      if (stopping.aborted) break
      const refusal = await refusedOf(take(needs, live, { keeper, record }))
      if (refusal === null) continue
      faults.push(refusal)
      // It will not become another film: it is not fetched again and again.
      await db.execute(sql`
        update live_room set refused = refused || ${record.name}::text where live_id = ${live.id}`)
    }
    return faults.length === 0 ? null : faults.join('；')
  } catch (error) {
    if (error instanceof LiveServerError || error instanceof AppError) return error.message
    throw error
  }
}

/** Recordings that were neither taken over nor refused. */
async function freshRecords(
  { db }: TakeOverNeeds,
  provider: LiveProvider,
  { id, room }: Broadcast,
): Promise<readonly KeptRecord[]> {
  if (!room) return []
  const known = await db.query<{ name: string }>(sql`
    select name from live_record where live_id = ${id}
    union all
    select unnest(refused) from live_room where live_id = ${id}`)
  const names = new Set(known.map(({ name }) => name))
  const listed = await provider.recordings(room, room.told)
  return listed.filter(({ name }) => !names.has(name))
}

/** The sentence with which a film was refused; null where it was not. */
async function refusedOf(taking: Promise<void>): Promise<string | null> {
  try {
    await taking
    return null
  } catch (error) {
    if (error instanceof AppError && (error.code === 'fileType' || error.code === 'tooLarge'))
      return error.message
    throw error
  }
}

/** Whose the recording is: the teacher who asked for the broadcast, else whoever published it, else the office. */
async function keeperOf(db: Queryable, liveId: number): Promise<Actor | null> {
  const rows = await db.query<{ id: number }>(sql`
    select id from (
      select a.id, 0 as place from ${caseRows} k
        join teacher t on t.id = k.teacher_id
        join identity a on a.person_id = t.person_id and a.role = 2
      where k.type = 'broadcastRequest' and k.state = 'agreed' and (k.value ->> 'contentId')::int = ${liveId}
      union all
      select c.by_identity, 1 from content c where c.id = ${liveId}
      union all
      select a.id, 2 from content c join identity a on a.institution_id = c.institution_id and a.role between 3 and 6
      where c.id = ${liveId}) one
    order by place, id limit 20`)
  for (const { id } of rows) {
    const found = await actorOfIdentity(db, id)
    if (found?.enabled) return found.actor
  }
  return null
}

interface RecordToTake {
  readonly keeper: Actor
  readonly record: KeptRecord
}

/** Fetches one recording, drafts a resource of it and tells whose it is. */
async function take(needs: TakeOverNeeds, live: Broadcast, { keeper, record }: RecordToTake): Promise<void> {
  const name = `${live.title.replace(/[\\/:*?"<>|]/g, '')}.mp4`
  const film = await needs.keepFilm(keeper.identityId, name, await record.read())
  const seconds = film.seconds ?? Math.floor(record.seconds ?? 0)
  await needs.db.transaction(async (tx) => {
    const kept = await tx.maybeOne<{ no: number }>(sql`
      insert into live_record (live_id, no, name, started_at, seconds, file_id)
      select ${live.id}, coalesce(max(no), 0) + 1, ${record.name}, ${record.startedAt}, ${seconds}, ${film.id}::uuid
      from live_record where live_id = ${live.id}
      on conflict do nothing returning no`)
    // Another process took it over meanwhile; this file is one more of the keeper's, without a use.
    if (!kept) return
    const draftId = await drafted(tx, needs, live, { keeper, no: kept.no, fileId: film.id })
    await tx.execute(sql`
      update live_record set draft_id = ${draftId} where live_id = ${live.id} and no = ${kept.no}`)
    await needs.notify(tx, {
      to: { identity: keeper.identityId },
      kind: '1',
      title: '直播录像已转存',
      content: `《${live.title}》的录像（${lengthOf(seconds)}）已存为资源草稿，补齐后可以提交；也可以到直播间发布回放。`,
      link: officePath(keeper.role, contents.resource, draftId),
      exceptPerson: 0,
    })
  })
}

const lengthOf = (seconds: number): string =>
  seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分钟`

interface RecordDraft {
  readonly keeper: Actor
  readonly no: number
  readonly fileId: string
}

/** A resource with the film, and with the captions of the broadcast; what it lacks its keeper writes. */
async function drafted(
  tx: Tx,
  needs: TakeOverNeeds,
  { id, title, lecturer, org, captionsId }: Broadcast,
  { keeper, no, fileId }: RecordDraft,
): Promise<number> {
  const { stage, subject } = await tx.one<{ stage: string | null; subject: string | null }>(sql`
    select c.live ->> 'schoolStage' as stage, c.live ->> 'subject' as subject from content c where c.id = ${id}`)
  const bare = {
    title: `${title}（直播录像${no === 1 ? '' : ` ${no}`}）`,
    author: lecturer,
    org: org.slice(0, 100),
    shareScope: '1',
    file: fileId,
    isOriginal: true,
    licence: '2',
  }
  const captions = captionsId === null ? null : await needs.fileFor(tx, captionsId, keeper.identityId)
  const made = (body: object) =>
    draft(tx, { db: needs.db }, { actor: keeper, definition: contents.resource, body: { ...body } })
  try {
    return await made({ ...bare, schoolStage: stage, subject, captions })
  } catch (error) {
    // A code that ended meanwhile must not keep the film away; it would be fetched again and again.
    if (error instanceof AppError && error.code === 'invalid') return made(bare)
    throw error
  }
}
