/**
 * `npm run distribute`: spreads the tables of an external PostgreSQL with Citus over its nodes, as `server/app/placements.ts`
 * says. Called again, it does what is still missing. Ends with 0, or 2 when nothing or not everything was done.
 */
import { placementGroups } from '../server/app/placements.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { distribute } from '../server/platform/db/distribution/index.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { databaseDirectUrl, databaseUrl } = readConfig(process.env)
  const url = databaseDirectUrl ?? databaseUrl
  if (url === undefined)
    throw new Error('内置数据库只有一个节点，不能分布：请用 DATABASE_URL 指定装有 Citus 的外部数据库。')
  const db = openDatabase({ url, max: 1, statementTimeout: 0, applicationName: 'xingtan-distribute' })
  try {
    const { distributed, already } = await distribute(db, placementGroups, say)
    say(`完成：这次分布了 ${distributed} 张表，原已分布 ${already} 张。`)
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
