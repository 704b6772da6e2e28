import pg from 'pg'
import type { Sql } from './sql.ts'

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
    close: () => client.end(),
  }
}
export type PlanReader = Awaited<ReturnType<typeof openPlanReader>>
