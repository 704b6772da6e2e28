import {
  blindFileParams,
  blindFiles,
  blindParams,
  blindReasons,
} from '../../../catalogue/contract/research/blind.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { checkFor, checksFor, explain, type FileCheckNeeds } from './checks.ts'
import type { Inspector } from './inspector.ts'

const readers = [2, 3, 4, 5, 6] as const
const url = '/api/v1/research/blind/:id'
const tag = '匿名评审'

/** Calls about findings in the files of an entry. */
export function blindRoutes(
  server: Server,
  o: FileCheckNeeds,
  { actorOn, inspector }: { readonly actorOn: ActorOn; readonly inspector: Inspector },
): void {
  register(server, {
    method: 'GET',
    url,
    access: readers,
    tag,
    summary: '申报材料里哪些地方看得出是谁的',
    params: blindParams,
    answer: blindFiles,
    handle: ({ params: { id } }, request) => checksFor(o, actorOn(request), id),
  })
  register(server, {
    method: 'POST',
    url,
    access: [2],
    tag,
    summary: '检查申报材料里未检查的文件',
    params: blindParams,
    answer: blindFiles,
    perMinute: 30,
    handle: ({ params: { id } }, request) => checkFor(o, inspector, actorOn(request), id),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:file`,
    access: [2],
    tag,
    summary: '说明文件里某些内容为什么保留',
    params: blindFileParams,
    body: blindReasons,
    answer: blindFiles,
    handle: ({ params: { id, file }, body: { reasons } }, request) =>
      explain(o, actorOn(request), { id, file, reasons }),
  })
}
