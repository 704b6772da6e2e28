import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { uploadPage } from '../../../catalogue/contract/portal/contents.ts'
import { paging, uuid } from '../../../catalogue/contract/envelope.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { filesOf } from '../../engine/publishing/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Contents } from './feature.ts'
import { note } from '../../platform/audit/note.ts'

const byAdministrators = sql`f.by_identity in (select id from identity where role = 1)`
/**
 * Whether anything of the portal holds the file: a content, a person's photo, a client's mark, an app's
 * picture, a case. Records are asked by `heldByRecords`: on a distributed database they lie on other nodes
 * (decision 0116).
 */
const used = sql`(exists (select 1
      from content_file u
      where u.file_id = f.id)
  or exists (select 1
    from person p
    where p.image_file = f.id) or exists (select 1
    from client k
    where k.logo_file = f.id) or exists (select 1
      from app
      where app.icon_file = f.id) or exists (select 1
      from process_file h
      where h.file_id = f.id))`

interface Row {
  readonly id: string
  readonly at: string
  readonly used: boolean
}

/** The files that administrators uploaded: where each is used; what nobody uses may be deleted. */
export function uploadRoutes(server: Server, feature: Contents): void {
  const shared = { access: [1], tag: '上传的文件' } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/uploads',
    summary: '管理员上传的文件，新的在前',
    query: z.strictObject(paging),
    answer: uploadPage,
    handle: ({ query }) => listUploads(feature, query),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/uploads/:id',
    summary: '删除没有用到的文件',
    params: z.object({ id: uuid }),
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const { identityId } = feature.actorOn(request)
      const key = await feature.db.transaction((tx) => removeUpload(feature, tx, id, identityId))
      if (key !== null) await feature.removeBytes(key)
      return true
    },
  })
}

async function listUploads(
  feature: Contents,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const { db } = feature
  const [rows, { total }] = await Promise.all([
    db.query<Row>(
      sql`select f.id, f.created_at as at, ${used} as used
        from file f
        where ${byAdministrators}
        order by f.created_at desc, f.id
        limit ${pageSize}
        offset ${(page - 1) * pageSize}`,
    ),
    db.one<{ total: number }>(sql`select count(*)::int as total from file f where ${byAdministrators}`),
  ])
  const ids = rows.map(({ id }) => id)
  const [files, uses, inRecords] = await Promise.all([
    filesOf(feature, ids),
    usesOf(feature, ids),
    heldByRecords(db, ids),
  ])
  const list = rows.flatMap(({ id, at, used: held }) => {
    const file = files.get(id)
    return file ? [{ ...file, at, used: held || inRecords.has(id), uses: uses.get(id) ?? [] }] : []
  })
  return { list, total, page, pageSize }
}

interface Use {
  readonly id: number
  readonly type: ContentName
  readonly title: string
}

/** The contents that hold files, by file. */
async function usesOf({ db }: Contents, ids: readonly string[]): Promise<Map<string, Use[]>> {
  const rows = await db.query<{
    file_id: string
    id: number
    type: ContentName
    value: Readonly<Record<string, unknown>>
  }>(sql`
    select u.file_id, c.id, c.type, c.value
    from content_file u
    join content c on c.id = u.content_id
    where u.file_id = any(${ids}::uuid[])
    order by c.id`)
  const uses = rows.map(({ file_id, id, type, value }) => ({
    file: file_id,
    use: { id, type, title: String(value[contents[type].headline] ?? '') },
  }))
  return new Map(ids.map((id) => [id, uses.filter(({ file }) => file === id).map(({ use }) => use)] as const))
}

/** Those of the files that a record names as evidence. */
async function heldByRecords(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ file_id: string }>(
    sql`select distinct file_id from file_use where file_id = any(${ids}::uuid[])`,
  )
  return new Set(rows.map((row) => row.file_id))
}

/** Deletes an upload; answers where its bytes are, null when another upload shares them. */
async function removeUpload(feature: Contents, tx: Tx, id: string, by: number): Promise<string | null> {
  const file = await tx.maybeOne<{ storage_key: string; used: boolean; name: string }>(sql`
    select f.storage_key, f.name, ${used} as used
    from file f
    where f.id = ${id} and ${byAdministrators} for update of f`)
  if (!file) throw new AppError('missing')
  if (file.used || (await heldByRecords(tx, [id])).size > 0)
    throw new AppError('wrongState', { message: '该文件还有地方在用（包括发布过的旧版），不能删除' })
  await note(tx, { by, action: 'upload.deleted', facts: { file: id, name: file.name } })
  return feature.deleteFile(tx, { id, storage_key: file.storage_key })
}
