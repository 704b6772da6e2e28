import type { Actor } from '../../../catalogue/access/access.ts'
import type { Videos, VideosAsked } from '../../../catalogue/contract/teaching/lives.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { hostsOf } from '../../engine/publishing/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

import { safeOf } from './lives.ts'

type VideoLine = Omit<Videos['list'][number], 'file' | 'about'> & {
  readonly fileId: string | null
  readonly fileName: string | null
  readonly bytes: number | null
  readonly content: number | null
  readonly activity: string | null
  readonly lesson: string | null
}

const films = sql`('video/mp4', 'video/webm', 'audio/mpeg')`

/** Films of a teacher, by where they come from; nobody uploads one twice to have it listed. */
const origins: Readonly<Record<Videos['list'][number]['origin'], (actor: Actor) => Sql>> = {
  // What the teacher gave to the library, or keeps for himself.
  resource: ({ identityId }) => sql`
    select 'resource ' || c.id as key, c.value ->> 'title' as title, 'resource' as origin, f.id as "fileId",
      f.name as "fileName", f.bytes, null as address, c.id as content, null::uuid as activity, null::uuid as lesson,
      c.state, coalesce((select s.uses from shelf s where s.kind = 'resource' and s.item_id = c.id), 0) as uses,
      c.updated_at as at
    from content c join file f on f.id::text = coalesce(c.value ->> 'file', c.value ->> 'partVideo')
    where c.type = 'resource' and c.author_identity = ${identityId} and f.mime in ${films}`,
  // Lessons that were recorded and observed.
  lesson: ({ teacherId }) => sql`
    select 'lesson ' || k.id as key, coalesce(k.value ->> 'lessonTitle', a.title) as title, 'lesson' as origin,
      f.id as "fileId", f.name as "fileName", f.bytes, null as address, null::int as content, a.id as activity,
      k.id as lesson, '' as state, 0 as uses, coalesce(o.recording_started_at, f.created_at) as at
    from ${caseRows} k
      join observed_lesson o on o.lesson_id = k.id and o.campaign_id = k.campaign_id
      join campaign a on a.id = k.campaign_id
      join file f on f.id = o.file_id
    where k.type = 'activityPlace' and k.teacher_id = ${teacherId}`,
  // Broadcasts that the teacher asked for, once their recording can be seen.
  live: ({ teacherId }) => sql`
    select 'live ' || c.id as key, c.live ->> 'title' as title, 'live' as origin, null::uuid as "fileId",
      null as "fileName", null::int as bytes, c.live ->> 'replayUrl' as address, c.id as content,
      null::uuid as activity, null::uuid as lesson, '' as state, 0 as uses, c.publish_at as at
    from ${caseRows} k join content c on c.id = (k.value ->> 'contentId')::int and c.type = 'liveBroadcast'
    where k.type = 'broadcastRequest' and k.state = 'agreed' and k.teacher_id = ${teacherId}
      and c.live ->> 'replayUrl' is not null and c.publish_at <= now() and coalesce(c.take_down_at > now(), true)`,
}

/** The films of the actor, the newest first. */
export async function videosOf(
  db: Queryable,
  actor: Actor,
  { origin, page, pageSize }: VideosAsked,
): Promise<Videos> {
  const asked = origin === undefined ? Object.values(origins) : [origins[origin]]
  const all = sql.join(
    asked.map((of) => of(actor)),
    ' union all ',
  )
  const [rows, { total }] = await Promise.all([
    db.query<VideoLine>(sql`
      select v.* from (${all}) v order by v.at desc, v.key limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from (${all}) v`),
  ])
  const hosts = await hostsOf(db)
  const list = rows.map(({ fileId, fileName, bytes, content, activity, lesson, ...line }) => ({
    ...line,
    at: new Date(line.at).toISOString(),
    file: fileId === null ? null : { id: fileId, name: fileName ?? '', bytes: bytes ?? 0 },
    about: { content, activity, lesson },
    address: safeOf(line.address, hosts),
  }))
  return { list, total, page, pageSize }
}
