import { z } from 'zod'
import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { findingKinds, type FindingSummary } from '../../../catalogue/contract/archive/quality.ts'
import type { Engine } from '../../engine/engine.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** Counts of the archives and findings of one scope. */
const counted = z.object({
  archives: z.int(),
  examined: z.int(),
  sound: z.int(),
  oldestCheck: z.string().nullable(),
  findings: z.array(z.object({ kind: z.enum(findingKinds), type: z.string(), count: z.int() })),
})
type ScopeCounts = z.infer<typeof counted>

/** Rows of one scope: of a table about teachers by its alias, where the column `own` names the teacher. */
type ScopeOn = (alias: string, own?: 'owner_id' | 'id') => Sql

/** Runs the counts one after the other, so that a reader holds one connection of the pool. */
async function count(db: Queryable, scope: ScopeOn): Promise<ScopeCounts> {
  const { archives } = await db.one<{ archives: number }>(
    sql`select count(*)::int as archives from teacher t where ${scope('t', 'id')}`,
  )
  const checked = await db.query<{ faulty: boolean; examined: number; oldest: string }>(sql`
    select q.faulty, count(*)::int as examined, min(q.checked_at) as oldest
    from quality_check q
    where ${scope('q')}
    group by q.faulty`)
  const findings = await db.query<ScopeCounts['findings'][number]>(sql`
    select f.kind, f.type, count(*)::int as count
    from quality_finding f
    where ${scope('f')}
    group by f.kind, f.type`)
  return {
    archives,
    examined: checked.reduce((all, row) => all + row.examined, 0),
    sound: checked.find(({ faulty }) => !faulty)?.examined ?? 0,
    oldestCheck: checked.map(({ oldest }) => oldest).sort()[0] ?? null,
    findings,
  }
}

/** Archives of a province from which its summary is counted beforehand: below, counting takes milliseconds. */
const many = 100_000

/**
 * Counts what large provinces come to. A province that is not large any more is counted live again.
 * @param from archives from which a province is large
 */
export const sumsJob = (engine: Pick<Engine, 'db' | 'search'>, from = many): KeptJob => ({
  name: 'quality.sums',
  label: '数据质量汇总',
  every: 300,
  run: async (stopping) => {
    const { db } = engine
    const large = await db.query<{ id: number }>(sql`
      select province_id as id from teacher
      where province_id is not null
      group by province_id having count(*) >= ${from}`)
    const ids = large.map(({ id }) => id)
    await db.execute(sql`delete from quality_sum where province_id <> all(${ids}::int[])`)
    for (const id of ids) {
      if (stopping.aborted) return false
      const value = await count(engine.search, (alias) => sql`${sql.id(alias, 'province_id')} = ${id}`)
      await db.execute(sql`
        insert into quality_sum (province_id, counted) values (${id}, ${sql.json(value)})
        on conflict (province_id) do update set counted = excluded.counted, counted_at = now()`)
    }
    return false
  },
})

/** Counts of the actor's scope; of a large province, as of the last run of the job. */
export async function summaryOf(engine: Engine, actor: Actor): Promise<FindingSummary> {
  const scope = scopeOf(actor)
  const kept =
    scope?.column === 'provinceId'
      ? await engine.search.maybeOne<{ counted: unknown; at: string }>(
          sql`select counted, counted_at as at from quality_sum where province_id = ${scope.value}`,
        )
      : null
  const all = kept
    ? counted.parse(kept.counted)
    : await count(engine.search, (alias, own) => scopeCondition(actor, alias, own))
  const { findings, ...archives } = all
  const sum = (rows: ScopeCounts['findings']) => rows.reduce((total, row) => total + row.count, 0)
  const types = [...new Set(findings.map((row) => row.type))]
  return {
    ...archives,
    countedAt: kept?.at ?? null,
    kinds: findingKinds.map((kind) => ({ kind, count: sum(findings.filter((row) => row.kind === kind)) })),
    types: types
      .map((type) => ({
        type,
        title: engine.records[type]?.title ?? type,
        count: sum(findings.filter((row) => row.type === type)),
      }))
      .sort((a, b) => b.count - a.count || a.title.localeCompare(b.title, 'zh')),
  }
}
