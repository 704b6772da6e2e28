import {
  interchangeLayouts,
  interchangeRuns,
  interchangeSheet,
  interchangeSheetQuery,
} from '../../../catalogue/contract/administration/interchange.ts'
import { layoutLists } from '../../engine/exports/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { layoutsFor, sheetFor } from './layouts.ts'
import { runsOf } from './runs.ts'

const url = '/api/v1/interchange'
const shared = { method: 'GET', access: [3, 4, 5, 6], tag: '对接' } as const

/**
 * What other systems take and give as workbooks, by layouts that are data. Files go out by exports and come
 * in by imports (docs/decisions/0284).
 */
export const interchange: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'>> = {
  name: 'interchange',
  routes: (server, { db, engine, actorOn }) => {
    register(server, {
      ...shared,
      url: `${url}/layouts`,
      summary: '对接格式，各类档案能带出多少栏目',
      answer: interchangeLayouts,
      handle: (_, request) => layoutsFor(engine, actorOn(request)),
    })
    register(server, {
      ...shared,
      url: `${url}/sheet`,
      summary: '对接格式里的一张表：表头、对应的栏目、代码的来源',
      query: interchangeSheetQuery,
      answer: interchangeSheet,
      handle: async ({ query }) => sheetFor(engine, query.layout, query.type),
    })
    register(server, {
      ...shared,
      url: `${url}/runs`,
      summary: '自己最近的对接导出和导入',
      answer: interchangeRuns,
      handle: async (_, request) => ({ list: await runsOf(db, actorOn(request)) }),
    })
  },
  exports: ({ engine }) => layoutLists(engine),
}
