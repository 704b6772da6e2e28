import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  indexApplied,
  indexFile,
  indexPreview,
  ownTextbooks as ownShape,
  textbookDraft,
} from '../../../catalogue/contract/curriculum.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { FileMime } from '../../../catalogue/kinds/file-types.ts'
import {
  applyIndex,
  beginTextbook,
  keptNodes,
  ownTextbooks,
  previewIndex,
} from '../../engine/curriculum/index.ts'
import type { Ground } from '../../engine/feature.ts'
import { sql } from '../../platform/db/sql.ts'
import { attached } from '../../platform/http/attached.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { rowsOf, workbookOf } from './workbook.ts'

export type OwnIndexNeeds = Pick<Ground, 'db' | 'actorOn'> & {
  readonly readBytes: (key: string) => Promise<Buffer>
}

const url = '/api/v1/curriculum/own'
const access = [3, 4, 5, 6] as const
const shared = { access, tag: '教材目录' } as const
const params = z.object({
  id: z.coerce.number({ error: '编号应为数字' }).int('编号应为整数').min(1).max(2_147_483_647),
})
const xlsx: FileMime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The textbooks that an institution keeps for itself and those below it: out and in as a workbook (0238). */
export function ownIndexRoutes(server: Server, needs: OwnIndexNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '本单位的教材目录',
    answer: ownShape,
    handle: async (_, request) => ({ list: await ownTextbooks(db, actorOn(request)) }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '新增本单位的教材，供本单位和所属单位使用',
    body: textbookDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 30,
    handle: async ({ body }, request) => ({ id: await beginTextbook(db, actorOn(request), body) }),
  })
  server.route({
    method: 'GET',
    url: `${url}/:id/workbook`,
    config: { access, ...fewer(30) },
    schema: { summary: '一本教材的目录（xlsx），改好后可再导入', tags: [shared.tag], params },
    handler: async (request, reply) => {
      const { id } = params.parse(request.params)
      const { title, nodes } = await keptNodes(db, actorOn(request), id)
      return attached(reply, `${title}目录.xlsx`, xlsx).send(await workbookOf(title, nodes))
    },
  })
  changeRoutes(server, needs)
}

function changeRoutes(server: Server, needs: OwnIndexNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/preview`,
    summary: '预览表格会改什么：新增、改名、停用、不变，以及哪些行不能办',
    params,
    body: indexFile,
    answer: indexPreview,
    perMinute: 30,
    handle: async ({ params: { id }, body: { fileId } }, request) => {
      const actor = actorOn(request)
      await keptNodes(db, actor, id)
      return previewIndex(db, actor, id, await uploaded(needs, actor, fileId))
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/apply`,
    summary: '按预览导入目录；预览之后有变化的要重新预览',
    params,
    body: indexApplied,
    answer: z.boolean(),
    perMinute: 30,
    handle: async ({ params: { id }, body: { fileId, seen } }, request) => {
      const actor = actorOn(request)
      await keptNodes(db, actor, id)
      await applyIndex(db, actor, id, { rows: await uploaded(needs, actor, fileId), seen })
      return true
    },
  })
}

/** The rows of a workbook that the actor uploaded. */
async function uploaded({ db, readBytes }: OwnIndexNeeds, actor: Actor, fileId: string) {
  const file = await db.maybeOne<{ mime: string; key: string }>(sql`
    select mime, storage_key as key from file
    where id = ${fileId}::uuid and by_identity = ${actor.identityId}`)
  if (!file) throw invalid('fileId', '没有找到这个文件，请重新上传')
  if (file.mime !== xlsx) throw invalid('fileId', '请上传 Excel 表格（.xlsx）；旧的 .xls 请先另存')
  return rowsOf(await readBytes(file.key))
}
