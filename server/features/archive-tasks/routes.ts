import { z } from 'zod'
import {
  taskBody,
  taskChange,
  taskEnding,
  taskPage,
  taskParams,
  taskPeople,
  taskPeopleAsked,
  taskPreview,
  taskPreviewBody,
  tasksAsked,
  taskView,
  urged,
} from '../../../catalogue/contract/archive-tasks.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TaskNeeds } from './needs.ts'
import { peopleOf, taskFor, tasksFor } from './read.ts'
import { previewOf } from './subject.ts'
import { beginTask, changeTask, endTask, urgeTask } from './tasks.ts'

const url = '/api/v1/archive-task'
const tag = '采集任务'
const readers = { access: [3, 4, 5, 6], tag } as const
const officers = { access: [4, 5, 6], tag } as const

/** Tasks by which offices have archives completed, and how far they are (docs/decisions/0250). */
export function taskRoutes(server: Server, needs: TaskNeeds): void {
  readingRoutes(server, needs)
  workRoutes(server, needs)
}

function readingRoutes(server: Server, { db, actorOn }: TaskNeeds): void {
  register(server, {
    ...readers,
    method: 'GET',
    url,
    summary: '本单位下达的和涉及本单位人员的采集任务，含完成人数',
    query: tasksAsked,
    answer: taskPage,
    handle: ({ query }, request) => tasksFor(db, actorOn(request), query),
  })
  register(server, {
    ...readers,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一个采集任务的进度：按下级单位；无关的单位答复 404',
    params: taskParams,
    answer: taskView,
    handle: ({ params: { id } }, request) => taskFor(db, actorOn(request), id),
  })
  register(server, {
    ...readers,
    method: 'GET',
    url: `${url}/:id/people`,
    summary: '一个采集任务涉及的本范围人员：待补齐、已补齐、不再属于范围',
    params: taskParams,
    query: taskPeopleAsked,
    answer: taskPeople,
    handle: ({ params: { id }, query }, request) => peopleOf(db, actorOn(request), id, query),
  })
}

function workRoutes(server: Server, needs: TaskNeeds): void {
  const { actorOn } = needs
  register(server, {
    ...officers,
    method: 'POST',
    url: `${url}/preview`,
    summary: '下达以前看涉及多少人、在哪些单位',
    perMinute: 60,
    body: taskPreviewBody,
    answer: taskPreview,
    handle: ({ body: { subject } }, request) => previewOf(needs, actorOn(request), subject),
  })
  register(server, {
    ...officers,
    method: 'POST',
    url,
    summary: '下达采集任务：人员按当时的查询确定，并通知本人和所在学校',
    perMinute: 20,
    body: taskBody,
    answer: z.object({ id: z.string() }),
    handle: async ({ body }, request) => ({ id: await beginTask(needs, actorOn(request), body) }),
  })
  register(server, {
    ...officers,
    method: 'PUT',
    url: `${url}/:id`,
    summary: '修改本单位任务的名称、要求和期限',
    params: taskParams,
    body: taskChange,
    answer: taskView,
    handle: async ({ params: { id }, body }, request) => {
      await changeTask(needs, actorOn(request), id, body)
      return taskFor(needs.db, actorOn(request), id)
    },
  })
  register(server, {
    ...officers,
    method: 'POST',
    url: `${url}/:id/urge`,
    summary: '催办：再次通知待补齐的人员和所在学校，一天一次',
    params: taskParams,
    answer: urged,
    handle: ({ params: { id } }, request) => urgeTask(needs, actorOn(request), id),
  })
  register(server, {
    ...officers,
    method: 'POST',
    url: `${url}/:id/end`,
    summary: '结束本单位的任务，待办随之消失',
    params: taskParams,
    body: taskEnding,
    answer: taskView,
    handle: async ({ params: { id }, body: { version } }, request) => {
      await endTask(needs, actorOn(request), id, version)
      return taskFor(needs.db, actorOn(request), id)
    },
  })
}
