import { z } from 'zod'
import {
  talentAddition,
  talentChoice,
  talentDetail,
  talentDifference,
  talentDifferenceQuery,
  talentFilter,
  talentId,
  talentOutcome,
  talentPage,
  talentQuery,
  talentRemoval,
  talentSync,
  talentSynced,
  talentUndo,
  talentWithdrawal,
} from '../../../catalogue/contract/analysis/talents.ts'
import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { institutionsInScope, type ActorOn } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { act, addByHand, undone, type ChosenEntries } from './acts.ts'
import { talentOf } from './detail.ts'
import { placeOfArea, talentsOf } from './list.ts'
import type { TalentNeeds } from './options.ts'
import { previewed, synced } from './sync.ts'

const tag = '数据分析'
const access = [4, 5, 6] as const
const url = '/api/v1/esa'

const codes = (dict: DictName) => selectable(dict).map(({ code, label }): [string, string] => [code, label])

/** Cities and districts of the scope, by their codes. */
async function areasOf(db: Queryable, actor: Actor): Promise<[string, string][]> {
  const rows = await db.query<{ code: string; name: string }>(sql`
    select i.area_code as code, i.name
    from institution i
    where ${institutionsInScope(actor, 'i')} and i.level in ('city', 'district') and i.area_code is not null
      and i.closed_on is null
    order by i.area_code
    limit 500`)
  return rows.map(({ code, name }) => [code, name])
}

/** Lists of talents: the five fixed calls, and what an office needs beside them to answer for a list. */
export function talentRoutes(server: Server, o: TalentNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: `${url}/userFilter`,
    access,
    tag,
    summary: '名单筛选条件与可选项',
    answer: talentFilter,
    handle: async (_, request) => ({
      kinds: codes('highLevelKind'),
      levels: codes('talentLevel'),
      areas: await areasOf(o.db, actorOn(request)),
    }),
  })
  register(server, {
    method: 'GET',
    url: `${url}/userlist`,
    access,
    tag,
    summary: '高层次人才名单：本范围内，按类别、级别、状态筛选',
    query: talentQuery,
    answer: talentPage,
    handle: ({ query }, request) => talentsOf(o.engine, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: `${url}/userlist/:id`,
    access,
    tag,
    summary: '名单中的一条：依据的记录和办理记录',
    params: talentId,
    answer: talentDetail,
    handle: ({ params }, request) => talentOf(o.engine, actorOn(request), params.id),
  })
  syncRoutes(server, o, actorOn)
  actRoutes(server, o, actorOn)
  handRoutes(server, o, actorOn)
}

function syncRoutes(server: Server, o: TalentNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: `${url}/userlist/sync`,
    access,
    tag,
    perMinute: 30,
    summary: '同步会带来的变化：新列入、有变化、要移出，不写入',
    query: talentDifferenceQuery,
    answer: talentDifference,
    handle: async ({ query }, request) => {
      const actor = actorOn(request)
      return previewed(o, { actor, place: await placeOfArea(o.db, actor, query.area_code) })
    },
  })
  register(server, {
    method: 'POST',
    url: `${url}/userlist/sync`,
    access,
    tag,
    perMinute: 30,
    summary: '从档案同步名单；带核对标记的，与核对时不同则不写入',
    body: talentSync,
    answer: talentSynced,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      return synced(o, { actor, place: await placeOfArea(o.db, actor, body.area_code) }, body.print)
    },
  })
}

interface TalentAct {
  readonly path: string
  readonly verb: ChosenEntries['verb']
  readonly summary: string
  readonly body: z.ZodType<{ ids: number[]; reason?: string | undefined }>
}

const acting: readonly TalentAct[] = [
  { path: 'confirm', verb: 'confirm', summary: '确认名单；由列入单位办理', body: talentChoice },
  { path: 'publish', verb: 'publish', summary: '发布到大屏；由列入单位办理', body: talentChoice },
  {
    path: 'unPublish',
    verb: 'withdraw',
    summary: '取消发布；上级单位写明原因后也可以办理',
    body: talentWithdrawal,
  },
  { path: 'remove', verb: 'remove', summary: '移出名单，写明原因', body: talentRemoval },
  { path: 'restore', verb: 'restore', summary: '恢复移出的名单', body: talentChoice },
]

function actRoutes(server: Server, o: TalentNeeds, actorOn: ActorOn): void {
  for (const { path, verb, summary, body: schema } of acting)
    register(server, {
      method: 'POST',
      url: `${url}/${path}`,
      access,
      tag,
      summary,
      body: schema,
      answer: talentOutcome,
      handle: ({ body: { ids, reason = '' } }, request) =>
        act(o, actorOn(request), { verb, ids, reason: reason === '' ? null : reason }),
    })
}

function handRoutes(server: Server, o: TalentNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'POST',
    url: `${url}/add`,
    access,
    tag,
    summary: '人工列入一位教师，写明依据',
    body: talentAddition,
    answer: talentOutcome,
    handle: ({ body }, request) => addByHand(o, actorOn(request), body),
  })
  register(server, {
    method: 'POST',
    url: `${url}/undo`,
    access,
    tag,
    summary: '撤销自己刚办理的一批',
    body: talentUndo,
    answer: talentOutcome,
    handle: ({ body }, request) => undone(o, actorOn(request), body.batch),
  })
}
