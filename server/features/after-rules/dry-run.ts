import { afterLimits, type AfterRule, type AfterAct } from '../../../catalogue/after/rule.ts'
import type { AfterDryRunAnswer } from '../../../catalogue/contract/administration/after-rules.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { summaryOf } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { concerns, eventsOf, ruledEvents, valuesOf, type RuledEvent } from './matching.ts'

/** Events that are looked at, the newest first. */
const mostEvents = 5_000
/** Events of all types among which they are looked for, so that a busy province is not read whole. */
const mostScanned = 500_000
/** How many people are shown. */
const shown = 20

const parties = { owner: '教师本人', school: '教师所在学校', office: '本单位' } as const

const hearsOf = (engine: Engine, act: AfterAct): string => {
  if (act.act === 'message') return `${parties[act.to]}收到消息`
  if (act.act === 'todo') return `${parties[act.to]}有一件待办`
  return `教师本人有一份${definitionOf(engine, act.type).title}草稿`
}

/** What a rule would have done in the last 30 days: counted from the events that are kept; nothing is done. */
export async function dryRun(engine: Engine, actor: Actor, rule: AfterRule): Promise<AfterDryRunAnswer> {
  const { db } = engine
  const events = await engine.search.query<RuledEvent>(
    ruledEvents(
      sql`o.type = ${rule.type} and o.event = any(${[...eventsOf(rule.when)]}::text[])
        and o.id > (select coalesce(max(id), 0) - ${mostScanned} from outbox)
        and o.at > now() - make_interval(days => ${afterLimits.dryRunDays}) and ${scopeCondition(actor, 't', 'id')}
        and not exists (select 1 from after_draft d where d.record_id = o.record_id)`,
      sql`order by o.id desc limit ${mostEvents + 1}`,
    ),
  )
  const looked = events.slice(0, mostEvents)
  const values = await valuesOf(db, looked)
  const met = looked.filter((event) =>
    concerns(actor.institutionId, rule, event, values.get(event.revision_id)),
  )
  const schools = await db.query<{ id: number; name: string }>(sql`
    select id, name
    from institution
    where id = any(${met.slice(0, shown).flatMap(({ places }) => places[0] ?? [])}::int[])`)
  const definition = definitionOf(engine, rule.type)
  return {
    times: met.length,
    people: new Set(met.map((event) => event.owner_id)).size,
    more: events.length > mostEvents,
    first: met.slice(0, shown).map((event) => ({
      owner: event.owner,
      school: schools.find(({ id }) => id === event.places[0])?.name ?? '',
      at: event.at,
      summary: summaryOf(definition, values.get(event.revision_id) ?? {}),
    })),
    hears: rule.acts.map((act) => ({ who: hearsOf(engine, act), times: met.length })),
  }
}
