import { allowed, type Actor } from '../../../../catalogue/access/access.ts'
import type { ListRow, RecordPage } from '../../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { roleOfLevel } from '../../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { isLate, late } from '../../ways/index.ts'
import type { Engine } from '../../engine.ts'
import { forReader, summaryOf, toldKeys } from '../value/codec.ts'
import { joinOwner, type Place, placeCondition, placeWithin, recordScope } from '../../access/index.ts'
import { castOf, serverKind } from '../../kinds/index.ts'
import { exactUpTo, pageOf } from './list.ts'
import { searchCondition } from './search-words.ts'
import type { ListQuery } from './list-query.ts'
import { daysSince, levelOfStep, stepOf } from '../read/waiting.ts'
import type { RowWithTotal, PendingRow } from '../read/rows.ts'
import { standingOf } from '../read/standing.ts'

/**
 * Condition on the revisions of a queue: held by the actor's office, passed on by its level and still open,
 * or sent back.
 */
function queueCondition(actor: Actor, queue: 'open' | 'forwarded' | 'returned'): Sql {
  if (queue === 'open') {
    return sql`v.state = 'inReview'
        and v.holder_institution_id = ${actor.institutionId}
        and v.holder_role = ${actor.role}`
  }
  if (queue === 'returned') return sql`v.state in ('returned', 'rejected') and v.replaced_at is null`
  return sql`v.state = 'inReview' and v.holder_role > ${actor.role}`
}

function fieldOf(key: string, multiple: boolean): Sql {
  return multiple
    ? sql`array(select jsonb_array_elements_text(coalesce(nullif(v.value -> ${sql.lit(key)}, 'null'), '[]')))`
    : sql`(v.value ->> ${sql.lit(key)})`
}

/**
 * The statement of a queue: open revisions, oldest first for what waits, newest first for what is done.
 * @param among the institution it is narrowed to, and whether the database is distributed
 */
export function queueStatement(
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
  { place, spread }: { readonly place: Place | null; readonly spread: boolean } = {
    place: null,
    spread: false,
  },
): Sql {
  const queue = query.queue === 'forwarded' || query.queue === 'returned' ? query.queue : 'open'
  const typed = ({ key, field, test }: ListQuery['filters'][number]) => {
    const kind = serverKind(field)
    const bare = fieldOf(key, field.multiple === true)
    const value = kind.cast === 'text' ? bare : sql`${bare}::${sql.raw(castOf(field))}`
    return kind.filter(test, value, field)
  }
  const conditions = [
    sql`v.type = ${definition.name}`,
    queueCondition(actor, queue),
    // The holder index serves the open queue; the others are bounded by the scope.
    ...(queue === 'open' ? [] : [recordScope(actor, definition.owner, 'v')]),
    ...(place ? [placeCondition(place, 'v')] : []),
    ...(query.ownerId === null ? [] : [sql`v.owner_id = ${query.ownerId}`]),
    ...query.filters.map(typed),
    ...(query.q === null
      ? []
      : [
          searchCondition(actor, definition, query.q, {
            alias: 'v',
            column: (key) => fieldOf(key, false),
            place,
            isJoined: spread,
          }),
        ]),
  ]
  const from = sql`from revision v ${joinOwner(definition.owner, sql`v.owner_id`, 'v')}`
  const where = sql`where ${sql.join(conditions, ' and ')}`
  const latestFirst = query.sort.key === 'waiting' && !query.sort.descending
  const order =
    queue === 'open'
      ? latestFirst
        ? sql`v.holder_since desc, v.id desc`
        : sql`v.holder_since, v.id`
      : queue === 'returned'
        ? sql`v.decided_at desc, v.id desc`
        : sql`v.submitted_at desc, v.id desc`
  return sql`
    select c.total, p.*
    from (select count(*)::int as total from (select 1 ${from} ${where} limit ${exactUpTo + 1}) n) c
    left join (select v.record_id as id, v.*, v.id as revision_id, o.name as owner_name,
        i.name as institution_name,
        h.name as holder_name, late.days is not null as overdue ${from}
        left join institution h on h.id = v.holder_institution_id
        left join ${late} on v.state = 'inReview' and ${isLate(sql`v`)} ${where}
      order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) p on true`
}

/** A pending revision as lists show it: proposed values, masked for the reader. */
export function pendingRow(engine: Engine, actor: Actor, definition: AnyRecord, row: PendingRow): ListRow {
  const { record_id: id, value } = row
  const at = standingOf(definition, row, { effective: row.base_version > 0 })
  const holds = at.holderInstitutionId === actor.institutionId && at.holderRole === actor.role
  const duty = holds ? ('holder' as const) : null
  const reader = { recordId: id, institutionId: at.institutionId, stored: value, duty }
  return {
    ...forReader(engine.keys, definition, actor, reader),
    id,
    version: row.edit_no,
    ownerId: at.ownerId,
    ownerName: row.owner_name,
    institutionName: row.institution_name ?? '',
    state: at.state,
    level: at.state === 'inReview' ? levelOfStep(row.route, row.step) : null,
    summary: summaryOf(definition, value),
    effective: false,
    pending: at.state,
    changed: toldKeys(definition, row.changed),
    isNew: !at.effective,
    warnings: row.warnings,
    attachmentCount: value.attachments?.length ?? 0,
    submittedAt: row.submitted_at,
    waitingDays: at.state === 'inReview' ? daysSince(row.holder_since) : null,
    ...(row.overdue && { overdue: true }),
    ...(stepOf(row.route, row.step)?.reasonRequired && {
      reasonRequired: true,
    }),
    holder: row.holder_name,
    updatedAt: row.updated_at,
    can: allowed(actor, at),
  }
}

/** A review queue. Roles that review nothing get an empty one. */
export async function listQueue(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  query: ListQuery,
): Promise<RecordPage> {
  const reviews =
    definition.review !== undefined && Object.values(roleOfLevel).some((role) => role === actor.role)
  const place = query.institutionId === null ? null : await placeWithin(engine.db, actor, query.institutionId)
  const db = query.q === null && query.filters.length === 0 ? engine.db : engine.search
  const spread = query.q !== null && (await db.isSpread())
  const rows = reviews
    ? await db.query<RowWithTotal<PendingRow>>(queueStatement(actor, definition, query, { place, spread }))
    : []
  return pageOf(query, rows, (row) => pendingRow(engine, actor, definition, row))
}
