import type { Actor } from '../../../catalogue/access/access.ts'
import type { CandidatePage } from '../../../catalogue/contract/archive/joining.ts'
import { rollType } from '../../../catalogue/contract/archive/roll.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { exactUpTo } from '../../engine/records/index.ts'
import { tableName } from '../../engine/schema/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

type Line = CandidatePage['list'][number]
type Row = { readonly total: number } & (Line | { readonly one: null })

/**
 * The statement of a page of pairs, each once: both in the scope, found by the sweep of data quality along
 * the index of the scope. Exported for the test that reads its plan.
 */
export function candidateStatement(
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
): Sql {
  const pairs = sql`
    from quality_finding f
    join teacher o on o.id = f.other_id and ${scopeCondition(actor, 'o', 'id')}
    where ${scopeCondition(actor, 'f')} and f.kind = 'duplicate' and f.owner_id < f.other_id`
  return sql`
    select c.total, jsonb_build_object('teacherId', t.id, 'name', t.name, 'institution', coalesce(i.name, ''),
        'status', t.status) as one,
      jsonb_build_object('teacherId', o.id, 'name', o.name, 'institution', coalesce(oi.name, ''), 'status', o.status)
        as other,
      b.birth_date as "birthDate"
    from (select count(*)::int as total from (select 1 ${pairs} limit ${exactUpTo + 1}) n) c
    join (select f.owner_id, f.other_id ${pairs}
      order by f.owner_id, f.other_id
      limit ${pageSize} offset ${(page - 1) * pageSize}) x on true
    join teacher t on t.id = x.owner_id
    join teacher o on o.id = x.other_id
    left join institution i on i.id = t.institution_id
    left join institution oi on oi.id = o.institution_id
    join ${sql.id(tableName(rollType))} b on b.owner_id = t.id and b.voided_at is null
    order by x.owner_id, x.other_id`
}

/** Pairs of one name and birthday in the actor's scope of whom nobody said that they are two people. */
export async function candidatesFor(
  engine: Engine,
  actor: Actor,
  query: { page: number; pageSize: number },
): Promise<CandidatePage> {
  const rows = await engine.search.query<Row>(candidateStatement(actor, query))
  const list = rows.flatMap((row) => {
    if (row.one === null) return []
    const { total: _total, ...line } = row
    return [line]
  })
  await engine.readings.note(
    actor,
    { kind: 'findings' },
    list.flatMap(({ one, other }) => [one.teacherId, other.teacherId]),
  )
  const total = rows[0]?.total ?? 0
  return {
    list,
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    ...query,
  }
}
