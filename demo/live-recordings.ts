import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { keepFile } from './keep-file.ts'

/** Seconds of the film that stands for a recording. */
const seconds = 12

/** A broadcast of the demo region that is over has a recording, as a live server hands it over; its replay is shown. */
export async function tellRecording(db: Database, filesFolder: string): Promise<void> {
  const live = await db.maybeOne<{ id: number; title: string; identity: number }>(sql`
    select c.id, c.live ->> 'title' as title, c.by_identity as identity
    from content c
    where c.type = 'liveBroadcast' and c.live is not null and c.live ->> 'replayUrl' is null
      and c.live ->> 'endTime' < to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI')
    order by c.live ->> 'endTime' desc, c.id limit 1`)
  if (!live) return
  const fileId = await keepFile(db, filesFolder, live.identity, {
    name: `${live.title}.webm`,
    mime: 'video/webm',
    content: await readFile(join(import.meta.dirname, 'films/lesson.webm')),
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into live_record (live_id, no, name, started_at, seconds, file_id)
      select c.id, 1, 'record-1', (c.live ->> 'startTime')::timestamp at time zone 'Asia/Shanghai', ${seconds},
        ${fileId}::uuid
      from content c where c.id = ${live.id}`)
    // A broadcast of the portal's own room: heard until its end, and shown again since.
    const own = sql.json({ way: '1', watchUrl: null })
    await tx.execute(sql`
      update content set value = value || ${own}::jsonb, live = live || ${own}::jsonb where id = ${live.id}`)
    await tx.execute(sql`
      insert into content_signal (content_id, heard_at, ended_at, released_at)
      select c.id, x.at, x.at, x.at + interval '1 day'
      from content c
        cross join lateral (select (c.live ->> 'endTime')::timestamp at time zone 'Asia/Shanghai' as at) x
      where c.id = ${live.id}`)
  })
}
