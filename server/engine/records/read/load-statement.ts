import { asides } from '../../../../catalogue/flows/review.ts'
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
 * because the partial index serves a generic plan only then (core-measured, section 3). What owners have is
 * gathered before it meets people and institutions: on a distributed database these lie on other nodes
 * (decision 0116). There each part may see what is committed when it begins, in this order: the pending
 * revision first, since what has left it by then is in the typed row (decision 0119).
 * @param owned whether the owner is named ($3), so that one node is asked (decision 0123)
 */
export function loadText(definition: AnyRecord, owned: boolean): string {
  const ofOwner = owned ? 'owner_id = $3 and ' : ''
  const { table, ...declared } = prepared(definition)
  // A table of a region's own types passes to another type when one was taken back.
  const key = [definition.name, definition.owner, declared.typed.length, owned].join(' ')
  const known = texts.get(key)
  if (known) return known
  const typed = [...declared.typed.map(({ column }) => column), 'own']
  const owner = {
    columns: ownerColumns(definition.owner).text,
    join: joinOwner(definition.owner, sql`k.owner_id`).text,
  }
  const text = `
    with v as materialized (
      select owner_id, ${pendingColumns.join(', ')}
      from revision
      where ${ofOwner}record_id = $1 and type = '${definition.name}' and replaced_at is null
        and state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn')
    ), r as materialized (
      select owner_id, version, applied_at, voided_at, attachments, recorded_by, ${typed.join(', ')}
      from ${table}
      where ${ofOwner}id = $1
    ), k as materialized (
      select coalesce(r.owner_id, v.owner_id) as owner_id
      from (select) one
      left join r on true
      left join v on true
    ), e as materialized (
      select action, at, by_identity, revision_id, step, level, reason, fields
      from revision_event
      where $2 and owner_id = ${owned ? '$3' : '(select owner_id from k)'} and record_id = $1 and action not in (${asides.map((one) => `'${one}'`).join()})
      order by at desc
      limit 12
    )${decidedText(definition, owned)}
    select ${definition.review ? 'd.last_level,' : ''} k.owner_id, r.version as r_version,
      r.applied_at as r_applied_at,
      r.voided_at as r_voided_at, r.attachments as r_attachments, r.recorded_by as r_recorded_by,
      ${typed.map((column) => `r.${column} as r_${column},`).join(' ')}
      case when $2 then (select p.name || coalesce('（代' || b.name || '）', '')
        from identity a
        join person p on p.id = a.person_id
        left join identity l on l.id = a.lent_by
        left join person b on b.id = l.person_id
        where a.id = r.recorded_by) end as r_recorded_by_name,
      ${pendingColumns.map((column) => `v.${column} as v_${column}`).join(', ')}, ${owner.columns},
      (select json_agg(e order by e.at desc) from e) as events
    from k
    left join r on true
    left join v on true
    ${definition.review ? 'left join d on true' : ''}
    ${owner.join}
    where k.owner_id is not null`
  texts.set(key, text)
  return text
}

/**
 * The office that decided last may void. The frozen route of the value names it; the chain may have changed
 * since.
 */
function decidedText(definition: AnyRecord, owned: boolean): string {
  if (!definition.review) return ''
  return `, d as materialized (
      select route -> -1 ->> 'level' as last_level
      from revision
      where $2 and owner_id = ${owned ? '$3' : '(select owner_id from r)'} and record_id = $1 and state = 'approved'
        and superseded_at is null
    )`
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
