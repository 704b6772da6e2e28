import {
  candidatePage,
  candidateQuery,
  joinDone,
  joinOrder,
  joinPreview,
  joinQuestion,
} from '../../../catalogue/contract/archive/joining.ts'
import { note } from '../../platform/audit/note.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { candidatesFor } from './candidates.ts'
import { joiners, type JoiningNeeds } from './options.ts'
import { order } from './order.ts'
import { look } from './preview.ts'

const url = '/api/v1/teacher/join'
const shared = { access: joiners, tag: '教师' } as const

/** Joining two archives of one human, by an authority that has both below it. */
export function joiningRoutes(server: Server, needs: JoiningNeeds): void {
  const { db, engine, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '疑似重复登记的教师：范围内同名、同日出生的，两两一对',
    query: candidateQuery,
    answer: candidatePage,
    handle: ({ query }, request) => candidatesFor(engine, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/preview`,
    summary: '并排核对两份档案：哪里不同、合并后人事关系怎样、哪些转过来，为什么还不能合并',
    body: joinQuestion,
    answer: joinPreview,
    perMinute: 120,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const { preview } = await db.transaction((tx) => look({ engine, tx, actor, question: body }))
      for (const ownerId of [body.keptId, body.joinedId])
        await note(db, { by: actor.identityId, action: 'archive.read', ownerId, facts: { part: 'join' } })
      return preview
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '把两份档案合并为一份；另一个编号以后指向保留的一份',
    body: joinOrder,
    answer: joinDone,
    stepUp: true,
    perMinute: 60,
    handle: async ({ body }, request) => {
      const { people, handover } = await order(needs, actorOn(request), body)
      for (const person of people) server.forgetPerson(person)
      return { teacherId: body.keptId, handover: [...handover] }
    },
  })
}
