import { z } from 'zod'
import {
  handedInActs,
  officeItems,
  officeItemsQuery,
  officesPage,
  officesQuery,
  submittedPage,
  submittedQuery,
  todoActBody,
  todoActs,
  todoBatch,
  todoBatchResult,
  todoBetween,
  todoCounts,
  todoId,
  todoItemQuery,
  todoPage,
  todoQuery,
} from '../../../catalogue/contract/todos.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { actOn, actOnMany, actOnSubmitted } from './act.ts'
import { countTodos, listTodos, todoBetween as between, type Todos } from './list.ts'
import { listOfficeItems, listOffices } from './offices.ts'
import { listSubmitted } from './submitted.ts'

const url = '/api/v1/todo'
const shared = { access: 'signedIn', tag: '待办事项' } as const
const acts = [2, 3, 4, 5, 6] as const
const params = z.object({ id: todoId })

/** Calls for to-dos, for what the caller handed in, and for the work of offices below. */
export function todoRoutes(server: Server, todos: Todos, actorOn: ActorOn): void {
  readingRoutes(server, todos, actorOn)
  submittedRoutes(server, todos, actorOn)
  officeRoutes(server, todos, actorOn)
  actingRoutes(server, todos, actorOn)
}

function readingRoutes(server: Server, todos: Todos, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '待办事项：等着本人办理的，超期的在前，再按等待先后',
    query: todoQuery,
    answer: todoPage,
    handle: ({ query }, request) => listTodos(todos, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/counts`,
    summary: '待办事项的件数：按类别和事项，超期与三天内到期',
    answer: todoCounts,
    handle: (_, request) => countTodos(todos, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一件待办，附同一筛选下的上一件和下一件',
    params,
    query: todoItemQuery,
    answer: todoBetween,
    handle: ({ params: { id }, query }, request) => between(todos, actorOn(request), id, query),
  })
}

function submittedRoutes(server: Server, todos: Todos, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/submitted`,
    summary: '我提交的：现在在哪个单位，等了多久',
    query: submittedQuery,
    answer: submittedPage,
    handle: ({ query }, request) => listSubmitted(todos, actorOn(request), query),
  })
  register(server, {
    ...shared,
    access: acts,
    method: 'POST',
    url: `${url}/submitted/:id/:act`,
    summary: '撤回或催办我提交的一件；催办每件每天至多一次',
    params: z.object({ id: todoId, act: z.enum(handedInActs, { error: '没有这种办理' }) }),
    answer: z.boolean(),
    handle: async ({ params: asked }, request) => {
      await actOnSubmitted(todos, actorOn(request), asked)
      return true
    },
  })
}

function officeRoutes(server: Server, todos: Todos, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    access: [4, 5, 6],
    method: 'GET',
    url: `${url}/offices`,
    summary: '下级单位的办理情况：在办、超期、近 90 天办理用时的中位数',
    query: officesQuery,
    answer: officesPage,
    handle: ({ query }, request) => listOffices(todos, actorOn(request), query),
  })
  register(server, {
    ...shared,
    access: [4, 5, 6],
    method: 'GET',
    url: `${url}/offices/:institution`,
    summary: '一个下级单位在办、超期或已办的明细',
    params: z.object({
      institution: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '单位编号应为数字')
        .transform(Number),
    }),
    query: officeItemsQuery,
    answer: officeItems,
    handle: ({ params: { institution }, query }, request) =>
      listOfficeItems(todos, actorOn(request), institution, query),
  })
}

function actingRoutes(server: Server, todos: Todos, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/:act`,
    summary: '在名单里办理一件待办：通过、退回或确认',
    params: z.object({ id: todoId, act: z.enum(todoActs, { error: '没有这种办理' }) }),
    body: todoActBody,
    answer: z.boolean(),
    handle: async ({ params: asked, body }, request) => {
      await actOn(todos, actorOn(request), asked, body)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/batch`,
    summary: '一次办理多件待办，逐件答复',
    perMinute: 30,
    body: todoBatch,
    answer: todoBatchResult,
    handle: ({ body }, request) => actOnMany(todos, actorOn(request), body),
  })
}
