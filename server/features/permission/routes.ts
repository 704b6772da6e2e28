import { why, whyQuery } from '../../../catalogue/contract/archive/permission.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { explain } from './explain.ts'
import { note } from '../../platform/audit/note.ts'

/** Why somebody sees an archive, or does not. Asking leaves a line about both persons' sake. */
export function permissionRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/permission/why',
    access: [1],
    duties: ['security'],
    tag: '权限管理',
    summary: '某个身份为什么能（不能）看到某位教师的档案，逐步说明',
    query: whyQuery,
    answer: why,
    handle: async ({ query }, request) => {
      const { answer, viewerPerson } = await explain(engine, query)
      const facts = { subject: query.subjectId, type: query.type }
      await note(engine.db, {
        by: actorOn(request).identityId,
        action: 'permission.explained',
        personId: viewerPerson,
        facts,
      })
      return answer
    },
  })
}
