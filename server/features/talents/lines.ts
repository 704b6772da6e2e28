import type { Actor } from '../../../catalogue/access/access.ts'
import type { TalentLine } from '../../../catalogue/contract/analysis/talents.ts'
import { takes, talentDoubts, type TalentDoubt, type TalentState } from '../../../catalogue/talents/entry.ts'
import { punished, talentRules } from '../../../catalogue/talents/rules.ts'
import { institutionsInScope, scopeCondition } from '../../engine/access/index.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { day, serving } from './found.ts'

const weakRules = talentRules.flatMap(({ key, selfReported }) => (selfReported ? [key] : []))

/** Owners of whose punishments one is in force. */
const punishedOwners: Sql = sql`
  select p.owner_id
  from ${sql.id(tableName(punished.record))} p
  where p.voided_at is null and ${sql.id('p', snake(punished.revoked))} is null
    and coalesce(${sql.id('p', snake(punished.until))} >= ${day}, true)`

/**
 * What keeps an entry `e` of the teacher `t` off the boards, as conditions; the first that holds is told
 * first.
 */
const hard = {
  left: sql`not (t.status = any(${[...serving]}::text[]))`,
  punished: sql`e.owner_id in (${punishedOwners})`,
  expired: sql`(e.ended or coalesce(e.valid_until < ${day}, false))`,
} as const
const soft = {
  selfReported: sql`(e.state = 'synced' and coalesce(e.rule = any(${weakRules}::text[]), false))`,
  undocumented: sql`(e.state = 'synced' and e.undocumented)`,
} as const

/** Condition on an entry `e` of the teacher `t` that nothing keeps off the boards. */
export const isFit: Sql = sql`not (${sql.join(Object.values(hard), ' or ')})`
/** Condition on an entry `e` of the teacher `t` that somebody has to look at. */
export const isDoubtful: Sql = sql`(${sql.join([...Object.values(hard), ...Object.values(soft)], ' or ')})`

const doubts: Sql = sql`array_remove(array[${sql.join(
  Object.entries({ ...hard, punished: sql`e.owner_id in (select owner_id from punished)`, ...soft }).map(
    ([key, condition]) => sql`case when ${condition} then ${sql.lit(key)} end`,
  ),
)}]::text[], null)`

export interface LineRow {
  readonly id: number
  readonly owner_id: number
  readonly name: string
  readonly kind: string
  readonly state: TalentState
  readonly level: string
  readonly year: number | null
  readonly rule: string | null
  readonly record_id: string | null
  readonly reason: string | null
  readonly until: string | null
  readonly removed: string | null
  readonly subject: string | null
  readonly org_id: number | null
  readonly org: string | null
  readonly area_code: string | null
  readonly office_id: number
  readonly office: string
  readonly below: boolean
  readonly doubts: readonly TalentDoubt[]
}

/** The statement of entries by their numbers, in that order, as the reader may see them. */
export const linesStatement = (actor: Actor, ids: readonly number[]): Sql => sql`
  with e as materialized (
    select e.*
    from talent_entry e
    where e.id = any(${[...ids]}::int[]) and ${scopeCondition(actor, 'e')}),
  punished as materialized (${punishedOwners} and p.owner_id in (select owner_id from e))
  select e.id, e.owner_id, t.name, e.kind, e.state, e.level, e.year, e.rule, e.record_id, e.reason,
    e.valid_until::text as until, case when e.removed_at is not null then e.removed_reason end as removed, t.subject,
    i.id as org_id, i.name as org, i.area_code, o.id as office_id, o.name as office,
    ${institutionsInScope(actor, 'o')} as below, ${doubts} as doubts
  from e
  join teacher t on t.id = e.owner_id
  left join institution i on i.id = t.institution_id
  join institution o on o.id = e.office_id
  order by array_position(${[...ids]}::int[], e.id)`

type Verb = TalentLine['can'][number]

const isHard = (doubt: TalentDoubt): boolean => !talentDoubts[doubt].soft

/** Why an act on an entry is refused, in words; null where it may be done. */
export function refusal(actor: Actor, row: LineRow, verb: Verb): string | null {
  const mine = row.office_id === actor.institutionId
  if (verb === 'restore' ? row.removed === null : row.removed !== null)
    return verb === 'restore' ? '还在名单里' : '已移出名单'
  if (!mine && !(verb === 'withdraw' && row.below)) return `由${row.office}办理`
  if (verb === 'remove' || verb === 'restore') return null
  if (!takes(verb, row.state)) return wrongState[verb]
  const stop = verb === 'withdraw' ? undefined : row.doubts.find(isHard)
  return stop === undefined ? null : `待核：${talentDoubts[stop].label}`
}

const wrongState = {
  confirm: '已经确认过',
  publish: '未确认，或已经发布',
  withdraw: '没有发布',
} as const

const verbs: readonly Verb[] = ['confirm', 'publish', 'withdraw', 'remove', 'restore']

/** An entry as the reader sees it. */
export const lineOf = (actor: Actor, row: LineRow): TalentLine => ({
  id: row.id,
  teacher: { id: row.owner_id, name: row.name },
  highLevelKind: row.kind,
  talentLevel: row.level === '' ? null : row.level,
  areaCode: row.area_code,
  org: row.org_id === null ? null : { id: row.org_id, name: row.org ?? '' },
  subject: row.subject,
  obtainYear: row.year,
  published: row.state === 'published' && row.removed === null,
  state: row.state,
  rule: row.rule,
  reason: row.reason,
  until: row.until,
  doubts: [...row.doubts],
  office: { id: row.office_id, name: row.office },
  removed: row.removed,
  can: verbs.filter((verb) => refusal(actor, row, verb) === null),
})
