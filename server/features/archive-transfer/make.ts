import { packageKeptDays, type PackageSubject } from '../../../catalogue/contract/archive-transfer.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { newFileKey, sealedPieces } from '../../platform/crypto/sealed-file.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { beating } from '../../platform/storage/beating.ts'
import { removeUnclaimed } from '../../platform/storage/unclaimed.ts'
import { linkTo } from './link.ts'
import type { TransferNeeds } from './needs.ts'
import { keyPlace } from './sealed.ts'
import { openSubject } from './subject.ts'
import { writePackage, type WrittenPackage } from './write.ts'

/** A package whose writer has been silent for so many minutes is begun anew. */
const silentMinutes = 2

interface TakenPackage {
  readonly id: number
  readonly attempt: number
  readonly askedBy: number
  readonly role: number
  readonly title: string
  readonly about: 'year' | 'person'
  readonly subjectId: number
  readonly year: number | null
  readonly teacherId: number | null
}

/** Another writer took it on, or it was cancelled. */
class PackageStoppedError extends Error {}

/** Takes the oldest package that waits, or whose writer fell silent. */
const takeOn = ({ db }: TransferNeeds): Promise<TakenPackage | undefined> =>
  db.maybeOne<TakenPackage>(sql`
    with next as materialized (
      select id from archive_package
      where state = 'queued'
        or (state = 'writing' and beat_at < now() - make_interval(mins => ${silentMinutes}::int))
      order by id limit 1 for update skip locked)
    update archive_package k
    set state = 'writing', attempt = k.attempt + 1, beat_at = now(), done = 0, fault = null
    from next
    where k.id = next.id
    returning k.id, k.attempt, k.asked_by as "askedBy", k.role, k.title, k.about, k.subject_id as "subjectId",
      k.year, k.teacher_id as "teacherId"`)

/** Condition that this attempt still writes the package. */
const ours = ({ id, attempt }: TakenPackage) => sql`id = ${id} and attempt = ${attempt} and state = 'writing'`

async function beat({ db }: TransferNeeds, taken: TakenPackage, done: number): Promise<void> {
  const n = await db.execute(
    sql`update archive_package set beat_at = now(), done = ${done} where ${ours(taken)}`,
  )
  if (n === 0) throw new PackageStoppedError()
}

const subjectOf = ({ about, subjectId, year, teacherId }: TakenPackage): PackageSubject =>
  about === 'year'
    ? { about, institutionId: subjectId, year: year ?? 0 }
    : { about, teacherId: teacherId ?? 0 }

/** Whoever asked is judged anew: what they may hand over and see now is what comes into it. */
async function write(needs: TransferNeeds, taken: TakenPackage, stopping: AbortSignal): Promise<void> {
  const asker = await actorOfIdentity(needs.db, taken.askedBy)
  if (!asker?.enabled) throw new AppError('forbidden', { message: '申请移交的账号已停用' })
  const subject = await openSubject(needs.db, asker.actor, subjectOf(taken))
  const fileKey = newFileKey(needs.keys.suite)
  let done = 0
  const onItem = (many: number) => {
    done = many
  }
  const { bytes, written } = writePackage(needs, { actor: asker.actor, subject, id: taken.id, onItem })
  const { transfers } = needs.fileStores
  const kept = await transfers
    .write(beating(sealedPieces(bytes, fileKey), stopping, () => beat(needs, taken, done)))
    .finally(() => bytes.destroy())
  try {
    await makeReady(needs, taken, { ...kept, fileKey, found: await written })
  } catch (error) {
    await transfers.remove(kept.key)
    throw error
  }
}

/** Everybody in the package sees in 谁看过我的档案 that it was made. */
async function makeReady(
  { db, keys, notify }: TransferNeeds,
  taken: TakenPackage,
  kept: {
    readonly key: string
    readonly bytes: number
    readonly fileKey: string
    readonly found: WrittenPackage
  },
): Promise<void> {
  const { records, people, problems } = kept.found
  await db.transaction(async (tx) => {
    const changed = await tx.execute(sql`
      update archive_package
      set state = 'ready', ready_at = now(), kept_until = now() + make_interval(days => ${packageKeptDays}::int),
        storage_key = ${kept.key}, bytes = ${kept.bytes}, key_sealed = ${keys.seal(kept.fileKey, keyPlace(taken.id))},
        done = ${records}, record_count = ${records}, people_count = ${people.size}, problems = ${problems}
      where ${ours(taken)}`)
    if (changed === 0) throw new PackageStoppedError()
    await note(
      tx,
      {
        by: taken.askedBy,
        action: 'archive.read',
        ownerId: sql`x.person`,
        facts: { part: 'package', package: taken.id },
      },
      sql`from unnest(${[...people]}::int[]) as x (person)`,
    )
    await note(tx, {
      by: taken.askedBy,
      action: 'transfer.made',
      facts: { package: taken.id, rows: records, people: people.size },
    })
    await notify(tx, {
      to: { identity: taken.askedBy },
      kind: '1',
      title: `${taken.title}移交包已生成，请在 ${packageKeptDays} 天内下载`,
      content: problems > 0 ? `四性检测有 ${problems} 项问题，见包内的报告。` : '',
      link: linkTo(taken.role, 'mine'),
      exceptPerson: 0,
    })
  })
}

/** Back into the line when the process stops; else failed, with what the office reads. */
async function giveUp(
  { db, log }: TransferNeeds,
  taken: TakenPackage,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  if (error instanceof PackageStoppedError) return
  if (isStopping) {
    await db.execute(sql`update archive_package set state = 'queued' where ${ours(taken)}`)
    return
  }
  if (!(error instanceof AppError)) log.error('transfer.failed', { package: taken.id, ...errorFacts(error) })
  const fault = error instanceof AppError ? error.message : '移交包生成失败，请重新申请'
  await db.execute(sql`update archive_package set state = 'failed', fault = ${fault} where ${ours(taken)}`)
}

/** Writes the next package that waits; resolves to whether there was one. */
export async function makeNext(needs: TransferNeeds, stopping: AbortSignal): Promise<boolean> {
  const taken = await takeOn(needs)
  if (!taken) return false
  try {
    await write(needs, taken, stopping)
  } catch (error) {
    await giveUp(needs, taken, error, stopping.aborted)
  }
  return true
}

/** Ends what nobody agreed to, removes files whose days are over, and files that a crash left without a row. */
export async function endPackages({ db, fileStores: { transfers } }: TransferNeeds): Promise<void> {
  await db.execute(
    sql`update archive_package set state = 'lapsed' where state = 'approval' and lapses_at < now()`,
  )
  const gone = await db.query<{ storage_key: string }>(sql`
    with gone as materialized (
      select id, storage_key from archive_package where state = 'ready' and kept_until < now() limit 100)
    update archive_package k
    set state = 'expired', storage_key = null, key_sealed = null
    from gone
    where k.id = gone.id
    returning gone.storage_key`)
  for (const { storage_key } of gone) await transfers.remove(storage_key)
  await removeUnclaimed(transfers, (keys) =>
    db.query(sql`select storage_key from archive_package where storage_key = any(${[...keys]}::text[])`),
  )
}

export const transferJobs = (needs: TransferNeeds): readonly KeptJob[] => [
  { name: 'transfers.write', label: '移交包', every: 3, run: (stopping) => makeNext(needs, stopping) },
  {
    name: 'transfers.end',
    label: '移交包到期清理',
    every: 600,
    run: async () => {
      await endPackages(needs)
      return false
    },
  },
]
