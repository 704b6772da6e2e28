import type { KeptJob } from '../../platform/jobs/queue.ts'
import { sql } from '../../platform/db/sql.ts'
import { removeUnclaimed } from '../../platform/storage/unclaimed.ts'
import { makeFile, silentMinutes } from './make.ts'
import { linkTo, type ExportNeeds } from './options.ts'
import type { ExportWords } from './row.ts'

/** Ends exports that nobody approved in time, and tells those who asked. */
async function lapse({ db, notify }: ExportNeeds): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: number; asked_by: number; told: ExportWords }>(sql`
      update export
      set state = 'lapsed'
      where id in (
        select id from export where state = 'approval' and lapses_at < now() order by id limit 100 for update skip locked)
      returning id, asked_by, told`)
    for (const { id, asked_by, told } of rows)
      await notify(tx, {
        to: { identity: asked_by },
        kind: '2',
        title: `您申请导出的${told.title}逾期没有人办理，已经失效`,
        content: '需要时请重新申请。',
        link: linkTo(id),
        exceptPerson: 0,
      })
  })
}

/** Files whose days are over go, and their keys with them. */
async function expire({ db, exportStore }: ExportNeeds): Promise<void> {
  const rows = await db.query<{ storage_key: string }>(sql`
    with gone as (
      select id, storage_key from export where state = 'ready' and kept_until < now() order by id limit 100)
    update export e
    set state = 'expired', storage_key = null, key_sealed = null
    from gone
    where e.id = gone.id
    returning gone.storage_key`)
  for (const { storage_key } of rows) await exportStore.remove(storage_key)
}

/** Files that a crash left without a row: encrypted with a key that nobody has. */
async function sweep({ db, exportStore }: ExportNeeds): Promise<void> {
  await removeUnclaimed(exportStore, (keys) =>
    db.query(sql`select storage_key from export where storage_key = any(${[...keys]}::text[])`),
  )
}

/** The next file that waits to be written, or whose writer fell silent. */
const next = ({ db }: ExportNeeds) =>
  db.maybeOne<{ id: number }>(sql`
    select id
    from export
    where state = 'queued'
      or (state = 'writing' and beat_at < now() - make_interval(mins => ${silentMinutes}::int))
    order by id
    limit 1`)

/** Writes the files that wait, one after another. */
export const writing = (o: ExportNeeds): KeptJob => ({
  name: 'exports.write',
  label: '导出文件',
  every: 3,
  run: async (stopping) => {
    const waiting = await next(o)
    if (!waiting) return false
    await makeFile(o, waiting.id, stopping)
    return true
  },
})

/** Ends what lapsed and what was kept long enough. */
export const ending = (o: ExportNeeds): KeptJob => ({
  name: 'exports.end',
  label: '导出到期清理',
  every: 300,
  run: async () => {
    await lapse(o)
    await expire(o)
    await sweep(o)
    return false
  },
})
