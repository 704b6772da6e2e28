import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyRecord } from '../catalogue/define.ts'
import { records as registry } from '../catalogue/records/registry.gen.ts'
import { openOwn } from '../server/engine/own/index.ts'
import { openReadings } from '../server/engine/access/index.ts'
import type { Engine } from '../server/engine/engine.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openTestDatabase, type TestDatabase } from '../server/platform/db/testing/test-database.ts'
import { createLog } from '../server/platform/log/log.ts'
import { loadDemo, type DemoOptions } from './load.ts'

/** Every record type as the engine sees it. */
export const records: Readonly<Record<string, AnyRecord>> = registry

export const keys = keysFrom(Buffer.alloc(32, 7))

/** A sort form that needs no dictionary; what it is does not matter here. */
export const sortForm = (text: string): string => text.toLowerCase()

export interface TestRegion {
  readonly test: TestDatabase
  readonly engine: Engine
  readonly filesFolder: string
  remove(): Promise<void>
}

/**
 * A database with the demo region in it, for one test file; with the archives of some schools, or of all.
 * With `judged: 'all'` the loading stops at the first value that the rules refuse on its day.
 */
export async function openTestRegion(
  name: string,
  given: Pick<DemoOptions, 'schools' | 'judged'> = {},
): Promise<TestRegion> {
  const test = await openTestDatabase(name)
  const filesFolder = await mkdtemp(join(tmpdir(), 'xingtan-demo-'))
  const engine: Engine = {
    records,
    db: test.db,
    search: test.db,
    own: openOwn(test.db, records),
    readings: openReadings(test.db),
    keys,
    hooks: {},
    sortForm,
  }
  await loadDemo({
    ownerUrl: test.ownerUrl,
    keys,
    records,
    filesFolder,
    sortForm,
    ...given,
    log: createLog('error'),
    hashPassword: async (password) => `hash of ${password.length}`,
  })
  return {
    test,
    engine,
    filesFolder,
    remove: async () => {
      await test.drop()
      await rm(filesFolder, { recursive: true, force: true })
    },
  }
}
