import { countYear } from '../../engine/ledger/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The account of hours of training. */
const account = 'training'
/** Years that are told, the newest ones. */
const mostYears = 5

/** What the rules made of a teacher's hours, year by year, with the version of each rule. */
export async function countedText(db: Queryable, ownerId: number): Promise<string> {
  const years = await db.query<{ year: number }>(sql`
    select distinct year from ledger_entry
    where owner_id = ${ownerId} and account = ${account}
    order by year desc limit ${mostYears}`)
  const told = []
  for (const { year } of years.toReversed()) {
    const { count, rule } = await countYear(db, { ownerId, account, year })
    told.push(`${year} 年 ${(count.counted / 10).toFixed(1)} 学时（规则第 ${rule.version} 版）`)
  }
  return told.length === 0 ? '暂无' : told.join('，')
}
