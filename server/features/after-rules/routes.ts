import { z } from 'zod'
import { afterLimits } from '../../../catalogue/after/rule.ts'
import {
  afterDryRun,
  afterDryRunAnswer,
  afterRuleEdit,
  afterRuleKept,
  afterRuleNo,
  afterRules,
  afterRuleSwitch,
  afterRunPage,
  afterRunQuery,
} from '../../../catalogue/contract/administration/after-rules.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { dryRun } from './dry-run.ts'
import type { AfterNeeds } from './needs.ts'
import {
  addRule,
  editRule,
  endRule,
  failuresAgain,
  listRules,
  requireRule,
  runsOf,
  switchRule,
} from './store.ts'

const url = '/api/v1/after'
const shared = { access: [4, 5, 6], tag: '办结之后' } as const

/** Rules of an office about what follows when a record takes effect (docs/decisions/0280). */
export function afterRoutes(server: Server, needs: AfterNeeds): void {
  keepingRoutes(server, needs)
  logRoutes(server, needs)
}

function keepingRoutes(server: Server, needs: AfterNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '本单位的规则，各附最近 30 天的办理数',
    answer: afterRules,
    handle: async (_, request) => ({ list: await listRules(db, actorOn(request)), most: afterLimits.rules }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '新增一条规则：什么时候、什么条件、做什么；从以后的事项起生效',
    body: afterDryRun,
    answer: afterRuleKept,
    handle: ({ body: { body } }, request) => addRule(needs, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:no`,
    summary: '修改一条规则；暂停的恢复',
    params: afterRuleNo,
    body: afterRuleEdit,
    answer: afterRuleKept,
    handle: ({ params: { no }, body: { editNo, body } }, request) =>
      editRule(needs, actorOn(request), { no, editNo }, body),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:no/state`,
    summary: '停用或启用一条规则；暂停的恢复',
    params: afterRuleNo,
    body: afterRuleSwitch,
    answer: afterRuleKept,
    handle: ({ params: { no }, body: { editNo, on } }, request) =>
      switchRule(needs, actorOn(request), { no, editNo }, on),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:no`,
    summary: '删除一条规则；已经做了的不变',
    params: afterRuleNo,
    answer: z.boolean(),
    handle: async ({ params: { no } }, request) => {
      await endRule(needs, actorOn(request), no)
      return true
    },
  })
}

function logRoutes(server: Server, needs: AfterNeeds): void {
  const { engine, db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/dry-run`,
    summary: '试算一条规则：最近 30 天会办理几次、先是哪些人、谁会收到；不办理',
    body: afterDryRun,
    answer: afterDryRunAnswer,
    perMinute: 60,
    handle: async ({ body: { body } }, request) => {
      const actor = actorOn(request)
      await requireRule(needs, actor, body)
      return dryRun(engine, actor, body)
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:no/runs`,
    summary: '一条规则的办理记录，新的在前',
    params: afterRuleNo,
    query: afterRunQuery,
    answer: afterRunPage,
    handle: ({ params: { no }, query }, request) => runsOf(db, actorOn(request), { no, ...query }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:no/again`,
    summary: '把办理失败的再办一次',
    params: afterRuleNo,
    answer: z.object({ again: z.int() }),
    perMinute: 20,
    handle: async ({ params: { no } }, request) => ({
      again: await failuresAgain(needs, actorOn(request), no),
    }),
  })
}
