import { buildEngine } from '../../app/engine.ts'
import { importingOf } from '../../app/importing.ts'
import { testKeys } from '../../app/testing/test-people.ts'
import { runWrites, type Subject } from '../../engine/imports/index.ts'
import { openDatabase } from '../../platform/db/database.ts'

/** A process that writes imports until it is killed: the database's address and DATA_DIR are its arguments. */
const [url = '', dataDir = ''] = process.argv.slice(2)
const db = openDatabase({ url, max: 3 })
const engine = buildEngine(db, db, testKeys)
const nobody: Subject = { compare: async () => [], write: async () => [], undo: async () => null }
const importing = importingOf({ db, engine, config: { dataDir } }, nobody)
const never = new AbortController().signal
process.stdout.write('began\n')
while (await runWrites(importing, never)) continue
await db.close()
