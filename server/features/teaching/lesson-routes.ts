import type { Actor } from '../../../catalogue/access/access.ts'
import {
  lessonParams,
  lessonView,
  recordingSet,
  reflectionWritten,
  remarkParams,
  remarkWritten,
  sheetMoved,
  sheetWritten,
} from '../../../catalogue/contract/teaching/lessons.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TeachingNeeds } from './index.ts'
import { viewOfLesson } from './lesson-view.ts'
import { removeRemark, writeRemark } from './remarks.ts'
import { handInSheet, setRecording, withdrawSheet, writeReflection, writeSheet } from './sheets.ts'

const url = '/api/v1/teaching/lessons/:id'
const readers = [2, 3, 4, 5, 6] as const
const shared = { tag: '教研', params: lessonParams, answer: lessonView } as const

/** The calls about a lesson that is observed; each answers the lesson as it stands then. */
export function lessonRoutes(server: Server, { db, actorOn }: TeachingNeeds): void {
  const view = (actor: Actor, id: string) => viewOfLesson(db, actor, id)
  register(server, {
    ...shared,
    method: 'GET',
    url,
    access: readers,
    summary: '一节被观察的课：量表、本人的听课表、话；他人的在可以看的时候',
    handle: ({ params: { id } }, request) => view(actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/sheet`,
    access: [2],
    summary: '写本人的听课表；第一张听课表打开时量表固定下来',
    body: sheetWritten,
    handle: async ({ params: { id }, body }, request) => {
      await writeSheet(db, actorOn(request), id, body)
      return view(actorOn(request), id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/sheet/hand-in`,
    access: [2],
    summary: '提交本人的听课表：每项评分或者未观察，写总评',
    body: sheetMoved,
    handle: async ({ params: { id }, body: { version } }, request) => {
      await handInSheet(db, actorOn(request), id, version)
      return view(actorOn(request), id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/sheet/withdraw`,
    access: [2],
    summary: '24 小时内撤回本人提交的听课表',
    body: sheetMoved,
    handle: async ({ params: { id }, body: { version } }, request) => {
      await withdrawSheet(db, actorOn(request), id, version)
      return view(actorOn(request), id)
    },
  })
  aboutRoutes(server, { db, actorOn }, view)
  remarkRoutes(server, { db, actorOn }, view)
}

/** What the host and the lecturer say about the lesson. */
function aboutRoutes(
  server: Server,
  { db, actorOn }: Pick<TeachingNeeds, 'db' | 'actorOn'>,
  view: (actor: Actor, id: string) => ReturnType<typeof viewOfLesson>,
): void {
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/recording`,
    access: readers,
    summary: '设置该课的录像、开始时间和偏移',
    body: recordingSet,
    handle: async ({ params: { id }, body }, request) => {
      await setRecording(db, actorOn(request), id, body)
      return view(actorOn(request), id)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/reflection`,
    access: [2],
    summary: '授课教师写反思；归档时写入本人的课程教学',
    body: reflectionWritten,
    handle: async ({ params: { id }, body }, request) => {
      await writeReflection(db, actorOn(request), id, body)
      return view(actorOn(request), id)
    },
  })
}

function remarkRoutes(
  server: Server,
  { db, actorOn }: Pick<TeachingNeeds, 'db' | 'actorOn'>,
  view: (actor: Actor, id: string) => ReturnType<typeof viewOfLesson>,
): void {
  const one = { ...shared, params: remarkParams, url: `${url}/remarks/:remark`, access: [2] } as const
  register(server, {
    ...one,
    method: 'PUT',
    summary: '写一句话：在录像的第几秒，或者课上的时间；重发还是同一句',
    perMinute: 120,
    body: remarkWritten,
    handle: async ({ params, body }, request) => {
      await writeRemark(db, actorOn(request), params, body)
      return view(actorOn(request), params.id)
    },
  })
  register(server, {
    ...one,
    method: 'DELETE',
    summary: '删去本人的一句话',
    handle: async ({ params }, request) => {
      await removeRemark(db, actorOn(request), params)
      return view(actorOn(request), params.id)
    },
  })
}
