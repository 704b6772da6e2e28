import type { Actor } from '../../../catalogue/access/access.ts'
import {
  ruleEffect,
  rulePublished,
  ruleQuery,
  ruleShown,
  ruleTried,
  ruleVersions,
  type RuleShown,
} from '../../../catalogue/contract/training/hour-rules.ts'
import { carriedOver } from '../../../catalogue/hours/count.ts'
import { isYearOpen, type HourRule } from '../../../catalogue/hours/rule.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import { countYear, postEntries, publishRule, recountSome, ruleFor } from '../../engine/ledger/index.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { account } from './follow-registrations.ts'
import type { TrainingNeeds } from './index.ts'
import { effectOf, provinceOf, versionsOf } from './rule-versions.ts'

async function ruleShownTo(db: Queryable, actor: Actor, year: number): Promise<RuleShown> {
  const provinceId = await provinceOf(db, actor)
  const row = await db.maybeOne<{ note: string; at: string }>(sql`
    select note, at from hour_rule where province_id = ${provinceId} and year = ${year}
    order by version desc limit 1`)
  const rule = await ruleFor(db, provinceId, year)
  return { rule, published: row !== undefined, note: row?.note ?? '', at: row?.at ?? null }
}

/**
 * What of a rule cannot be: a category that passes into itself, years of a period the wrong way round, a closing day
 * that no calendar has, an unknown reason of absence.
 */
function requireSensible({ into, period, year, closesOn, pauses }: HourRule): void {
  const closing = `${year + 1}-${closesOn}`
  if (new Date(`${closing}T00:00:00Z`).toJSON()?.slice(0, 10) !== closing)
    throw invalid('rule', '截止日期应为月-日，如 03-31')
  const reasons = dictionary('absenceReason').items.map(({ code }) => code)
  if (pauses.some((one) => !reasons.includes(one))) throw invalid('rule', '没有这种离岗原因')
  if (into.some(({ from, to }) => from === to)) throw invalid('rule', '学时不能折算到同一类别')
  if (period.to < period.from || year < period.from || year > period.to)
    throw invalid('rule', '周期须包含这一年，起始年不晚于结束年')
}

/** The rule of a year: read by everybody of the province, published by its authority (docs/decisions/0160). */
export function ruleRoutes(server: Server, { db, actorOn }: TrainingNeeds): void {
  const shared = { url: '/api/v1/train/rules', tag: '培训', answer: ruleShown } as const
  register(server, {
    ...shared,
    method: 'GET',
    access: [2, 3, 4, 5, 6],
    summary: '一年的学时规则：各类应修、上限、折算、结转、截止日期',
    query: ruleQuery,
    handle: ({ query: { year } }, request) => ruleShownTo(db, actorOn(request), year),
  })
  register(server, {
    method: 'GET',
    url: `${shared.url}/versions`,
    tag: shared.tag,
    access: [2, 3, 4, 5, 6],
    summary: '一年的学时规则发布过的各版，新的在前',
    query: ruleQuery,
    answer: ruleVersions,
    handle: ({ query: { year } }, request) => versionsOf(db, actorOn(request), year),
  })
  register(server, {
    method: 'POST',
    url: `${shared.url}/effect`,
    tag: shared.tag,
    access: [6],
    perMinute: 20,
    summary: '发布前试算：抽取本省当年有学时的人，按现行规则和新规则各算一遍',
    body: ruleTried,
    answer: ruleEffect,
    handle: ({ body: { rule } }, request) => {
      requireSensible(rule)
      return effectOf(db, actorOn(request).institutionId, rule)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    access: [6],
    perMinute: 60,
    summary: '省发布一年学时规则的新版本；各人的学时随后按新版重新计算',
    body: rulePublished,
    handle: async ({ body: { rule, note: because } }, request) => {
      const actor = actorOn(request)
      requireSensible(rule)
      await db.transaction(async (tx) => {
        const published = { provinceId: actor.institutionId, by: actor.identityId, note: because }
        await publishRule(tx, published, rule)
        await note(tx, {
          by: actor.identityId,
          action: 'training.rulePublished',
          facts: { year: rule.year, version: rule.version },
        })
      })
      return ruleShownTo(db, actor, rule.year)
    },
  })
}

interface RuledYear {
  readonly provinceId: number
  readonly year: number
}

const ruledYears = (db: Queryable): Promise<RuledYear[]> =>
  db.query<RuledYear>(sql`
    select distinct province_id as "provinceId", year from hour_rule order by 1, 2`)

/** Counts balances anew that stand under an older version of their rule, some at a time. */
export const recountJob = (db: Database): KeptJob => ({
  name: 'training.recount',
  label: '学时按新规则重新计算',
  every: 300,
  run: async (stopping) => {
    for (const { provinceId, year } of await ruledYears(db))
      while (!stopping.aborted) {
        const many = await db.transaction((tx) => recountSome(tx, { provinceId, account, year }))
        if (many === 0) break
      }
    return false
  },
})

/** People in one step. */
const atOnce = 200

/**
 * 结转: once a year is closed, what somebody has of a category beyond its line passes to the next year, as a pair
 * that leaves the period as it is. Answers how many were posted in a step.
 */
async function carrySome(tx: Tx, { provinceId, year }: RuledYear, rule: HourRule): Promise<number> {
  if (rule.carry === null) return 0
  const { category } = rule.carry
  const due = await tx.query<{ ownerId: number }>(sql`
    select b.owner_id as "ownerId"
    from ledger_balance b join teacher t on t.id = b.owner_id
    where b.account = ${account} and b.year = ${year} and b.category = ${category}
      and b.counted > ${rule.lines[category] ?? 0} and t.province_id = ${provinceId}
      and not exists (
        select 1 from ledger_entry e
        where e.owner_id = b.owner_id and e.account = ${account} and e.source_type = 'carry'
          and e.source_id = ${String(year)})
    order by b.owner_id limit ${atOnce}`)
  const postings = []
  for (const { ownerId } of due) {
    const { count } = await countYear(tx, { ownerId, account, year })
    const over = carriedOver(count, rule)
    const of = { type: 'carry', id: String(year) }
    const shared = {
      ownerId,
      account,
      category,
      source: 'carry',
      from: null,
      to: null,
      certificate: '',
      of,
      by: null,
    } as const
    if (over > 0)
      postings.push(
        { ...shared, year, tenths: -over, version: 1 },
        { ...shared, year: year + 1, tenths: over, version: 2 },
      )
  }
  await postEntries(tx, postings)
  return postings.length === 0 ? 0 : due.length
}

/** Posts what passes to the next year wherever a rule says so and its year is closed. */
export async function carryOver(db: Database, day: string): Promise<number> {
  let carried = 0
  for (const ruled of await ruledYears(db)) {
    const rule = await ruleFor(db, ruled.provinceId, ruled.year)
    if (rule.carry === null || isYearOpen(ruled.year, day, rule)) continue
    for (;;) {
      const many = await db.transaction((tx) => carrySome(tx, ruled, rule))
      carried += many
      if (many < atOnce) break
    }
  }
  return carried
}

/** Some times a day: a year closes on a day of its rule. */
export const carryJob = (db: Database): KeptJob => ({
  name: 'training.carry',
  label: '学时结转',
  every: 6 * 3600,
  run: async (stopping) => {
    if (!stopping.aborted) await carryOver(db, today())
    return false
  },
})
