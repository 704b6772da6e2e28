import { buildEngine } from '../../app/engine.ts'
import { processingOf } from '../../app/processing.ts'
import { testKeys } from '../../app/testing/test-people.ts'
import { runSweeps } from '../../engine/campaigns/index.ts'
import { entryMover } from '../../engine/processes/index.ts'
import { openDatabase } from '../../platform/db/database.ts'

/** A process that moves entries with their projects until it is killed: the database's address is its argument. */
const [url = ''] = process.argv.slice(2)
const db = openDatabase({ url, max: 3 })
const mover = entryMover(processingOf(buildEngine(db, db, testKeys)))
const never = new AbortController().signal
process.stdout.write('began\n')
while (await runSweeps(db, never, mover, 8)) continue
await db.close()
