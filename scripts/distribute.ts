/**
 * `npm run distribute`: spreads the tables of an external PostgreSQL with Citus over its nodes, as
 * `server/app/placements.ts` says. Called again, it does what is still missing. Ends with 0, or 2 when
 * nothing or not everything was done.
 */
import { placementGroups } from '../server/app/placements.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase, type Database } from '../server/platform/db/database.ts'
import { distribute } from '../server/platform/db/cluster/index.ts'
import { sql } from '../server/platform/db/sql.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Seconds after which a node that came back may still lack what was written just before it went away
 * (docs/decisions/0124).
 */
const soonEnough = 10

async function advise(db: Database): Promise<void> {
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select setting::float8 / 1000 as seconds from pg_settings where name = 'citus.recover_2pc_interval'`)
  if (seconds > soonEnough)
    say(
      `建议在协调节点设 citus.recover_2pc_interval = '5s'（现为 ${seconds} 秒）：工作节点断开又回来后，断开前最后写入的内容要等这么久才看得到。`,
    )
}

async function main(): Promise<void> {
  const { databaseDirectUrl, databaseUrl } = readConfig(process.env)
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined)
    throw new Error('内置数据库只有一个节点，不能分布：请用 DATABASE_URL 指定装有 Citus 的外部数据库。')
  const db = openDatabase({ url, max: 1, statementTimeout: 0, applicationName: 'xingtan-distribute' })
  try {
    const { distributed, already } = await distribute(db, placementGroups, say)
    say(`完成：本次分布了 ${distributed} 张表，原已分布 ${already} 张。`)
    await advise(db)
  } finally {
    await db.close()
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`没有完成：${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
