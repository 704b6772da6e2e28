import { copyKeptDays } from '../../../catalogue/contract/account/personal-copy.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { newFileKey, sealedPieces } from '../../platform/crypto/sealed-file.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { beating } from '../../platform/storage/beating.ts'
import { removeUnclaimed } from '../../platform/storage/unclaimed.ts'
import type { CopyNeeds } from './needs.ts'
import { keyPlace } from './sealed.ts'
import { writeCopy } from './write.ts'

/** A copy whose writer has been silent for so many minutes is begun anew. */
const silentMinutes = 2

interface TakenCopy {
  readonly id: string
  readonly attempt: number
  readonly personId: number
  readonly by: number
}

/** Another writer took it on. */
class CopyStoppedError extends Error {}

/** Takes the oldest copy that waits, or whose writer fell silent. */
const takeOn = ({ db }: CopyNeeds): Promise<TakenCopy | undefined> =>
  db.maybeOne<TakenCopy>(sql`
    with next as materialized (
      select id from personal_copy
      where state = 'queued'
        or (state = 'writing' and beat_at < now() - make_interval(mins => ${silentMinutes}::int))
      order by asked_at limit 1 for update skip locked)
    update personal_copy c
    set state = 'writing', attempt = c.attempt + 1, beat_at = now(), fault = null
    from next
    where c.id = next.id
    returning c.id, c.attempt, c.person_id as "personId", c.by_identity as by`)

/** Condition that this attempt still writes the copy. */
const ours = ({ id, attempt }: TakenCopy) =>
  sql`id = ${id}::uuid and attempt = ${attempt} and state = 'writing'`

/** Says that this attempt still writes; throws where it does not any more. */
async function beat({ db }: CopyNeeds, taken: TakenCopy): Promise<void> {
  const n = await db.execute(sql`update personal_copy set beat_at = now() where ${ours(taken)}`)
  if (n === 0) throw new CopyStoppedError()
}

async function write(needs: CopyNeeds, taken: TakenCopy, stopping: AbortSignal): Promise<void> {
  const fileKey = newFileKey(needs.keys.suite)
  const zip = await writeCopy(needs, taken.personId)
  const { copies } = needs.fileStores
  const kept = await copies
    .write(beating(sealedPieces(zip, fileKey), stopping, () => beat(needs, taken)))
    .finally(() => zip.destroy())
  try {
    await makeReady(needs, taken, { ...kept, fileKey })
  } catch (error) {
    await copies.remove(kept.key)
    throw error
  }
}

async function makeReady(
  { db, keys, notify }: CopyNeeds,
  taken: TakenCopy,
  { key, bytes, fileKey }: { readonly key: string; readonly bytes: number; readonly fileKey: string },
): Promise<void> {
  const owner = await actorOfIdentity(db, taken.by)
  await db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update personal_copy
      set state = 'ready', kept_until = now() + make_interval(days => ${copyKeptDays}::int),
        storage_key = ${key}, bytes = ${bytes}, key_sealed = ${keys.seal(fileKey, keyPlace(taken.id))}
      where ${ours(taken)}`)
    if (changed === 0) throw new CopyStoppedError()
    await note(tx, {
      by: taken.by,
      action: 'copy.made',
      personId: taken.personId,
      facts: { copy: taken.id },
    })
    await notify(tx, {
      to: { identity: taken.by },
      kind: '1',
      title: '您的数据副本已生成',
      content: `请在 ${copyKeptDays} 天内到个人中心下载，只有您本人可以下载。`,
      link: owner ? `${pathOfPage(owner.actor.role, 'personal')}?tab=copy` : null,
      exceptPerson: 0,
    })
  })
}

/** Back into the line when the process stops; else failed, with what the owner reads. */
async function giveUp(
  { db, log }: CopyNeeds,
  taken: TakenCopy,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  if (error instanceof CopyStoppedError) return
  if (isStopping) {
    await db.execute(sql`update personal_copy set state = 'queued' where ${ours(taken)}`)
    return
  }
  log.error('copy.failed', { copy: taken.id, ...errorFacts(error) })
  await db.execute(
    sql`update personal_copy set state = 'failed', fault = '副本生成失败，请重新生成' where ${ours(taken)}`,
  )
}

/** Writes the next copy that waits; resolves to whether there was one. */
export async function makeNext(needs: CopyNeeds, stopping: AbortSignal): Promise<boolean> {
  const taken = await takeOn(needs)
  if (!taken) return false
  try {
    await write(needs, taken, stopping)
  } catch (error) {
    await giveUp(needs, taken, error, stopping.aborted)
  }
  return true
}

/** Removes copies whose days are over with their keys, and files that a crash left without a row. */
export async function endCopies({ db, fileStores: { copies } }: CopyNeeds): Promise<void> {
  const gone = await db.query<{ storage_key: string }>(sql`
    with gone as materialized (
      select id, storage_key from personal_copy where state = 'ready' and kept_until < now() limit 100)
    update personal_copy c
    set state = 'expired', storage_key = null, key_sealed = null
    from gone
    where c.id = gone.id
    returning gone.storage_key`)
  for (const { storage_key } of gone) await copies.remove(storage_key)
  await removeUnclaimed(copies, (keys) =>
    db.query(sql`select storage_key from personal_copy where storage_key = any(${[...keys]}::text[])`),
  )
}

export const copyJobs = (needs: CopyNeeds): readonly KeptJob[] => [
  { name: 'copies.write', label: '数据副本', every: 3, run: (stopping) => makeNext(needs, stopping) },
  {
    name: 'copies.end',
    label: '数据副本到期清理',
    every: 600,
    run: async () => {
      await endCopies(needs)
      return false
    },
  },
]
