import { type LogLine } from '../../../catalogue/contract/administration/audit-log.ts'
import { actionLabels } from '../../../catalogue/contract/administration/audit-actions.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { institutionTypes } from '../../engine/access/index.ts'
import { summaryOf } from '../../engine/records/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

interface Row {
  id: number
  at: string
  action: string
  type: string | null
  facts: Record<string, unknown>
  actor_id: number | null
  actor_name: string | null
  actor_role: number | null
  actor_institution: string | null
  owner_person_id: number | null
  owner_name: string | null
  owner_institution: string | null
  person_id: number | null
  person_name: string | null
  place_name: string | null
  owner_id: number | null
  revision: string | null
}

/** The version of a record that a line is about. */
interface Version {
  readonly id: string
  readonly changed: readonly string[] | null
  readonly value: Record<string, unknown>
}

type Records = Readonly<Record<string, AnyRecord>>

/** The lines with these ids, newest first, with names as they are now; of people who were taken out, as they were. */
export async function linesOf(db: Queryable, records: Records, ids: readonly number[]): Promise<LogLine[]> {
  const rows = await db.query<Row>(linesStatement(records, ids))
  const versions = await versionsOf(db, rows)
  return rows.map((row) => lineOf(records, row, versions.get(row.revision ?? '')))
}

/**
 * The versions that lines are about, by number. Only the nodes of their owners are asked
 * (docs/decisions/0122).
 */
async function versionsOf(db: Queryable, rows: readonly Row[]): Promise<ReadonlyMap<string, Version>> {
  const named = rows.flatMap(({ owner_id: owner, revision }) =>
    owner === null || revision === null ? [] : [{ owner, revision }],
  )
  if (named.length === 0) return new Map()
  const owners = [...new Set(named.map(({ owner }) => owner))]
  const found = await db.query<Version>(sql`
    select r.id, r.changed, r.value
    from revision r
    where r.owner_id = any(${owners}::int[]) and r.id = any(${named.map(({ revision }) => revision)}::uuid[])`)
  return new Map(found.map((version) => [version.id, version]))
}

/**
 * The statement of these lines. The ids come as values: for a query of ids in their place the planner expects
 * far more of them than a page has, and reads and joins the whole log.
 */
export function linesStatement(records: Records, ids: readonly number[]): Sql {
  const ofInstitution = sql`a.type = any(${institutionTypes(records)}::text[])`
  return sql`
    select a.id, a.at, a.action, a.type, a.facts, ap.id as actor_id,
      ap.name || coalesce('（代' || lp.name || '）', '') as actor_name, ai.role as actor_role,
      ao.name as actor_institution, coalesce(t.person_id, fo.person_id) as owner_person_id,
      coalesce(t.name, fo.name || '（已移出）') as owner_name, coalesce(tp.name, fo.institution) as owner_institution,
      coalesce(p.id, fp.person_id) as person_id, coalesce(p.name, fp.name || '（已移出）') as person_name, place.name as place_name, a.owner_id,
      a.facts ->> 'revision' as revision
    from audit a
      left join identity ai on ai.id = a.by_identity left join person ap on ap.id = ai.person_id
      left join identity li on li.id = ai.lent_by left join person lp on lp.id = li.person_id
      left join institution ao on ao.id = ai.institution_id
      left join teacher t on t.id = a.owner_id and not coalesce(${ofInstitution}, false)
      left join institution tp on tp.id = t.institution_id
      left join institution place on place.id = a.owner_id and ${ofInstitution}
      left join person p on p.id = a.person_id
      left join former_person fo on fo.teacher_id = a.owner_id and not coalesce(${ofInstitution}, false)
      left join former_person fp on fp.person_id = a.person_id
    where a.id = any(${[...ids]}::bigint[]) order by a.id desc`
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function lineOf(records: Records, row: Row, version: Version | undefined): LogLine {
  const definition = row.type !== null && Object.hasOwn(records, row.type) ? records[row.type] : undefined
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    label: actionLabels[row.action] ?? `其他操作（${row.action}）`,
    actor:
      row.actor_id === null || row.actor_name === null
        ? null
        : {
            id: row.actor_id,
            name: row.actor_name,
            institution: row.actor_institution,
            role: row.actor_role ?? 0,
          },
    person: personOf(row),
    type: definition?.title ?? null,
    summary: definition && version ? summaryOf(definition, version.value) : row.place_name,
    changed: (version?.changed ?? []).flatMap(
      (key) => definition?.fields[key]?.label ?? (key === 'attachments' ? '佐证材料' : []),
    ),
    note: noteOf(row.facts),
    ip: text(row.facts['ip']),
    agent: text(row.facts['agent']),
  }
}

function personOf(row: Row): LogLine['person'] {
  if (row.owner_person_id !== null && row.owner_name !== null) {
    return { id: row.owner_person_id, name: row.owner_name, institution: row.owner_institution }
  }
  return row.person_id !== null && row.person_name !== null
    ? { id: row.person_id, name: row.person_name, institution: null }
    : null
}

/** The few facts that may be told: no reason of a person, no value of a record. */
function noteOf(facts: Record<string, unknown>): string | null {
  const parts = [
    isRole(facts['role']) && roleEntry(facts['role']).label,
    text(facts['institution']),
    text(facts['dictionary']) &&
      [facts['dictionary'], facts['code'], facts['label']].map(text).filter(Boolean).join(' '),
    Array.isArray(facts['fields']) &&
      facts['fields'].every((one) => typeof one === 'string') &&
      facts['fields'].join('、'),
    text(facts['path']),
    typeof facts['rows'] === 'number' && `${facts['rows']} 条`,
    typeof facts['faults'] === 'number' &&
      (facts['faults'] === 0 ? '没有发现改动' : `发现 ${facts['faults']} 处改动`),
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join('，') || null
}
