import type { AnyRecord } from '../../../../catalogue/define.ts'
import { joinOwner, ownerColumns } from '../../access/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import { prepared } from '../../prepared/index.ts'

const pendingColumns = [
  'id',
  'no',
  'state',
  'value',
  'base_version',
  'edit_no',
  'flow_version',
  'route',
  'step',
  'return_step',
  'appealed',
  'not_by',
  'holder_institution_id',
  'holder_role',
  'holder_since',
  'submitted_at',
  'submitted_by',
  'decided_at',
  'changed',
  'warnings',
] as const

const texts = new Map<string, string>()

/**
 * The statement of one record: typed row, pending revision, owner, latest events. States are literals,
 * because the partial index serves a generic plan only then (core-measured, section 3).
 */
export function loadText(definition: AnyRecord): string {
  const known = texts.get(definition.name)
  if (known) return known
  const { fields, table } = prepared(definition)
  const typed = fields.map(({ column }) => `r.${column} as r_${column}`)
  const pending = pendingColumns.map((c) => `v.${c} as v_${c}`)
  const owner = {
    columns: ownerColumns(definition.owner).text,
    join: joinOwner(definition.owner, sql`coalesce(r.owner_id, v.owner_id)`).text,
  }
  // The office that decided last may void. The frozen route of the value names it; the chain may have changed
  // since.
  const decided = definition.review
    ? `case when $2 then (select a.route -> -1 ->> 'level' from revision a
         where a.owner_id = r.owner_id
           and a.record_id = k.id
           and a.state = 'approved'
           and a.superseded_at is null) end as last_level,`
    : ''
  const text = `
    select ${decided} coalesce(r.owner_id, v.owner_id) as owner_id, r.version as r_version,
      r.applied_at as r_applied_at,
      r.voided_at as r_voided_at, r.attachments as r_attachments, r.recorded_by as r_recorded_by,
        ${typed.join(', ')},
      case when $2 then (select p.name || coalesce('（代' || b.name || '）', '')
        from identity a
        join person p on p.id = a.person_id
         left join identity l on l.id = a.lent_by
         left join person b on b.id = l.person_id
         where a.id = r.recorded_by) end as r_recorded_by_name,
      ${pending.join(', ')}, ${owner.columns},
      case when $2 then (select json_agg(e order by e.at desc) from (
         select action, at, by_identity, revision_id, step, level, reason, fields from revision_event
         where owner_id = coalesce(r.owner_id, v.owner_id) and record_id = k.id and action <> 'urge'
         order by at desc
         limit 12) e) end as events
    from (select $1::uuid as id) k
      left join ${table} r on r.id = k.id
      left join revision v on v.record_id = k.id and v.type = '${definition.name}' and v.replaced_at is null
        and v.state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
      ${owner.join}
    where coalesce(r.owner_id, v.owner_id) is not null`
  texts.set(definition.name, text)
  return text
}

const draftTexts = new Map<string, string>()

/** The statement of a teacher's own draft of a new record: one row of one table. */
export function draftText(definition: AnyRecord): string {
  const known = draftTexts.get(definition.name)
  if (known) return known
  const text = `
    select ${pendingColumns.map((c) => `${c} as v_${c}`).join(', ')}, owner_id, institution_id, district_id,
      city_id, province_id
    from revision
    where owner_id = $1
      and record_id = $2
      and type = '${definition.name}'
      and replaced_at is null
      and state = 'draft'
      and base_version = 0`
  draftTexts.set(definition.name, text)
  return text
}
