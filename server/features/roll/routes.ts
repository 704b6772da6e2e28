import { z } from 'zod'
import { archiveNeighbours } from '../../../catalogue/contract/archive/archive.ts'
import { guestPage, guestQuery } from '../../../catalogue/contract/archive/guests.ts'
import { rollPage, rollQuery } from '../../../catalogue/contract/archive/roll.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { guestsOf } from './guests.ts'
import { besideIn, rollOf } from './roll.ts'

/** The roll: a school its own people, an authority those of its region. */
export function rollRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/teacher',
    mayLag: true,
    access: [3, 4, 5, 6],
    tag: '教师',
    tokenScope: 'teachers',
    summary: '教师名册：本范围内，按姓名、拼音、工号或证件号后几位搜索，按条件筛选',
    query: rollQuery,
    answer: rollPage,
    handle: ({ query }, request) => rollOf(engine, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/teacher/guests',
    access: [3],
    tag: '教师',
    summary: '来校任教的外校教师，或曾在本校的教师；档案可读到派出期间的今天，或离校那天',
    query: guestQuery,
    answer: guestPage,
    handle: ({ query }, request) => guestsOf(engine, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/teacher/:id/neighbours',
    access: [3, 4, 5, 6],
    tag: '教师',
    summary: '一位教师在名册中的前后两位，按名册的筛选和排序；不在其中的都为空',
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
        .transform(Number),
    }),
    query: rollQuery,
    answer: archiveNeighbours,
    handle: ({ params: { id }, query }, request) => besideIn(engine, actorOn(request), id, query),
  })
}
