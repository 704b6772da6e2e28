import { z } from 'zod'
import {
  againDraft,
  apartDraft,
  enrolDraft,
  enrolled,
  knownAnswer,
  knownQuestion,
  takenIn,
} from '../../../../catalogue/contract/archive/enrolment.ts'
import type { ActorOn } from '../../../engine/access/index.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { setApart } from './apart.ts'
import { enrol, takeInAgain } from './enrol.ts'
import { checkKnown } from './known.ts'
import { removeMistaken } from './mistaken.ts'
import type { EnrolmentNeeds } from './options.ts'

const url = '/api/v1/teacher'
const bySchool = { access: [3], tag: '教师' } as const

/** Calls for enrolling a new teacher, with the checks before. */
export function enrolRoutes(server: Server, enrolling: EnrolmentNeeds, actorOn: ActorOn): void {
  register(server, {
    ...bySchool,
    method: 'POST',
    url: `${url}/check`,
    summary: '新增教师前查重：证件号在全平台查，不说出是谁、在哪里；姓名和出生日期在本校查',
    body: knownQuestion,
    answer: knownAnswer,
    perMinute: 30,
    handle: ({ body }, request) => checkKnown(enrolling.db, enrolling.keys, actorOn(request), body),
  })
  register(server, {
    ...bySchool,
    method: 'POST',
    url,
    summary: '新增教师：人、账号、档案、人事关系和学校填写的基本信息一次办好',
    body: enrolDraft,
    answer: enrolled,
    perMinute: 20,
    stepUp: true,
    handle: ({ body }, request) => enrol(enrolling, actorOn(request), body),
  })
  register(server, {
    ...bySchool,
    method: 'POST',
    url: `${url}/again`,
    summary: '重新接收离开过的教师：同一个人、同一份档案，账号恢复',
    body: againDraft,
    answer: takenIn,
    perMinute: 10,
    stepUp: true,
    handle: async ({ body }, request) => {
      const { teacherId, people } = await takeInAgain(enrolling, actorOn(request), body)
      for (const person of people) server.forgetPerson(person)
      return { teacherId }
    },
  })
  putRightRoutes(server, enrolling, actorOn)
}

/**
 * What a school or an authority puts right of the roll: somebody registered by mistake, two who are not one.
 */
function putRightRoutes(server: Server, enrolling: EnrolmentNeeds, actorOn: ActorOn): void {
  register(server, {
    ...bySchool,
    method: 'DELETE',
    url: `${url}/:id`,
    summary: '删除录错的教师：没有登录过、没有办理过事项，档案里只有学校填的基本信息',
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
        .transform(Number),
    }),
    answer: z.boolean(),
    perMinute: 20,
    stepUp: true,
    handle: async ({ params: { id } }, request) => {
      await removeMistaken(enrolling, actorOn(request), id)
      return true
    },
  })
  register(server, {
    method: 'POST',
    url: `${url}/apart`,
    access: [3, 4, 5, 6],
    tag: '教师',
    summary: '确认两位同名、同日出生的教师不是同一个人，以后不再提示',
    body: apartDraft,
    answer: z.boolean(),
    handle: async ({ body: { teacherIds } }, request) => {
      await setApart(enrolling, actorOn(request), teacherIds)
      return true
    },
  })
}
