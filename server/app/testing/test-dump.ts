import { text as readAll } from 'node:stream/consumers'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'

/** Every table as text, the way a backup would hold it. */
export async function allTables(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const parts: string[] = []
  for (const { name } of rows)
    parts.push(await readAll(client.query(copyStreams.to(`copy (select * from "${name}") to stdout`))))
  await client.end()
  return parts.join('\n')
}
