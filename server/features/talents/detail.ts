import type { Actor } from '../../../catalogue/access/access.ts'
import type { TalentDetail } from '../../../catalogue/contract/analysis/talents.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { talentRules } from '../../../catalogue/talents/rules.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { effectiveOf, summaryOf } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { lineOf, linesStatement, type LineRow } from './lines.ts'

/** The record that an entry rests on, while it is in force. */
async function recordOf(engine: Engine, actor: Actor, row: LineRow): Promise<TalentDetail['record']> {
  const rule = talentRules.find(({ key }) => key === row.rule)
  if (!rule) return null
  const definition = definitionOf(engine, rule.record)
  const found = await effectiveOf(engine, actor, [definition], [row.owner_id])
  const record = found.find(({ id }) => id === row.record_id)
  return record
    ? {
        type: rule.record,
        id: record.id,
        title: definition.title,
        summary: summaryOf(definition, record.stored),
      }
    : null
}

/** One entry with its record, what happened to it, newest first, and the person's other entries. */
export async function talentOf(engine: Engine, actor: Actor, id: number): Promise<TalentDetail> {
  const row = await engine.db.maybeOne<LineRow>(linesStatement(actor, [id]))
  if (!row) throw new AppError('missing')
  const [record, history, others] = await Promise.all([
    recordOf(engine, actor, row),
    engine.db.query<TalentDetail['history'][number]>(sql`
      select v.action, v.at, coalesce(p.name, '') as by, coalesce(i.name, '') as office, v.rule, v.reason
      from talent_event v
      join identity a on a.id = v.by_identity
      left join person p on p.id = a.person_id
      left join institution i on i.id = a.institution_id
      where v.entry_id = ${id}
      order by v.id desc
      limit 200`),
    engine.db.query<TalentDetail['others'][number]>(sql`
      select e.id, e.kind as "highLevelKind", e.state
      from talent_entry e
      where e.owner_id = ${row.owner_id} and e.id <> ${id} and e.removed_at is null and ${scopeCondition(actor, 'e')}
      order by e.kind`),
    engine.readings.note(actor, { kind: 'roster' }, [row.owner_id]),
  ])
  return Object.assign(lineOf(actor, row), { record, history, others })
}
