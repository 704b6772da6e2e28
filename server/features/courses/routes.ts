import {
  courseOutline,
  coursePage,
  courseParams,
  coursesAsked,
  courseView,
  learnerPage,
  learnerParams,
  learnersAsked,
  learningAsked,
  learningPage,
  learningView,
  lessonMade,
  lessonOrder,
  lessonParams,
  lessonSaved,
} from '../../../catalogue/contract/courses.ts'
import { whyView } from '../../../catalogue/contract/watch.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { CoursesNeeds } from './index.ts'
import { learningOf, learningView as viewForLearner, outlineOf } from './learning.ts'
import { coursesOf, courseView as viewForOffice, learnersOf, whyOfLearner } from './office.ts'
import { addLesson, orderLessons, removeLesson, saveLesson } from './write.ts'

const url = '/api/v1/courses'
const office = { access: [3, 4, 5, 6], tag: '教研课程' } as const
const learner = { access: [2], tag: '教研课程' } as const

/** Lists and pages of offices. */
export function officeRoutes(server: Server, { db, publishing, actorOn }: CoursesNeeds): void {
  register(server, {
    ...office,
    method: 'GET',
    url,
    summary: '本单位开设和本区域内的教研课程：课时、学习人数、完成人数',
    query: coursesAsked,
    answer: coursePage,
    handle: ({ query }, request) => coursesOf(db, actorOn(request), query),
  })
  register(server, {
    ...office,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一门教研课程的课时、录像和检查题',
    params: courseParams,
    answer: courseView,
    handle: ({ params }, request) => viewForOffice(publishing, actorOn(request), params.id),
  })
  register(server, {
    ...office,
    method: 'GET',
    url: `${url}/:id/learners`,
    summary: '一门教研课程的学员：计入多少、完成多少、给了多少学时',
    params: courseParams,
    query: learnersAsked,
    answer: learnerPage,
    handle: ({ params, query }, request) => learnersOf(db, actorOn(request), params.id, query),
  })
  register(server, {
    ...office,
    method: 'GET',
    url: `${url}/:id/lessons/:lesson/learners/:teacher/why`,
    summary: '一位学员一个课时放了多少、计入多少，没计入的为什么',
    params: learnerParams,
    answer: whyView,
    handle: ({ params }, request) => whyOfLearner(db, actorOn(request), params),
  })
}

/** What the office that keeps a course does with its lessons; each answers the course as it stands then. */
export function writeRoutes(server: Server, { db, publishing, actorOn, fileStores }: CoursesNeeds): void {
  const tools = { db, store: fileStores.files }
  const view = (actor: Actor, id: number) => viewForOffice(publishing, actor, id)
  const kept = { ...office, answer: courseView, perMinute: 120 } as const
  register(server, {
    ...kept,
    method: 'POST',
    url: `${url}/:id/lessons`,
    summary: '新增一个课时',
    params: courseParams,
    body: lessonMade,
    handle: async ({ params: { id }, body }, request) => {
      await addLesson(tools, actorOn(request), id, body)
      return view(actorOn(request), id)
    },
  })
  register(server, {
    ...kept,
    method: 'PUT',
    url: `${url}/:id/lessons/:lesson`,
    summary: '保存一个课时和它的检查题；换了录像，没完成的学员重新计',
    params: lessonParams,
    body: lessonSaved,
    handle: async ({ params, body }, request) => {
      await saveLesson(tools, actorOn(request), params, body)
      return view(actorOn(request), params.id)
    },
  })
  register(server, {
    ...kept,
    method: 'DELETE',
    url: `${url}/:id/lessons/:lesson`,
    summary: '删去一个课时；学员看过的仍然留着',
    params: lessonParams,
    handle: async ({ params }, request) => {
      await removeLesson(tools, actorOn(request), params)
      return view(actorOn(request), params.id)
    },
  })
  register(server, {
    ...kept,
    method: 'PUT',
    url: `${url}/:id/order`,
    summary: '课时的先后',
    params: courseParams,
    body: lessonOrder,
    handle: async ({ params: { id }, body }, request) => {
      await orderLessons(tools, actorOn(request), id, body.lessons)
      return view(actorOn(request), id)
    },
  })
}

/** What learners read, and what everybody reads who may see a course. */
export function learnerRoutes(server: Server, { db, publishing, actorOn }: CoursesNeeds): void {
  register(server, {
    ...learner,
    method: 'GET',
    url: '/api/v1/learning',
    summary: '本人在学和可以学的教研课程，从哪里接着看',
    query: learningAsked,
    answer: learningPage,
    handle: ({ query }, request) => learningOf(db, actorOn(request), query),
  })
  register(server, {
    ...learner,
    method: 'GET',
    url: '/api/v1/learning/:id',
    summary: '一门教研课程：课时、录像，本人计入多少',
    params: courseParams,
    answer: learningView,
    handle: ({ params }, request) => viewForLearner(publishing, actorOn(request), params.id),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id/outline`,
    access: 'anyone',
    tag: '教研课程',
    summary: '一门教研课程有哪些课时，各多长',
    params: courseParams,
    answer: courseOutline,
    handle: ({ params }, { actor }) => outlineOf(db, actor, params.id),
  })
}
