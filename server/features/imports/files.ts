import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  faultsQuery,
  importParams,
  importTypeParams,
} from '../../../catalogue/contract/administration/imports.ts'
import { dropDownOf } from '../../../catalogue/imports/lists.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { faultBook, faultsOfFile, jobById, requireRows, viewImport } from '../../engine/imports/index.ts'
import { note } from '../../platform/audit/note.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { annotateWorkbook, writeTemplate, type Template } from '../../platform/workbook/index.ts'
import { writeWorkbook } from '../../platform/workbook/write.ts'
import { requireImport } from './bring.ts'
import type { ImportNeeds } from './index.ts'
import { attached } from '../../platform/http/attached.ts'

const access = [1, 3, 4, 5, 6] as const
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const withoutLists = ({ options, dependsOn }: ReturnType<typeof dropDownOf>) => ({
  ...(options !== undefined && { options }),
  ...(dependsOn !== undefined && { dependsOn }),
})

/** A template as its writer takes it. */
function templateOf(definition: ImportDefinition): Template {
  const { columns, title, version, sheet } = definition
  return {
    title: `${title}导入模板`,
    version,
    sheet,
    columns: columns.map((column) => ({
      key: column.key,
      head: column.head,
      required:
        column.required === 'yes' ? true : column.required === 'no' ? false : ('conditional' as const),
      note: column.note ?? '',
      example: column.example ?? '',
      asText: true,
      ...withoutLists(dropDownOf(column)),
    })),
    lists: Object.fromEntries(columns.flatMap((column) => Object.entries(dropDownOf(column).lists))),
  }
}

/** The faulty rows of a task as a file, coloured once it is written; nothing of it stays on the disk. */
function faultyOnly(needs: ImportNeeds, id: number, path: string): Readable {
  const out = new PassThrough()
  const write = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xingtan-faults-'))
    try {
      const { sheets, marks, first } = await faultBook(needs.importing, id, path)
      const plain = join(folder, 'faults.xlsx')
      await pipeline(writeWorkbook(sheets), createWriteStream(plain, { mode: 0o600 }))
      if (!out.destroyed) await pipeline(annotateWorkbook(plain, first, marks), out)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  write().catch((error: unknown) => out.destroy(error instanceof Error ? error : undefined))
  return out
}

type Fault = ReturnType<typeof faultsOfFile> extends AsyncGenerator<infer F> ? F : never

/** Files that are downloaded: the template, and the own file with what is wrong in it. */
export function fileRoutes(server: Server, needs: ImportNeeds): void {
  server.route({
    method: 'GET',
    url: '/api/v1/import/template/:type',
    config: { access, ...fewer(60) },
    schema: { summary: '导入模板（xlsx）', tags: ['导入'], params: importTypeParams },
    handler: async (request, reply) => {
      const { type } = importTypeParams.parse(request.params)
      const definition = requireImport(needs.actorOn(request), type)
      const body = await writeTemplate(templateOf(definition))
      return attached(reply, `${definition.title}导入模板-${definition.version}.xlsx`, xlsx).send(body)
    },
  })
  server.route({
    method: 'GET',
    url: '/api/v1/import/errorExport/:id',
    config: { access, ...fewer(30) },
    schema: {
      summary: '没有导入的行（错误数据、错误明细、汇总）；whole 为 true 时是标出错误的原文件',
      tags: ['导入'],
      params: importParams,
      querystring: faultsQuery,
    },
    handler: async (request, reply) => {
      const { id } = importParams.parse(request.params)
      const { whole } = faultsQuery.parse(request.query)
      const actor = needs.actorOn(request)
      await requireRows(needs.db, actor, id)
      const view = await viewImport(needs.importing, actor, id)
      const job = await jobById(needs.db, id)
      if (!view.annotated || !job) throw new AppError('missing')
      await note(needs.db, { by: actor.identityId, action: 'import.faults-sent', facts: { import: id } })
      if (whole === 'false') {
        const body = await needs.importFiles.streamFrom(job.fileKey, (path) => faultyOnly(needs, id, path))
        return attached(reply, job.fileName.replace(/(\.[^.]+)?$/, '-错误数据.xlsx'), xlsx).send(body)
      }
      const faults: Fault[] = []
      for await (const fault of faultsOfFile(needs.importing, id)) faults.push(fault)
      const sheet = job.head?.sheet ?? importNamed(job.kind)?.sheet ?? ''
      const body = await needs.importFiles.streamFrom(job.fileKey, (path) =>
        annotateWorkbook(path, sheet, faults),
      )
      const isCsv = /\.csv$/i.test(job.fileName)
      const name = job.fileName.replace(/(\.[^.]+)?$/, (ending) => `-错误说明${ending || '.xlsx'}`)
      return attached(reply, name, isCsv ? 'text/csv; charset=utf-8' : xlsx).send(body)
    },
  })
}
