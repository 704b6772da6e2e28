import pg from 'pg'
import type { Sql } from '../sql.ts'
import { onCluster } from '../../testing/test-extent.ts'

/**
 * Plans on a distributed PostgreSQL name shards and steps of Citus instead of the indexes that a node takes:
 * tests of indexes are for plain PostgreSQL.
 */
export const plansAreSpread = onCluster

/** A node of a plan that was run; rows are per loop. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsOf(node: PlanNode): number {
  const own = node['Node Type'].endsWith('Scan')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own)
}

/**
 * Reads the plans of statements, made without knowing their values, as of a prepared statement soon. Fill the
 * tables before: it analyses them.
 */
export async function openPlanReader(ownerUrl: string) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('analyze')
  await client.query('set plan_cache_mode = force_generic_plan')
  let count = 0
  const literal = (value: unknown) =>
    typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : client.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
  return {
    /** The plan as text, without costs. */
    async planOf({ text, values }: Pick<Sql, 'text' | 'values'>): Promise<string> {
      const name = `plan_${(count += 1)}`
      await client.query(`prepare ${name} as ${text}`)
      const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) execute ${name}${given}`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    },
    /** Rows that the statement's scans read, filtered ones included. Executes the statement. */
    async rowsRead({ text, values }: Pick<Sql, 'text' | 'values'>): Promise<number> {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `explain (analyze, format json) ${text}`,
        values: [...values],
      })
      return rows.reduce((sum, row) => sum + rowsOf(row['QUERY PLAN'][0].Plan), 0)
    },
    close: () => client.end(),
  }
}
export type PlanReader = Awaited<ReturnType<typeof openPlanReader>>
