/** Nodes of a distributed PostgreSQL, started by the program that CITUS_CLUSTER names. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDatabase } from '../../server/platform/db/database.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { sql } from '../../server/platform/db/sql.ts'

const run = promisify(execFile)

/** Starts the nodes below the folder; returns the addresses of one database of theirs, the coordinator's first. */
export async function startNodes(program: string, folder: string): Promise<[string, ...string[]]> {
  const { stdout } = await run(program, ['start', folder, String(await freePort())])
  const coordinator = /DATABASE_URL=(\S+)/.exec(stdout)?.[1]
  if (coordinator === undefined) throw new Error(`${program} printed no DATABASE_URL`)
  const db = openDatabase({ url: coordinator, max: 1 })
  const workers = await db
    .query<{ port: number }>(sql`select nodeport as port from pg_dist_node where groupid <> 0 order by 1`)
    .finally(() => db.close())
  const nodes = workers.map(({ port }) => {
    const url = new URL(coordinator)
    url.port = String(port)
    return url.href
  })
  return [coordinator, ...nodes]
}

export const stopNodes = (program: string, folder: string): Promise<unknown> =>
  run(program, ['stop', folder]).catch(() => {})
