import type { Actor } from '../../../catalogue/access/access.ts'
import { statusesOf } from '../../../catalogue/contract/archive/roll.ts'
import type { Proposal } from '../../../catalogue/talents/difference.ts'
import { projectsByHand, talentRules, type TalentRule } from '../../../catalogue/talents/rules.ts'
import { placeCondition, scopeCondition, type Place } from '../../engine/access/index.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Statuses of who serves. */
export const serving = statusesOf(undefined)
/** The day of the database in Asia/Shanghai. */
export const day = sql`(now() at time zone 'Asia/Shanghai')::date`

/** Extent of a sync: the whole scope, or one place of it. */
export interface Where {
  readonly actor: Actor
  readonly place: Place | null
}

/** Rows of `alias` in the scope of the actor and in the place. */
export const within = ({ actor, place }: Where, alias: string): Sql =>
  place
    ? sql`${scopeCondition(actor, alias)} and ${placeCondition(place, alias)}`
    : scopeCondition(actor, alias)

const column = (key: string): Sql => sql.id('r', snake(key))

/** Records in force of the scope that fulfil a rule. */
function fulfilling(where: Where, rule: TalentRule): Sql {
  const { field, is, year, level, docNo, until, inPost, sureLevel = '' } = rule
  const past = until === undefined ? sql`false` : sql`coalesce(${column(until)} < ${day}, false)`
  const out = inPost === undefined ? sql`false` : sql`${column(inPost)} is false`
  return sql`
    select r.owner_id, ${rule.kind}::text as kind, ${rule.key}::text as rule, r.id as record_id,
      ${level === undefined ? sql`${sureLevel}::text` : sql`coalesce(${column(level)}::text, '')`} as level,
      ${year === undefined ? sql`null::int` : sql`left(${column(year)}::text, 4)::int`} as year,
      ${until === undefined ? sql`null::date` : column(until)} as until, (${past} or ${out}) as ended,
      ${docNo === undefined ? sql`false` : sql`coalesce(${column(docNo)}, '') = ''`} as undocumented,
      ${rule.selfReported === true}::boolean as weak, ${rule.how === 'derived'}::boolean as derived
    from ${sql.id(tableName(rule.record))} r
    where r.voided_at is null and ${within(where, 'r')} and ${column(field)}::text = any(${[...is]}::text[])`
}

/**
 * Whom the rules propose in the scope, once for each kind: by a basis that still holds, then one that is
 * documented, then the highest level, then the latest year.
 */
export async function proposals(db: Queryable, where: Where): Promise<Proposal[]> {
  return db.query<Proposal>(sql`
    select distinct on (p.owner_id, p.kind) p.owner_id as "ownerId", p.kind, p.rule, p.record_id as "recordId", p.level,
      p.year, p.until::text as until, p.ended, p.undocumented
    from (${sql.join(
      talentRules.map((rule) => fulfilling(where, rule)),
      ' union all ',
    )}) p
    join teacher t on t.id = p.owner_id and t.status = any(${[...serving]}::text[])
      and ${scopeCondition(where.actor, 't', 'id')}
    order by p.owner_id, p.kind, p.ended, p.weak, p.undocumented, p.derived, p.level = '', p.level, p.year desc nulls last,
      p.rule, p.record_id`)
}

/** A person whose project an officer has to judge. */
export interface ByHand {
  readonly teacherId: number
  readonly name: string
  readonly org: string
  readonly project: string
}

/** People in the scope with such a project who stand in no list, by name; fifty at most. */
export async function toBeJudged(db: Queryable, where: Where): Promise<ByHand[]> {
  const { record, field, is } = projectsByHand
  return db.query<ByHand>(sql`
    select t.id as "teacherId", t.name, coalesce(i.name, '') as org, min(${column(field)}) as project
    from ${sql.id(tableName(record))} r
    join teacher t on t.id = r.owner_id and t.status = any(${[...serving]}::text[])
    left join institution i on i.id = t.institution_id
    where r.voided_at is null and ${within(where, 'r')} and ${column(field)} = any(${[...is]}::text[])
      and r.owner_id not in (select e.owner_id from talent_entry e where e.removed_at is null)
    group by t.id, t.name, t.name_sort, i.name
    order by t.name_sort, t.id
    limit 50`)
}
