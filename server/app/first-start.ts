import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { addFirstAdministrator } from '../engine/directory/index.ts'
import { passwordHashes } from '../features/sign-in/index.ts'
import type { Config } from '../platform/config/config.ts'
import { keysFrom, type Keys } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { Log } from '../platform/log/log.ts'
import { today } from '../platform/clock/clock.ts'
import { buildEngine } from './engine.ts'
import { notify } from '../features/messages/index.ts'
import { processingOf } from './processing.ts'
import { registry } from './records.ts'
import { reviewSourcesOf } from './review-sources.ts'
import { sortForm } from './sort-form.ts'

export interface FirstStart {
  readonly config: Config
  readonly db: Database
  readonly ownerUrl: string
  readonly log: Log
  readonly secrets: { readonly masterKey: Buffer }
}

/**
 * Fills an empty database: with the demo region, or with one administrator who gets a one-time code. Answers
 * the lines to print. The demo is loaded lazily, so that production never reads it.
 */
export async function firstStart({ config, db, ownerUrl, log, secrets }: FirstStart): Promise<string[]> {
  const keys = keysFrom(secrets.masterKey)
  const { people } = await db.one<{ people: boolean }>(sql`select exists (select 1 from person) as people`)
  if (config.demo) {
    const { demoLines } = await import('../../demo/lines.ts')
    if (people) return demoLines()
    const { loadDemo } = await import('../../demo/load.ts')
    await loadDemo({
      ownerUrl,
      keys,
      records: registry,
      filesFolder: resolve(config.dataDir, 'files'),
      log,
      sortForm,
      hashPassword: passwordHashes(keys).hash,
    })
    const { tellCases } = await import('../../demo/processes.ts')
    const { tellDeclarations } = await import('../../demo/declarations.ts')
    const { tellResearch } = await import('../../demo/research.ts')
    const { tellRunningProjects } = await import('../../demo/running-projects.ts')
    const { tellNewcomers } = await import('../../demo/newcomers.ts')
    const { tellExpertReview } = await import('../../demo/expert-review.ts')
    const engine = buildEngine(db, db, keys)
    const processing = processingOf(engine)
    await tellCases(processing, today())
    await tellResearch(processing, today())
    await tellRunningProjects(processing, today())
    await tellDeclarations(processing, today())
    const reviewSources = reviewSourcesOf(db)
    const readBytes = (): never => {
      throw new Error('opening a round reads no file')
    }
    await tellExpertReview({ db, engine, keys, notify, log, reviewSources, readBytes }, processing, today())
    await tellNewcomers(db, { keys, sortForm }, today())
    giveBackMemory()
    return demoLines()
  }
  return people ? [] : firstAdministrator(db, keys)
}

/**
 * Returns to the machine what loading the demo region needed; otherwise it stays with the process for as long as nothing
 * presses it.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' })
}

/** Letters that cannot be taken for one another on paper. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

async function firstAdministrator(db: Database, keys: Keys): Promise<string[]> {
  const code = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  const hash = await passwordHashes(keys).hash(code)
  await db.transaction((tx) => addFirstAdministrator(tx, hash))
  return ['数据库是空的。第一个管理员账号 admin，一次性登录码（只显示这一次）：', `  ${code}`]
}
