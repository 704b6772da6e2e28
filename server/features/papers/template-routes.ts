import { z } from 'zod'
import {
  templateDraft,
  templateEdit,
  templateList,
  templateParams,
  templateQuery,
} from '../../../catalogue/contract/blueprint-templates.ts'
import type { Ground } from '../../engine/feature.ts'
import { changeTemplate, dropTemplate, keepTemplate, templatesOf } from '../../engine/papers/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const url = '/api/v1/examPaper/templates'
const one = `${url}/:id`
const makers = { access: [2, 3, 4, 5, 6], tag: '试卷' } as const

/** Blueprints that are kept to be used again, one's own and those of the own school and the offices above. */
export function templateRoutes(server: Server, { db, actorOn }: Pick<Ground, 'db' | 'actorOn'>): void {
  register(server, {
    ...makers,
    method: 'GET',
    url,
    summary: '蓝图模板：自己存的，和本校、上级共享的，按学段、学科筛选',
    query: templateQuery,
    answer: templateList,
    handle: async ({ query }, request) => ({ list: await templatesOf(db, actorOn(request), query) }),
  })
  register(server, {
    ...makers,
    method: 'POST',
    url,
    summary: '把蓝图存为模板；shared 为本校或本区域的人可用',
    body: templateDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 30,
    handle: async ({ body }, request) => ({ id: await keepTemplate(db, actorOn(request), body) }),
  })
  register(server, {
    ...makers,
    method: 'PUT',
    url: one,
    summary: '改蓝图模板的名称、谁可用',
    params: templateParams,
    body: templateEdit,
    answer: z.boolean(),
    handle: async ({ params: { id }, body }, request) => {
      await changeTemplate(db, actorOn(request), id, body)
      return true
    },
  })
  register(server, {
    ...makers,
    method: 'DELETE',
    url: one,
    summary: '删除蓝图模板；用它组的试卷不受影响',
    params: templateParams,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await dropTemplate(db, actorOn(request), id)
      return true
    },
  })
}
