import { join } from 'node:path'
import { buildEngine } from '../../app/engine.ts'
import { importingOf } from '../../app/importing.ts'
import { testKeys } from '../../app/testing/test-people.ts'
import { runWrites, type Subject } from '../../engine/imports/index.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { fileStore } from '../../platform/storage/file-store.ts'

/**
 * A process that writes imports until it is killed: the database's address and DATA_DIR are its arguments.
 */
const [url = '', dataDir = ''] = process.argv.slice(2)
const db = openDatabase({ url, max: 3 })
const engine = buildEngine(db, db, testKeys)
const nobody: Subject = { compare: async () => [], write: async () => [], undo: async () => null }
const first = {
  isThere: async () => false,
  taken: async () => [],
  open: async () => 0,
  forget: async () => true,
}
const importing = importingOf(
  { db, engine, fileStores: { imports: fileStore(join(dataDir, 'imports')) } },
  { subject: nobody, first },
)
const never = new AbortController().signal
process.stdout.write('began\n')
while (await runWrites(importing, never)) continue
await db.close()
