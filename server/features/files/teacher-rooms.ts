import { z } from 'zod'
import {
  teacherGrant,
  teacherRooms,
  teacherRoomsQuery,
  usualRoom,
  type TeacherGrant,
  type TeacherRoom,
} from '../../../catalogue/contract/file-quota.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { namedLike } from '../../engine/access/index.ts'
import { takenBy } from './quota.ts'
import type { FilesOptions } from './routes.ts'

const gigabyte = 1024 ** 3
const path = '/api/v1/fileQuota/teachers'

/** How much room the teachers of the own school take; the school gives one of them more, with a reason. */
export function teacherRoomRoutes(server: Server, o: FilesOptions): void {
  const { db, actorOn } = o
  register(server, {
    method: 'GET',
    url: path,
    access: [3],
    tag: '文件',
    summary: '本校教师的文件空间：用得多的在前',
    query: teacherRoomsQuery,
    answer: teacherRooms,
    handle: ({ query }, request) => roomsOf(db, actorOn(request).institutionId, query),
  })
  register(server, {
    method: 'PUT',
    url: `${path}/:id`,
    access: [3],
    tag: '文件',
    summary: '调整一位本校教师的文件空间（GB），写明原因，记入审计',
    params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: teacherGrant,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) => grant(o, actorOn(request), id, body),
  })
}

/** Teachers of a school with an account, those who take most first. */
async function roomsOf(
  db: Queryable,
  institutionId: number,
  { q, page, pageSize }: z.infer<typeof teacherRoomsQuery>,
) {
  const teachers = sql`identity a
    join teacher t on t.person_id = a.person_id
    where a.institution_id = ${institutionId} and a.role = 2 and a.state = 'enabled'
      ${q === undefined ? sql.empty : sql`and ${namedLike('t', q)}`}`
  const [list, { total }] = await Promise.all([
    db.query<TeacherRoom>(sql`
      select one.*, coalesce(own_q.bytes, ${usualRoom.teacher})::bigint as granted, own_q.reason
      from (select a.id, t.name, t.name_sort, ${takenBy(sql`a.id`)} as used from ${teachers}) one
      left join teacher_quota own_q on own_q.identity_id = one.id
      order by one.used desc, one.name_sort, one.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${teachers}`),
  ])
  return {
    list: list.map(({ id, name, used, granted, reason }) => ({ id, name, used, granted, reason })),
    total,
    page,
    pageSize,
  }
}

/** @throws AppError `missing` for whoever is no teacher of the actor's school */
async function grant(
  { db }: FilesOptions,
  actor: Actor,
  id: number,
  { gigabytes, reason }: TeacherGrant,
): Promise<true> {
  await db.transaction(async (tx) => {
    const teacher = await tx.maybeOne(sql`
      select 1 from identity
      where id = ${id} and role = 2 and institution_id = ${actor.institutionId} for update`)
    if (!teacher) throw new AppError('missing')
    await tx.execute(sql`
      insert into teacher_quota (identity_id, bytes, reason, by_identity)
      values (${id}, ${gigabytes * gigabyte}::bigint, ${reason}, ${actor.identityId})
      on conflict (identity_id) do update
      set bytes = excluded.bytes, reason = excluded.reason, by_identity = excluded.by_identity, at = excluded.at`)
    await note(tx, {
      by: actor.identityId,
      action: 'file.teacherQuota',
      facts: { identity: id, gigabytes, reason },
    })
  })
  return true
}
