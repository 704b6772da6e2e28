import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { learnKeys } from '../../engine/sealing/index.ts'
import { verifyAudit } from '../../features/audit-log/index.ts'
import { sealNext } from '../../features/audit-log/seal.ts'
import { keysFrom } from '../../platform/crypto/keys.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { administer, dropDatabase, testServer, withDatabase } from '../../platform/db/testing/test-server.ts'
import { storesIn } from '../../platform/storage/file-stores.ts'
import {
  backupAt,
  backupsIn,
  BackupError,
  checkBackup,
  keepRuleOf,
  openByHolders,
  removeOld,
  restoreBackup,
  sealForHolders,
  takeBackup,
  type Backup,
  type TakenBackup,
} from '../backup/index.ts'
import { digestOf } from '../backup/objects.ts'
import { folderStorage } from '../../platform/storage/folder.ts'
import { testKeys, testRegion, type Region } from '../testing/test-region.ts'
import { masterKey } from '../testing/test-people.ts'
import { multipart, study } from '../testing/test-values.ts'

const migrations = resolve(import.meta.dirname, '../../migrations')
const server = await testServer()

let region: Region
let target: string
let taken: TakenBackup
/** Records that were acknowledged before the backup began. */
const acknowledged: string[] = []
const made: string[] = []

async function emptyDatabase(): Promise<string> {
  const name = `t_backup_${randomBytes(4).toString('hex')}`
  await administer(server.ownerUrl, `create database ${name}`)
  made.push(name)
  return withDatabase(server.ownerUrl, name)
}

/** Uploads a picture that no other one is like. */
async function upload(red: number): Promise<void> {
  const content = await sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: red, g: 9, b: 9 } },
  })
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

async function write(): Promise<string> {
  const { status, data } = await region.people.teacher.post<{ id: string }>(
    '/api/v1/records/studyExperience',
    study,
  )
  expect(status).toBe(200)
  return data.id
}

/** Sixteen who write until they are told to stop. */
function writers(): { readonly stop: () => Promise<void> } {
  let writing = true
  const each = async () => {
    while (writing) await write()
  }
  const all = Promise.all(Array.from({ length: 16 }, each))
  return {
    stop: async () => {
      writing = false
      await all
    },
  }
}

interface RestoredPortal {
  readonly db: Database
  readonly folder: string
}

async function restored(backup: Backup): Promise<RestoredPortal> {
  const ownerUrl = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-restored-'))
  await restoreBackup(
    backup,
    await checkBackup(backup, testKeys),
    { ownerUrl, folder, stores: storesIn(folder), migrations },
    () => {},
  )
  return { db: openDatabase({ url: ownerUrl, max: 2 }), folder }
}

/** A copy of the first backup with everything it names, to be spoilt. */
async function copied(): Promise<{ readonly backup: Backup; readonly path: string }> {
  const place = await mkdtemp(join(tmpdir(), 'xingtan-spoilt-'))
  await cp(target, place, { recursive: true })
  const storage = folderStorage(place)
  const name = (await backupsIn(storage))[0] ?? ''
  return { backup: { storage, name }, path: join(place, name) }
}

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

beforeAll(async () => {
  region = await testRegion('backup', undefined, { requestsPerMinute: 10_000_000 })
  target = await mkdtemp(join(tmpdir(), 'xingtan-backup-'))
  for (let id = 1; id <= 8; id += 1)
    await region.db.execute(sql`
      update person
      set id_no_sealed = ${testKeys.seal('11010519491231002X', `person|id_no|${id}`)}
      where id = ${id}`)
  for (let red = 10; red < 15; red += 1) await upload(red)
  for (let count = 0; count < 20; count += 1) acknowledged.push(await write())
  while ((await sealNext(region.db, testKeys))?.more);
  const busy = writers()
  taken = await takeBackup(
    { url: region.ownerUrl, folder: region.folder, stores: storesIn(region.folder), keys: testKeys },
    folderStorage(target),
  )
  await busy.stop()
})
afterAll(async () => {
  await region.close()
  for (const name of made) await dropDatabase(server.ownerUrl, name)
  await rm(target, { recursive: true, force: true })
})

describe('a backup taken while sixteen write', { timeout: 60_000 }, () => {
  let place: RestoredPortal
  beforeAll(async () => void (place = await restored(taken.backup)))
  afterAll(async () => {
    await place.db.close()
    await rm(place.folder, { recursive: true, force: true })
  })

  it('holds every write that was acknowledged before it began', async () => {
    const found = await place.db.query<{ record_id: string }>(
      sql`select record_id from revision where record_id = any(${acknowledged}::uuid[])`,
    )
    expect(new Set(found.map((one) => one.record_id))).toEqual(new Set(acknowledged))
  })

  it('is of one moment: nothing refers to what is not there, and numbers go on where they were', async () => {
    await place.db.execute(sql`insert into person (name) values ('后来')`)
    const open = await place.db.query(
      sql`
        select 1
        from revision r
        where not exists (
          select 1 from revision_event e where e.owner_id = r.owner_id and e.revision_id = r.id)`,
    )
    const before = await region.db.query(
      sql`
        select 1
        from revision r
        where not exists (
          select 1 from revision_event e where e.owner_id = r.owner_id and e.revision_id = r.id)`,
    )
    expect(open.length).toBe(before.length)
  })

  it('has every rule and index of the database it came from', async () => {
    // Citus keeps shards beside their tables, watches these with triggers, and has tables of its own.
    const rules = sql`
      select * from (
        select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as text
        from pg_constraint
        where connamespace = 'public'::regnamespace
        union all
        -- Names of the indexes of a part are made up by the server.
        select tablename, case when relispartition then '' else indexname end,
          case when relispartition then regexp_replace(indexdef, 'INDEX [^ ]+ ', '') else indexdef end
        from pg_indexes
        join pg_class on pg_class.oid = format('public.%I', indexname)::regclass
        where schemaname = 'public'
        union all
        select tgrelid::regclass::text, tgname, tgenabled::text
        from pg_trigger
        where not tgisinternal and tgname not like 'truncate_trigger_%') rule
      where rule.of !~ '^pg_dist_|_[0-9]{6}$'
      order by 1, 2, 3`
    expect(await place.db.query(rules)).toEqual(await region.db.query(rules))
  })

  it('opens every sealed number with the key', async () => {
    const keys = keysFrom(masterKey)
    await learnKeys(place.db, keys)
    const people = await place.db.query<{ id: number; id_no_sealed: string }>(
      sql`select id, id_no_sealed from person where id_no_sealed is not null`,
    )
    expect(people).toHaveLength(8)
    for (const { id, id_no_sealed: sealed } of people)
      expect(keys.open(sealed, `person|id_no|${id}`)).toBe('11010519491231002X')
  })

  it('has every file with the bytes that were uploaded', async () => {
    const files = await place.db.query<{ storage_key: string; sha256: Buffer }>(
      sql`select storage_key, sha256 from file`,
    )
    expect(files.length).toBeGreaterThanOrEqual(5)
    for (const { storage_key: key, sha256 } of files)
      expect(await digestOf(createReadStream(join(place.folder, 'files', key.slice(0, 2), key)))).toBe(
        sha256.toString('hex'),
      )
  })

  it('verifies its audit, although the portal went on sealing', async () => {
    while ((await sealNext(region.db, testKeys))?.more);
    const verdict = await verifyAudit({ db: place.db, keys: testKeys, folder: place.folder })
    expect(verdict).toMatchObject({ faults: [], outside: true, complete: true })
    expect(verdict.rows).toBeGreaterThan(10)
  })

  it('is not put over data that is there', async () => {
    const told = await checkBackup(taken.backup, testKeys)
    const over = {
      ownerUrl: region.ownerUrl,
      folder: place.folder,
      stores: storesIn(place.folder),
      migrations,
    }
    await expect(restoreBackup(taken.backup, told, over, () => {})).rejects.toThrow('只能恢复到空的数据库')
    const beside = {
      ownerUrl: await emptyDatabase(),
      folder: region.folder,
      stores: storesIn(region.folder),
      migrations,
    }
    await expect(restoreBackup(taken.backup, told, beside, () => {})).rejects.toThrow(
      '已经有文件：只能恢复到空的地方',
    )
  })
})

describe('a backup that cannot be trusted is refused in words', () => {
  const refused = async (backup: Backup, sentence: string, keys = testKeys) => {
    const told = await checkBackup(backup, keys).catch((error: unknown) => error)
    expect(told).toBeInstanceOf(BackupError)
    expect(String(told)).toContain(sentence)
  }
  it('with another key', () => refused(taken.backup, '主密钥与备份不符', keysFrom(Buffer.alloc(32, 1))))
  it('with a bit of a table turned', async () => {
    const { backup, path } = await copied()
    await flip(join(path, 'tables', 'person.zst'))
    await refused(backup, '表 person')
  })
  it('with a bit of a file turned', async () => {
    const { backup, path } = await copied()
    const objects = join(path, '..', 'objects')
    const [part = ''] = await readdir(objects)
    const [object = ''] = await readdir(join(objects, part))
    await flip(join(objects, part, object))
    await refused(backup, '备份残缺：文件')
  })
  it('with a bit of the manifest turned', async () => {
    const { backup, path } = await copied()
    await flip(join(path, 'manifest.json'))
    await refused(backup, '备份')
  })
  it('when it was cut off: a table, the manifest, or all of it missing', async () => {
    const { backup, path } = await copied()
    await writeFile(join(path, 'tables', 'audit.zst'), '')
    await refused(backup, '表 audit')
    await rm(join(path, 'manifest.json'))
    await refused(backup, '没有做完')
    await refused({ storage: folderStorage(target), name: '没有' }, '没有做完')
  })
})

describe('backups of one folder', { timeout: 60_000 }, () => {
  it('keep the same content once, name a file that is lost, and leave what the rule does not keep', async () => {
    await upload(99)
    const source = {
      url: region.ownerUrl,
      folder: region.folder,
      stores: storesIn(region.folder),
      keys: testKeys,
    }
    const place = folderStorage(target)
    const second = await takeBackup(source, place)
    expect(second).toMatchObject({ copied: 1, missing: [] })
    const { files } = await checkBackup(second.backup, testKeys)
    const [first] = files.filter(({ path }) => path.startsWith('files/'))
    await rm(join(region.folder, first?.path ?? ''))
    const third = await takeBackup(source, place)
    expect(third.missing).toEqual([first?.path.split('/').at(-1)])
    expect(await removeOld(place, testKeys, { days: 1, weeks: 0, months: 0 })).toBe(2)
    expect(await backupsIn(place)).toEqual([third.backup.name])
    expect((await readdir(target)).toSorted()).toEqual([third.backup.name, 'arriving', 'objects'])
    expect((await backupAt(target, undefined)).name).toBe(third.backup.name)
    expect(await backupAt(join(target, third.backup.name), undefined)).toMatchObject({
      name: third.backup.name,
    })
    await checkBackup(third.backup, testKeys)
    const objects = await readdir(join(target, 'objects'), { recursive: true })
    expect(objects.some((path) => path.endsWith(first?.sha256 ?? ''))).toBe(false)
  })

  it('refuses a rule that keeps nothing', () => {
    expect(keepRuleOf('7,4,12')).toEqual({ days: 7, weeks: 4, months: 12 })
    for (const text of ['', '7', '0,0,0', '7,-1,2', 'x,1,1', '1.5,1,1'])
      expect(() => keepRuleOf(text)).toThrow('保留规则应形如')
  })
})

describe('the key for two holders', () => {
  const holder = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  it('opens with both and with neither alone', () => {
    const [one, other, third] = [holder(), holder(), holder()]
    const parts = sealForHolders(masterKey, [one.publicKey, other.publicKey])
    expect(openByHolders(parts, [other.privateKey, one.privateKey])).toEqual(masterKey)
    for (const keys of [[one], [other], [one, third], []])
      expect(() =>
        openByHolders(
          parts,
          keys.map(({ privateKey }) => privateKey),
        ),
      ).toThrow('没有到齐')
    expect(() => sealForHolders(masterKey, [one.publicKey])).toThrow('恰好两个')
    expect(() => sealForHolders(masterKey, ['x', 'y'])).toThrow('PEM')
  })
})
