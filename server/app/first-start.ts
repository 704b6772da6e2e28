import { randomInt } from 'node:crypto'
import { addFirstAdministrator } from '../engine/directory/index.ts'
import { passwordHashes } from '../features/sign-in/index.ts'
import { closePortal } from '../features/workbench/index.ts'
import type { Config } from '../platform/config/config.ts'
import { keysFrom, type Keys } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import { loadDemoBeside, type DemoAddresses } from './demo-beside.ts'

export interface FirstStart extends DemoAddresses {
  readonly config: Config
  readonly db: Database
  /** Ends what runs beside. */
  readonly stopped: AbortSignal
}

/**
 * Fills an empty database: with the demo region, or with one administrator who gets a one-time code. Answers
 * the lines to print. The demo is read lazily, so that production never does.
 */
export async function firstStart({ config, db, stopped, ...addresses }: FirstStart): Promise<string[]> {
  const { people } = await db.one<{ people: boolean }>(sql`select exists (select 1 from person) as people`)
  if (!config.demo)
    return people ? [] : firstAdministrator(db, keysFrom(addresses.masterKey, config.cryptoSuite))
  if (!people) await loadDemoBeside(addresses, stopped)
  const { demoLines } = await import('../../demo/lines.ts')
  return demoLines()
}

/** Letters that cannot be taken for one another on paper. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

async function firstAdministrator(db: Database, keys: Keys): Promise<string[]> {
  const code = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  const hash = await passwordHashes(keys).hash(code)
  await db.transaction(async (tx) => {
    await addFirstAdministrator(tx, hash)
    await closePortal(tx)
  })
  return ['数据库是空的。第一个管理员账号 admin，一次性登录码（只显示这一次）：', `  ${code}`]
}
