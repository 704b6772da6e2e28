import {
  historyAnswer,
  historyQuery,
  importBrought,
  importKinds,
  importParams,
  importRowPage,
  importStarted,
  importView,
  mendAnswer,
  mendBody,
  readingList,
  readingParams,
  replaceBody,
  rowsQuery,
  startBody,
  templateAnswer,
  templateQuery,
} from '../../../catalogue/contract/administration/imports.ts'
import { importsOf } from '../../../catalogue/imports/imports.ts'
import {
  cancelImport,
  listImports,
  listRows,
  requireRows,
  startImport,
  undoImport,
  viewImport,
} from '../../engine/imports/index.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { bringFile, requireImport } from './bring.ts'
import type { ImportNeeds } from './index.ts'
import { fileRoutes } from './files.ts'
import { kindShown, workbooksShown } from './kinds.ts'
import { forgetReading, listReadings, mend, replace } from './mend.ts'

const access = [1, 3, 4, 5, 6] as const
const tag = '导入'
const url = '/api/v1/import'

/** The five calls of the specification, and what its page needs beside them. */
export function importRoutes(server: Server, needs: ImportNeeds): void {
  readRoutes(server, needs)
  bringRoute(server, needs)
  actRoutes(server, needs)
  mendRoutes(server, needs)
  readingRoutes(server, needs)
  fileRoutes(server, needs)
}

function readRoutes(server: Server, { db, keys, importing, actorOn }: ImportNeeds): void {
  register(server, {
    method: 'GET',
    url: `${url}/kinds`,
    access,
    tag,
    summary: '可以导入什么，各有哪些列',
    answer: importKinds,
    handle: async (_, request) => {
      const { role } = actorOn(request)
      const own = importsOf(role).map(kindShown)
      return { list: role === 1 ? own : [...own, ...workbooksShown] }
    },
  })
  register(server, {
    method: 'GET',
    url: `${url}/template`,
    access,
    tag,
    summary: '导入模板的下载地址与版本',
    query: templateQuery,
    answer: templateAnswer,
    handle: async ({ query }, request) => {
      const { name, version } = requireImport(actorOn(request), query.type)
      return { url: `${url}/template/${name}`, version }
    },
  })
  register(server, {
    method: 'GET',
    url: `${url}/history`,
    access,
    tag,
    summary: '导入记录；给出 id 时为一个任务的进度与结果',
    query: historyQuery,
    answer: historyAnswer,
    handle: async ({ query }, request) =>
      query.id === undefined
        ? listImports(db, actorOn(request), query)
        : viewImport(importing, actorOn(request), query.id),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id/rows`,
    access,
    tag,
    summary: '一个任务的各行：结果、错误、改动',
    params: importParams,
    query: rowsQuery,
    answer: importRowPage,
    handle: async ({ params, query }, request) => {
      await requireRows(db, actorOn(request), params.id)
      return listRows(db, keys, params.id, query)
    },
  })
}

function bringRoute(server: Server, needs: ImportNeeds): void {
  server.route({
    method: 'POST',
    url: `${url}/file`,
    config: { access, longBody: true, ...fewer(60) },
    schema: {
      summary: '上传待导入的文件（multipart：type、mode、file），校验在后台进行',
      tags: [tag],
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      const [id = 0, ...others] = await bringFile(needs, needs.actorOn(request), request)
      return reply
        .header('cache-control', 'no-store')
        .send({ error_code: 0, msg: 'ok', data: importBrought.parse({ id, status: '2', others }) })
    },
  })
}

function actRoutes(server: Server, { db, importing, actorOn }: ImportNeeds): void {
  register(server, {
    method: 'POST',
    url: `${url}/start`,
    access,
    tag,
    summary: '按校验结果开始导入',
    body: startBody,
    answer: importStarted,
    handle: async ({ body }, request) => {
      const { id, token, skip_errors: skipFaulty } = body
      const actor = actorOn(request)
      await startImport(db, actor, { id, token, skipFaulty })
      return { id, status: (await viewImport(importing, actor, id)).status }
    },
  })
  for (const [act, summary, run] of [
    ['cancel', '取消导入；已写入的留下，可以撤销', cancelImport],
    ['undo', '撤销整个导入；之后改过的行留下', undoImport],
  ] as const)
    register(server, {
      method: 'POST',
      url: `${url}/:id/${act}`,
      access,
      tag,
      summary,
      params: importParams,
      answer: importView,
      handle: async ({ params }, request) => {
        const actor = actorOn(request)
        await run(db, actor, params.id)
        return viewImport(importing, actor, params.id)
      },
    })
}

function mendRoutes(server: Server, needs: ImportNeeds): void {
  register(server, {
    method: 'PUT',
    url: `${url}/:id/rows`,
    access,
    tag,
    summary: '修改校验结果里的单元格，马上重新校验这些行',
    params: importParams,
    body: mendBody,
    answer: mendAnswer,
    handle: ({ params, body }, request) => mend(needs, needs.actorOn(request), params.id, body.cells),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:id/replace`,
    access,
    tag,
    summary: '把一列里相同的值都改成另一个',
    params: importParams,
    body: replaceBody,
    answer: mendAnswer,
    handle: ({ params, body }, request) => replace(needs, needs.actorOn(request), params.id, body),
  })
}

function readingRoutes(server: Server, { db, actorOn }: ImportNeeds): void {
  register(server, {
    method: 'GET',
    url: `${url}/readings`,
    access,
    tag,
    summary: '本单位记住的更正',
    answer: readingList,
    handle: async (_, request) => ({ list: await listReadings(db, actorOn(request)) }),
  })
  register(server, {
    method: 'DELETE',
    url: `${url}/readings/:id`,
    access,
    tag,
    summary: '不再记住一个更正',
    params: readingParams,
    answer: readingList,
    handle: async ({ params }, request) => {
      const actor = actorOn(request)
      await forgetReading(db, actor, params.id)
      return { list: await listReadings(db, actor) }
    },
  })
}
