import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { uuidv7 } from '../server/platform/clock/clock.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

/** Bytes with their name and type, as somebody would upload them. */
export interface DemoFile {
  readonly name: string
  readonly mime: string
  readonly content: Buffer
}

/** Keeps bytes of the demo region as a file of an identity, below the folder of files. Answers its id. */
export async function keepFile(
  db: Database,
  folder: string,
  identity: number,
  { name, mime, content }: DemoFile,
): Promise<string> {
  const sha256 = createHash('sha256').update(content).digest()
  const key = sha256.toString('hex')
  const path = join(folder, key.slice(0, 2), key)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
  const id = uuidv7()
  await db.execute(sql`
    insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
    values (${id}::uuid, ${sha256}, ${content.length}, ${mime}, ${name}, ${key}, ${identity})`)
  return id
}
