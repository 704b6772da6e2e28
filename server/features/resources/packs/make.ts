import { packLimits } from '../../../../catalogue/contract/chapter-packs.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { pathOfPage } from '../../../../catalogue/pages/pages.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { actorOfIdentity } from '../../../engine/access/index.ts'
import type { Ground } from '../../../engine/feature.ts'
import type { KeptJob } from '../../../platform/jobs/queue.ts'
import { sql } from '../../../platform/db/sql.ts'
import { errorFacts } from '../../../platform/log/log.ts'
import type { FileStore, KeptFile } from '../../../platform/storage/file-store.ts'
import { beating } from '../../../platform/storage/beating.ts'
import { removeUnclaimed } from '../../../platform/storage/unclaimed.ts'
import { packContents, type PackedItem } from './contents.ts'
import { writePack } from './write.ts'

export interface PackNeeds extends Pick<Ground, 'db' | 'log' | 'notify'> {
  /** Uploads, which are read. */
  readonly files: FileStore
  /** Packs, which are written. */
  readonly packs: FileStore
}

/** A pack whose writer has been silent for so many minutes is begun anew. */
const silentMinutes = 2

interface TakenPack {
  readonly id: string
  readonly attempt: number
  readonly node: number
  readonly textbook: number
  readonly chapter: string
  readonly films: boolean
  readonly by: number
}

/** It was dropped, or another writer took it on. */
class PackStoppedError extends Error {}

const waits = sql`(state = 'queued'
  or (state = 'writing' and beat_at < now() - make_interval(mins => ${silentMinutes}::int)))`

/** Takes the oldest pack that waits, or whose writer fell silent. */
const takeOn = ({ db }: PackNeeds): Promise<TakenPack | undefined> =>
  db.maybeOne<TakenPack>(sql`
    with next as materialized (
      select id from chapter_pack where ${waits} order by asked_at limit 1 for update skip locked)
    update chapter_pack k
    set state = 'writing', attempt = k.attempt + 1, beat_at = now(), fault = null
    from next, curriculum_node n
    where k.id = next.id and n.id = k.node_id
    returning k.id, k.attempt, k.node_id as node, n.textbook_id as textbook, n.no || ' ' || n.title as chapter,
      k.films, k.by_identity as by`)

/** Condition that this attempt still writes the pack. */
const ours = ({ id, attempt }: TakenPack) =>
  sql`id = ${id}::uuid and attempt = ${attempt} and state = 'writing'`

/** Says that this attempt still writes; throws where it does not any more. */
async function beat({ db }: PackNeeds, taken: TakenPack): Promise<void> {
  const n = await db.execute(sql`update chapter_pack set beat_at = now() where ${ours(taken)}`)
  if (n === 0) throw new PackStoppedError()
}

async function write(needs: PackNeeds, taken: TakenPack, actor: Actor, stopping: AbortSignal): Promise<void> {
  const items = await packContents(needs.db, actor, taken.node, taken.films)
  if (items.length === 0) throw new AppError('wrongState', { message: '该章节暂无可打包的资源' })
  const { stream, lost } = await writePack(needs.files, items)
  const kept = await needs.packs.write(beating(stream, stopping, () => beat(needs, taken)))
  try {
    await makeReady(needs, taken, { actor, items, kept, lost })
  } catch (error) {
    await needs.packs.remove(kept.key)
    throw error
  }
}

interface PackFile {
  readonly actor: Actor
  readonly items: readonly PackedItem[]
  readonly kept: KeptFile
  readonly lost: number
}

async function makeReady(
  { db, notify }: PackNeeds,
  taken: TakenPack,
  { actor, items, kept, lost }: PackFile,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update chapter_pack
      set state = 'ready', kept_until = now() + make_interval(days => ${packLimits.days}::int),
        storage_key = ${kept.key}, bytes = ${kept.bytes}, sha256 = ${kept.sha256}, items = ${items.length},
        lost = ${lost}
      where ${ours(taken)}`)
    if (changed === 0) throw new PackStoppedError()
    await tx.execute(sql`
      insert into chapter_pack_item (pack_id, item_id, version)
      select ${taken.id}::uuid, x.id, x.version
      from jsonb_to_recordset(${sql.json(items.map(({ id, version }) => ({ id, version })))})
        as x(id int, version int)`)
    const page = pathOfPage(actor.role, 'library')
    await notify(tx, {
      to: { identity: taken.by },
      kind: '1',
      title: `“${taken.chapter}”的离线包已打好，共 ${items.length} 件资源`,
      content: `请在 ${packLimits.days} 天内到资源库的该章节下载。`,
      link: page === '' ? null : `${page}?book=${taken.textbook}&node=${taken.node}`,
      exceptPerson: 0,
    })
  })
}

/** Back into the line when the process stops; else failed, with what the owner reads. */
async function giveUp(
  needs: PackNeeds,
  taken: TakenPack,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  if (error instanceof PackStoppedError) return
  if (isStopping) {
    await needs.db.execute(sql`update chapter_pack set state = 'queued' where ${ours(taken)}`)
    return
  }
  if (!(error instanceof AppError))
    needs.log.error('resources.pack', { pack: taken.id, ...errorFacts(error) })
  const fault = error instanceof AppError ? error.message : '打包失败，请重新打包'
  await needs.db.execute(sql`update chapter_pack set state = 'failed', fault = ${fault} where ${ours(taken)}`)
}

/**
 * Writes the next pack that waits; resolves to whether there was one. The owner is judged anew: what he may
 * read at that moment is what comes into it.
 */
export async function makeNext(needs: PackNeeds, stopping: AbortSignal): Promise<boolean> {
  const taken = await takeOn(needs)
  if (!taken) return false
  try {
    const owner = await actorOfIdentity(needs.db, taken.by)
    if (!owner?.enabled) throw new AppError('forbidden', { message: '申请打包的账号已停用' })
    await write(needs, taken, owner.actor, stopping)
  } catch (error) {
    await giveUp(needs, taken, error, stopping.aborted)
  }
  return true
}

/** Removes packs whose days are over, and files that a crash left without a row. */
export async function endPacks({ db, packs }: PackNeeds): Promise<void> {
  const gone = await db.query<{ storage_key: string }>(sql`
    with gone as materialized (
      select id, storage_key from chapter_pack where state = 'ready' and kept_until < now() limit 100)
    delete from chapter_pack k
    using gone
    where k.id = gone.id
    returning gone.storage_key`)
  for (const { storage_key } of gone) await packs.remove(storage_key)
  await removeUnclaimed(packs, (keys) =>
    db.query(sql`select storage_key from chapter_pack where storage_key = any(${[...keys]}::text[])`),
  )
}

export const packJobs = (needs: PackNeeds): readonly KeptJob[] => [
  {
    name: 'resources.packs',
    label: '章节离线包',
    every: 3,
    run: (stopping) => makeNext(needs, stopping),
  },
  {
    name: 'resources.packs.end',
    label: '离线包到期清理',
    every: 600,
    run: async () => {
      await endPacks(needs)
      return false
    },
  },
]
