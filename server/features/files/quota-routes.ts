import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import {
  fileRoom,
  ownFiles,
  ownFilesQuery,
  roomGrant,
  schoolRooms,
  schoolRoomsQuery,
  type OwnFile,
} from '../../../catalogue/contract/file-quota.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { translateDbError } from '../../platform/db/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { FilesOptions } from './routes.ts'
import { ownRoom, roomsBelow, schoolRoom } from './quota.ts'
import { deleteFile } from './store.ts'
import { teacherRoomRoutes } from './teacher-rooms.ts'

const gigabyte = 1024 ** 3
const path = '/api/v1/fileQuota'
const holders = { access: [2, 3], tag: '文件' } as const

/** Room for files: how much a school and a teacher have, what takes it, and more of it. */
export function quotaRoutes(server: Server, o: FilesOptions): void {
  const { db, actorOn } = o
  register(server, {
    ...holders,
    method: 'GET',
    url: path,
    summary: '文件空间：本校和本人已用多少、共多少',
    answer: fileRoom,
    handle: async (_, request) => {
      const actor = actorOn(request)
      const { raisedBy, ...school } = await schoolRoom(db, actor.institutionId)
      return { school, raisedBy, own: actor.role === 2 ? await ownRoom(db, actor) : null }
    },
  })
  ownFileRoutes(server, o)
  teacherRoomRoutes(server, o)
  register(server, {
    method: 'GET',
    url: `${path}/schools`,
    access: [4, 5, 6],
    tag: '文件',
    summary: '直属学校的文件空间：已用多少、共多少',
    query: schoolRoomsQuery,
    answer: schoolRooms,
    handle: ({ query }, request) => roomsBelow(db, actorOn(request).institutionId, query),
  })
  register(server, {
    method: 'PUT',
    url: `${path}/school/:id`,
    access: [1, 4, 5, 6],
    tag: '文件',
    summary: '调整学校的文件空间（GB）：学校的直接上级或系统管理员',
    params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: roomGrant,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { gigabytes } }, request) =>
      grantRoom(o, actorOn(request), id, gigabytes),
  })
}

function ownFileRoutes(server: Server, o: FilesOptions): void {
  const { db, actorOn } = o
  register(server, {
    ...holders,
    method: 'GET',
    url: `${path}/files`,
    summary: '本人上传的文件，大的在前',
    query: ownFilesQuery,
    answer: ownFiles,
    handle: async ({ query: { page, pageSize } }, request) => {
      const mine = sql`file where by_identity = ${actorOn(request).identityId}`
      const [list, { total }] = await Promise.all([
        db.query<OwnFile>(sql`
          select id, name, bytes, created_at as at
          from ${mine}
          order by bytes desc, id
          limit ${pageSize}
          offset ${(page - 1) * pageSize}`),
        db.one<{ total: number }>(sql`select count(*)::int as total from ${mine}`),
      ])
      return { list, total, page, pageSize }
    },
  })
  register(server, {
    ...holders,
    method: 'DELETE',
    url: `${path}/files/:id`,
    summary: '删除本人上传的、哪里都没有用到的文件',
    params: z.object({ id: uuid }),
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const key = await deleteUnused(o, actorOn(request), id)
      if (key !== null) await o.store.remove(key)
      return true
    },
  })
}

/** Deletes a file that no row of the portal refers to: the foreign keys of all that use files decide. */
async function deleteUnused({ db }: FilesOptions, actor: Actor, id: string): Promise<string | null> {
  try {
    return await db.transaction(async (tx) => {
      const file = await tx.maybeOne<{ storage_key: string; name: string }>(sql`
        select storage_key, name
        from file
        where id = ${id}::uuid and by_identity = ${actor.identityId} for update`)
      if (!file) throw new AppError('missing')
      await note(tx, {
        by: actor.identityId,
        action: 'file.deleted',
        facts: { file: id, name: file.name },
      })
      return deleteFile(tx, { id, storage_key: file.storage_key })
    })
  } catch (error) {
    if (translateDbError(error).kind !== 'foreignKey') throw error
    throw new AppError('wrongState', { message: '该文件还有地方在用（包括旧版和佐证），不能删除' })
  }
}

/** Sets the room of a school. A school elsewhere, or of another office, is missing. */
async function grantRoom({ db }: FilesOptions, actor: Actor, id: number, gigabytes: number): Promise<true> {
  const bytes = gigabytes * gigabyte
  const below = actor.role === 1 ? sql`true` : sql`i.parent_id = ${actor.institutionId}`
  await db.transaction(async (tx) => {
    const count = await tx.execute(sql`
      insert into file_quota (institution_id, bytes)
      select i.id, ${bytes}::bigint
      from institution i
      where i.id = ${id} and i.level = 'school' and ${below}
      on conflict (institution_id) do update set bytes = excluded.bytes`)
    if (count === 0) throw new AppError('missing')
    await note(tx, { by: actor.identityId, action: 'file.quota', facts: { institution: id, gigabytes } })
  })
  return true
}
