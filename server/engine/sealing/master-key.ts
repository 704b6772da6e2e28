import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { StartError } from '../../platform/lifecycle/start-error.ts'
import { learnKeys } from './key-ring.ts'

const macOf = (keys: Keys): Buffer => keys.mac('master-key', 'check')

/**
 * Whether the master key is the one whose check value the database keeps; a database without one fits every
 * key.
 */
export async function masterKeyFits(db: Queryable, keys: Keys): Promise<boolean> {
  const kept = await db.maybeOne<{ mac: Buffer }>(sql`select mac from master_key_check`)
  return kept === undefined || kept.mac.equals(macOf(keys))
}

/** Whether values that were sealed before check values existed open with this master key. */
async function opensEarlier(db: Queryable, keys: Keys): Promise<boolean> {
  const person = await db.maybeOne<{ id: number; id_no_sealed: string }>(sql`
    select id, id_no_sealed from person where id_no_sealed is not null order by id limit 1`)
  try {
    await learnKeys(db, keys)
    if (person) keys.open(person.id_no_sealed, `person|id_no|${person.id}`)
    return true
  } catch {
    return false
  }
}

/**
 * Checks that the database was sealed with this master key, and stores the key's check value the first time.
 * Throws StartError for another key. A rotation makes new sealing keys; the master key wraps them and stays
 * the same.
 */
export async function requireMasterKey(db: Queryable, keys: Keys): Promise<void> {
  const kept = await db.maybeOne(sql`select 1 from master_key_check`)
  if (!kept && (await opensEarlier(db, keys))) {
    await db.execute(sql`insert into master_key_check (mac) values (${macOf(keys)}) on conflict do nothing`)
  }
  if ((kept || (await db.maybeOne(sql`select 1 from master_key_check`))) && (await masterKeyFits(db, keys)))
    return
  throw new StartError(
    '主密钥与数据库不符：其中的身份证号、电话等是用另一个主密钥加密的。请用原来的 master.key 文件或 XINGTAN_KEY 启动，或从备份恢复它。',
  )
}
