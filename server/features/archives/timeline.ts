import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { archiveEventPage } from '../../../catalogue/contract/archive/archive.ts'
import type { Level } from '../../../catalogue/define.ts'
import { isTeachers } from '../../engine/access/index.ts'
import type { Engine, Owner } from '../../engine/engine.ts'
import { summaryOf, type Values } from '../../engine/records/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

interface Row {
  total: number
  id: string | null
  at: string
  action: string
  level: Level | null
  operator: string
  office: string | null
  on_behalf_of: string | null
  reason: string | null
  fields: { key: string; reason: string }[]
  type: string
  record_id: string
  value: Values
  changed: string[]
}

interface TimelineQuery {
  readonly page: number
  readonly pageSize: number
}

/**
 * Records an office may know of: in force, under review or sent back, or once in force with nothing but the
 * end after it.
 */
const known = (ownerId: number): Sql => sql`
  select record_id from revision where owner_id = ${ownerId} group by record_id
  having bool_or(state = 'approved' and superseded_at is null)
    or bool_or(replaced_at is null and state in ('inReview', 'returned', 'rejected'))
    or (bool_or(applied_at is not null)
        and not bool_or(replaced_at is null and state in ('draft', 'withdrawn')))`

/**
 * The statement of one page of an archive's events, newest first, with their total in every row. To an office
 * the making and mending of drafts has not happened: of it only what took effect is told.
 */
export function timelineStatement(
  records: Engine['records'],
  actor: Actor,
  ownerId: number,
  { page, pageSize }: TimelineQuery,
): Sql {
  const seen =
    actor.role === 2
      ? sql.empty
      : sql`and e.record_id in (${known(ownerId)})
          and (e.action not in ('create', 'amend', 'delete', 'withdraw') or v.applied_at is not null)`
  const from = sql`from revision_event e
    join revision v on v.owner_id = e.owner_id and v.id = e.revision_id
    where e.owner_id = ${ownerId} and ${isTeachers(records, 'v')} ${seen}`
  return sql`
    select c.total, x.*, p.name as operator, i.name as office, b.name as on_behalf_of
    from (select count(*)::int as total ${from}) c
    left join (select e.id, e.at, e.action, e.level, e.reason, e.fields, e.by_identity, e.on_behalf_of as behalf,
        v.type, e.record_id,
        v.value, v.changed ${from}
        order by e.at desc, e.id desc
        limit ${pageSize}
        offset ${(page - 1) * pageSize}) x on true
    left join identity a on a.id = x.by_identity
    left join person p on p.id = a.person_id
    left join institution i on i.id = a.institution_id
    left join identity ob on ob.id = x.behalf left join person b on b.id = ob.person_id
    order by x.at desc, x.id desc`
}

const tellsChange = new Set(['create', 'amend', 'submit', 'approve', 'restore'])

/**
 * Who did what to which record of the archive, newest first. No values: those are in the document and in each
 * record's history.
 */
export async function timelineOf(
  engine: Engine,
  actor: Actor,
  owner: Owner,
  { page, pageSize }: TimelineQuery,
): Promise<z.infer<typeof archiveEventPage>> {
  const rows = await engine.db.query<Row>(
    timelineStatement(engine.records, actor, owner.id, { page, pageSize }),
  )
  const list = rows.flatMap((row) => {
    const definition = engine.records[row.type]
    if (row.id === null || !definition) return []
    return [
      {
        id: row.id,
        at: row.at,
        action: row.action,
        level: row.level,
        operator: row.operator,
        office: row.office ?? '',
        onBehalfOf: row.on_behalf_of,
        reason: row.reason,
        fields: row.fields,
        type: row.type,
        title: definition.title,
        recordId: row.record_id,
        summary: summaryOf(definition, row.value),
        changed: tellsChange.has(row.action) ? row.changed : [],
      },
    ]
  })
  return { list, total: rows[0]?.total ?? 0, page, pageSize }
}
