import { workbench } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { reviewerBench } from './reviewer.ts'
import { teacherBench } from './teacher.ts'
import type { WorkbenchTools } from './tools.ts'

/** GET /api/v1/workbench: what waits for me, what I handed in, how complete my archive is. */
export function workbenchRoutes(
  server: Server,
  engine: Engine,
  tools: WorkbenchTools,
  actorOn: ActorOn,
): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/workbench',
    access: 'signedIn',
    tag: '工作台',
    summary: '工作台首页',
    answer: workbench,
    handle: (_, request) => {
      const actor = actorOn(request)
      return actor.role === 2 ? teacherBench(engine, tools, actor) : reviewerBench(engine, tools, actor)
    },
  })
}
