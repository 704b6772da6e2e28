import { z } from 'zod'
import { teacherOption, type TeacherOption } from '../../../catalogue/contract/workspace.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  type ActorOn,
  called,
  institutionCalled,
  institutionsInScope,
  scopeCondition,
  teachersWhere,
} from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

interface Row {
  id: number
  name: string
  stage: string | null
  subject: string | null
  institution: string
}

const ids = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, '编号应为数字，以逗号分隔')
  .transform((text) => text.split(',').map(Number))

/**
 * Teachers and institutions to choose from, within the caller's scope: teachers by name, pinyin (`zhangsan`
 * or `zs`) or number.
 */
export function teacherRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/teachers',
    mayLag: true,
    access: [2, 3, 4, 5, 6],
    tag: '教师',
    summary: '选教师：本人范围内，按姓名、拼音或编号',
    query: z.strictObject({ q: z.string().trim().max(30).optional(), ids: ids.optional() }),
    answer: z.object({ list: z.array(teacherOption) }),
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      const q = query.q ?? ''
      const which = query.ids
        ? sql`t.id = any(${query.ids}::int[])`
        : q === ''
          ? sql`true`
          : called(actor, 't', q)
      const condition = sql`${scopeCondition(actor, 't', 'id')} and ${which}`
      const teachers =
        q === '' ? sql`(select * from teacher t where ${condition}) t` : teachersWhere(condition)
      const rows = await (q === '' ? engine.db : engine.search).query<Row>(sql`
        select t.id, t.name, t.stage, t.subject, i.name as institution
        from ${teachers}
        left join institution i on i.id = t.institution_id
        order by t.name_sort, t.id limit 50`)
      return { list: rows.map((row) => ({ id: row.id, name: row.name, note: noteOf(row) })) }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/institutions',
    mayLag: true,
    access: [1, 3, 4, 5, 6],
    tag: '教师',
    summary: '选单位：本人范围内，按名称、拼音、标识码或编号',
    query: z.strictObject({ q: z.string().trim().max(60).optional(), ids: ids.optional() }),
    answer: z.object({ list: z.array(teacherOption) }),
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      const scope = actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')
      const which = query.ids
        ? sql`i.id = any(${query.ids}::int[])`
        : sql`i.closed_on is null and ${institutionCalled('i', query.q ?? '')}`
      return {
        list: await engine.search.query<TeacherOption>(sql`
          select i.id, i.name, coalesce(a.name, '') as note
          from institution i
          left join institution a on a.id = i.parent_id
          where ${scope} and ${which}
          order by array_position(array['province', 'city', 'district'], i.level), i.name, i.id limit 50`),
      }
    },
  })
}

function noteOf(row: Row): string {
  return [row.stage && labelOf('schoolStage', row.stage), row.subject && labelOf('subject', row.subject)]
    .filter(Boolean)
    .join('　')
}
