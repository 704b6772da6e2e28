import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import { verifyAudit } from '../../features/audit-log/index.ts'
import { sealNext } from '../../features/audit-log/seal.ts'
import { keysFrom } from '../../platform/crypto/keys.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { administer, dropDatabase, testServer, withDatabase } from '../../platform/db/testing/test-server.ts'
import { storageAt } from '../../platform/storage/place.ts'
import type { ObjectStorage } from '../../platform/storage/storage.ts'
import { s3StandIn, type StandIn } from '../../platform/storage/testing/s3-stand-in.ts'
import { storesIn } from '../../platform/storage/file-stores.ts'
import {
  backupAt,
  BackupError,
  backupsIn,
  checkBackup,
  removeOld,
  restoreBackup,
  takeBackup,
  type Backup,
} from '../backup/index.ts'
import { testKeys, testRegion, type Region } from '../testing/test-region.ts'
import { multipart } from '../testing/test-values.ts'

const migrations = resolve(import.meta.dirname, '../../migrations')
const server = await testServer()
const patience = { attempts: 2, answerMs: 5_000 }
const place = 's3://archive/region'

let region: Region
let stand: StandIn
let storage: ObjectStorage
let first: Backup
const made: string[] = []

async function upload(red: number): Promise<void> {
  const background = { r: red, g: 9, b: 9 }
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const { payload, headers } = multipart('证书.png', 'image/png', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: region.people.teacher.token },
  })
  expect(answer.statusCode).toBe(200)
}

const take = (into = storage) =>
  takeBackup(
    { url: region.ownerUrl, folder: region.folder, stores: storesIn(region.folder), keys: testKeys },
    into,
  )
const refused = async (sentence: string, backup = first, keys = testKeys) => {
  const told = await checkBackup(backup, keys).catch((error: unknown) => error)
  expect(told).toBeInstanceOf(BackupError)
  expect(String(told)).toContain(sentence)
}
/** The stored object whose key ends so, and a way to put it back. */
function object(ending: string): { key: string; bytes: Buffer; back: () => void } {
  const [key, bytes] = [...stand.objects].find(([name]) => name.endsWith(ending)) ?? ['', Buffer.alloc(0)]
  expect(key).not.toBe('')
  return { key, bytes, back: () => void stand.objects.set(key, bytes) }
}
const flipped = (bytes: Buffer): Buffer => {
  const other = Buffer.from(bytes)
  const middle = Math.floor(other.length / 2)
  other[middle] = (other[middle] ?? 0) ^ 1
  return other
}

beforeAll(async () => {
  ;[region, stand] = await Promise.all([testRegion('backup to bucket'), s3StandIn(['archive'])])
  storage = storageAt(place, stand.account, patience)
  for (const red of [10, 11, 12]) await upload(red)
  while ((await sealNext(region.db, testKeys))?.more);
  first = (await take()).backup
})
afterEach(() => void (stand.mischief = () => null))
afterAll(async () => {
  await region.close()
  await stand.close()
  for (const name of made) await dropDatabase(server.ownerUrl, name)
})

it('restores database, files and audit from the newest backup of a bucket', { timeout: 60_000 }, async () => {
  const name = `t_bucket_${randomBytes(4).toString('hex')}`
  await administer(server.ownerUrl, `create database ${name}`)
  made.push(name)
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-from-bucket-'))
  const backup = await backupAt(place, stand.account)
  expect(backup.name).toBe(first.name)
  const told = await checkBackup(backup, testKeys)
  const ownerUrl = withDatabase(server.ownerUrl, name)
  await restoreBackup(backup, told, { ownerUrl, folder, stores: storesIn(folder), migrations }, () => {})
  const db = openDatabase({ url: ownerUrl, max: 1 })
  try {
    const verdict = await verifyAudit({ db, keys: testKeys, folder })
    expect(verdict).toMatchObject({ faults: [], complete: true })
    const { count } = await db.one<{ count: number }>(sql`select count(*)::int as count from file`)
    const files = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
    expect(files.filter((one) => one.isFile())).toHaveLength(count)
  } finally {
    await db.close()
    await rm(folder, { recursive: true })
  }
})

it.runIf(everything)(
  'sends content once, and takes away what the rule does not keep',
  { timeout: 60_000 },
  async () => {
    await upload(99)
    stand.asked.length = 0
    const second = await take()
    expect(second).toMatchObject({ copied: 1, missing: [] })
    expect(stand.asked.filter((line) => /^PUT .*\/objects\//.test(line))).toHaveLength(1)
    expect(await removeOld(storage, testKeys, { days: 1, weeks: 0, months: 0 })).toBe(1)
    expect(await backupsIn(storage)).toEqual([second.backup.name])
    expect([...stand.objects.keys()].filter((key) => key.includes(first.name))).toEqual([])
    await checkBackup(second.backup, testKeys)
    first = second.backup
  },
)

it.runIf(everything)(
  'refuses in words a bit that was turned, an object cut off or missing, and another key',
  async () => {
    const table = object('/person.zst')
    stand.objects.set(table.key, flipped(table.bytes))
    await refused('表 person')
    stand.objects.set(table.key, table.bytes.subarray(0, -1))
    await refused('表 person')
    stand.objects.delete(table.key)
    await refused('表 person')
    table.back()
    const [key = ''] = [...stand.objects.keys()].filter((name) => name.includes('/objects/'))
    const file = object(key)
    stand.objects.set(key, flipped(file.bytes))
    await refused('备份残缺：文件')
    stand.objects.delete(key)
    await refused('备份残缺：文件')
    file.back()
    await refused('主密钥与备份不符', first, keysFrom(Buffer.alloc(32, 1)))
    const manifest = object('manifest.json')
    stand.objects.delete(manifest.key)
    await refused('没有做完')
    manifest.back()
    await checkBackup(first, testKeys)
  },
)

it('does not call a backup damaged while the storage does not answer', async () => {
  stand.mischief = (line) => (line.includes('/person.zst') ? { status: 503, code: 'SlowDown' } : null)
  await expect(checkBackup(first, testKeys)).rejects.toThrow('出了错（503 SlowDown）')
})

it.runIf(everything)(
  'is not made when the account, the bucket or the storage fails: no name of it is left',
  async () => {
    const before = await backupsIn(storage)
    const otherwise = (more: Partial<StandIn['account']>, at = place) =>
      take(storageAt(at, { ...stand.account, ...more }, patience))
    await expect(otherwise({ secretKey: 'other' })).rejects.toThrow('不认得访问密钥')
    await expect(otherwise({}, 's3://nowhere')).rejects.toThrow('没有桶 nowhere')
    let asked = 0
    // It dies in the middle of the tables, of the files, and at the very end.
    for (const ending of [/\/tables\/institution\.zst/, /\/objects\//, /manifest\.json/]) {
      await upload(100 + (asked += 1))
      stand.mischief = (line) =>
        line.startsWith('PUT') && ending.test(line) ? { status: 500, code: 'InternalError' } : null
      await expect(take(), String(ending)).rejects.toThrow('500 InternalError')
      stand.mischief = () => null
      expect(await backupsIn(storage)).toEqual(before)
    }
    const left = [...stand.objects.keys()].filter((key) => /region\/2/.test(key) && !key.includes(first.name))
    expect(left).toEqual([])
    const [name = ''] = before
    // Killed in the middle: what lies there is no backup, and goes after a day.
    stand.objects.set(`archive/region/2020-01-01T00-00-00-000Z/tables/person.zst`, Buffer.from('x'))
    expect((await backupAt(place, stand.account)).name).toBe(name)
    await removeOld(storage, testKeys, { days: 1, weeks: 0, months: 0 })
    expect([...stand.objects.keys()].some((key) => key.includes('2020-01-01'))).toBe(false)
  },
)

it('says so when the whole storage is gone', async () => {
  await stand.close()
  await expect(take()).rejects.toThrow('连不上存储 http://127.0.0.1')
})
