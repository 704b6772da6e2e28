import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { FilePreview } from '../../../catalogue/contract/portal/file-preview.ts'
import { version } from '../../../catalogue/version.ts'
import { sql } from '../../platform/db/sql.ts'
import { administer, dropDatabase, testServer, withDatabase } from '../../platform/db/testing/test-server.ts'
import type { Server } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { fileStores, storesIn, type FileStores } from '../../platform/storage/file-stores.ts'
import { moveFiles } from '../../platform/storage/move-files.ts'
import { storageAt } from '../../platform/storage/place.ts'
import { s3StandIn, type StandIn } from '../../platform/storage/testing/s3-stand-in.ts'
import { checkBackup, restoreBackup, takeBackup } from '../backup/index.ts'
import { testKeys, testRegion, type Person, type Region } from '../testing/test-region.ts'
import { multipart } from '../testing/test-values.ts'

const server = await testServer()
const patience = { attempts: 2, answerMs: 5_000 }
const megabyte = 1024 * 1024
const place = 's3://portal/region'
const example = (name: string) => readFile(join(import.meta.dirname, '../../../e2e/files', name))
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

let stand: StandIn
let region: Region
let url: string
let tools: string

/** As LibreOffice is called; its PDF tells of what it was made. */
const office = `#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out="$2"; shift; done
{ printf '%%PDF-1.7 '; sha256sum < "$1"; } > "$out/file.pdf"
`

beforeAll(async () => {
  stand = await s3StandIn(['portal'])
  tools = await mkdtemp(join(tmpdir(), 'xingtan-office-'))
  await writeFile(join(tools, 'soffice'), office)
  await chmod(join(tools, 'soffice'), 0o755)
  const officeProgram = join(tools, 'soffice')
  const settings = { filesIn: place, s3: stand.account, officeProgram, keepFree: Number.MAX_SAFE_INTEGER }
  region = await testRegion('files in bucket', createLog('silent'), settings)
  url = await region.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => void (stand.mischief = () => null))
/** A connection that `fetch` opened and never used is waited for, a minute long. */
const closed = (server: Server) => {
  server.server.closeAllConnections()
  return server.close()
}

afterAll(async () => {
  region.app.server.closeAllConnections()
  await region.close()
  await stand.close()
  await rm(tools, { recursive: true })
})

interface UploadAnswer {
  readonly status: number
  readonly msg: string
  readonly data: { readonly id: string }
}

async function upload(who: Person, name: string, content: Buffer, at = url): Promise<UploadAnswer> {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await fetch(`${at}/api/v1/upload/object`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, token: who.token },
  })
  return { status: answer.status, ...((await answer.json()) as { msg: string; data: { id: string } }) }
}
const get = (path: string, who?: Person, more: Record<string, string> = {}, at = url) =>
  fetch(at + path, { headers: { ...(who && { token: who.token }), ...more } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const previewOf = async (id: string, who: Person) =>
  ((await (await get(`/api/v1/file/${id}/preview`, who)).json()) as { data: FilePreview }).data

async function onDisk(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((one) => one.isFile()).map(({ name }) => name)
}
const inBucket = (prefix: string) => [...stand.objects.keys()].filter((key) => key.startsWith(prefix))
const film = async (bytes: number) =>
  Buffer.concat([await example('lesson.mp4'), randomBytes(bytes)]).subarray(0, bytes)

describe('files in a bucket', () => {
  it('are read by whoever may, and by nobody else; the disk has none', async () => {
    const { teacher, stranger, otherSchool } = region.people
    const content = await example('notice.docx')
    const { status, data } = await upload(teacher, '通知.docx', content)
    expect(status).toBe(200)
    const row = await region.db.one<{ sha256: Buffer; storage_key: string }>(
      sql`select sha256, storage_key from file where id = ${data.id}::uuid`,
    )
    const object = `portal/region/files/${row.storage_key.slice(0, 2)}/${row.storage_key}`
    const kept = stand.objects.get(object) ?? Buffer.alloc(0)
    expect(hashOf(kept)).toBe(row.sha256.toString('hex'))
    expect(await onDisk(join(region.folder, 'files'))).toEqual([])
    expect((await bytesOf(await get(`/api/v1/file/${data.id}`, teacher))).equals(kept)).toBe(true)
    for (const other of [stranger, otherSchool])
      expect((await get(`/api/v1/file/${data.id}`, other)).status).toBe(404)
    expect((await get(`/api/v1/file/${data.id}`)).status).toBe(404)
  })

  it('come in parts to whoever asks for a part, and go there in parts', async () => {
    const { school } = region.people
    const content = await film(9 * megabyte)
    const { status, data } = await upload(school, '公开课.mp4', content)
    expect(status).toBe(200)
    expect(stand.uploads.size).toBe(0)
    const address = (await previewOf(data.id, school)).url
    expect(hashOf(await bytesOf(await get(address)))).toBe(hashOf(content))
    const part = await get(address, undefined, { range: 'bytes=8500000-8500099' })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 8500000-8500099/${content.length}`,
    ])
    expect((await bytesOf(part)).equals(content.subarray(8_500_000, 8_500_100))).toBe(true)
    expect((await get(address, undefined, { range: 'bytes=99000000-' })).status).toBe(416)
  })

  it('are shown as PDF, made once from a copy that does not stay', async () => {
    const { teacher } = region.people
    const { data } = await upload(teacher, '通知.doc', await example('notice.doc'))
    const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('xingtan-copy-'))
    const before = await copies()
    const { url: address } = await previewOf(data.id, teacher)
    const shown = (await bytesOf(await get(address))).toString()
    const { sha256, storage_key: key } = await region.db.one<{ sha256: Buffer; storage_key: string }>(
      sql`select sha256, storage_key from file where id = ${data.id}::uuid`,
    )
    expect(shown).toContain(`%PDF-1.7 ${sha256.toString('hex')}`)
    expect(await copies()).toEqual(before)
    expect(inBucket('portal/region/files/').filter((one) => one.includes(key))).toHaveLength(2)
    await writeFile(join(tools, 'soffice'), '#!/bin/sh\nexit 1\n')
    expect((await bytesOf(await get(address))).toString()).toBe(shown)
    await writeFile(join(tools, 'soffice'), office)
  })

  it('are gone when they are deleted', async () => {
    const { admin } = region.people
    const { data } = await upload(admin, '附件.docx', await example('notice.docx'))
    const before = inBucket('portal/region/files/').length
    const answer = await fetch(`${url}/api/v1/uploads/${data.id}`, {
      method: 'DELETE',
      headers: { token: admin.token },
    })
    expect(answer.status).toBe(200)
    expect(inBucket('portal/region/files/')).toHaveLength(before - 1)
    expect((await get(`/api/v1/file/${data.id}`, admin)).status).toBe(404)
  })
})

describe('a storage that fails', () => {
  it('keeps nothing of an upload that it breaks off, and says so', async () => {
    const { school } = region.people
    const rows = async () => (await region.db.query(sql`select id from file`)).length
    const [before, known] = [inBucket('portal/').length, await rows()]
    stand.mischief = (line) => (line.includes('partNumber=2') ? { status: 503, code: 'SlowDown' } : null)
    expect(await upload(school, 'a.mp4', await film(9 * megabyte))).toMatchObject({
      status: 503,
      msg: '存放文件的存储暂时不能用，请稍后再试',
    })
    expect([inBucket('portal/').length, await rows(), stand.uploads.size]).toEqual([before, known, 0])
    stand.mischief = () => null
    expect((await upload(school, 'a.mp4', await film(9 * megabyte))).status).toBe(200)
  })

  it('ends a download that it breaks off, and one that it does not begin in words', async () => {
    const { school } = region.people
    const { data } = await upload(school, 'b.mp4', await film(3 * megabyte))
    const { url: address } = await previewOf(data.id, school)
    stand.mischief = (line) => (line.startsWith('GET') ? { cutAfter: megabyte } : null)
    await expect(get(address).then(bytesOf)).rejects.toThrow()
    stand.mischief = () => ({ status: 500, code: 'InternalError' })
    const refused = await get(address)
    expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([
      503,
      '存放文件的存储暂时不能用，请稍后再试',
    ])
    expect(refused.headers.get('content-type')).toContain('application/json')
    stand.mischief = () => null
    expect((await get(address)).status).toBe(200)
  })

  it('refuses the start with a wrong key; away it is told by /ready while everything else goes on', async () => {
    const wrong = { ...stand.account, secretKey: 'other' }
    await expect(region.serveBeside({ s3: wrong })).rejects.toThrow('不认得访问密钥')
    const away = await region.serveBeside({ s3: { ...stand.account, endpoint: 'http://127.0.0.1:9' } })
    try {
      const ready = await away.inject('/ready')
      expect([ready.statusCode, ready.json<{ notice: string }>().notice]).toEqual([
        200,
        '文件的存储没有应答：已有的文件可能打不开，新的存不下',
      ])
    } finally {
      await away.close()
    }
    expect((await region.app.inject('/ready')).json()).toEqual({ status: 'ready', version })
  })
})

describe('moving', () => {
  const expected = (key: string) =>
    region.db
      .maybeOne<{ sha256: Buffer }>(sql`select sha256 from file where storage_key = ${key}`)
      .then((row) => row?.sha256 ?? null)
  const moving = { expected, keep: false, stopping: new AbortController().signal, progress: () => {} }
  const storesOf = (filesIn: string | undefined, filesBefore: string | undefined): FileStores =>
    fileStores({ dataDir: region.folder, keepFree: 0, filesIn, filesBefore, s3: stand.account }, { patience })
  let old: Server
  const sent = new Map<string, string>()

  beforeAll(async () => {
    old = await region.serveBeside({ filesIn: undefined, s3: undefined, keepFree: 0 })
    const at = await old.listen({ port: 0, host: '127.0.0.1' })
    for (let number = 0; number < 20; number += 1) {
      const { data } = await upload(region.people.colleague, 'x.txt', Buffer.from(`第 ${number} 份`), at)
      sent.set(data.id, `第 ${number} 份`)
    }
    await closed(old)
  })

  /** Reads all files again and again, and uploads, until `work` has ended. Answers how often. */
  async function during(work: Promise<unknown>, at = url): Promise<number> {
    const { colleague } = region.people
    const under = { isWay: true }
    let asked = 0
    const reader = async () => {
      while (under.isWay)
        for (const [id, told] of sent) {
          const answer = await get(`/api/v1/file/${id}`, colleague, {}, at)
          expect([answer.status, await answer.text()]).toEqual([200, told])
          asked += 1
        }
    }
    const writer = async () => {
      for (let number = 0; number < 5; number += 1) {
        const name = `新 ${number} ${asked}`
        const { status, data } = await upload(colleague, 'y.txt', Buffer.from(name), at)
        expect(status).toBe(200)
        sent.set(data.id, name)
      }
    }
    const all = Promise.all([reader(), writer()])
    await work.finally(() => void (under.isWay = false))
    await all
    return asked
  }

  it('to the bucket fails no request, and leaves nothing on the disk but what is damaged', async () => {
    const folder = join(region.folder, 'files')
    const before = await onDisk(folder)
    expect(before).toHaveLength(20)
    const [damaged = ''] = before
    const path = join(folder, damaged.slice(0, 2), damaged)
    const whole = await readFile(path)
    const { id } = await region.db.one<{ id: string }>(
      sql`select id from file where storage_key = ${damaged}`,
    )
    const told = sent.get(id) ?? ''
    sent.delete(id)
    await writeFile(path, 'something else')
    const so = moveFiles(storesOf(place, undefined).files, moving)
    expect(await during(so)).toBeGreaterThan(20)
    expect(await so).toMatchObject({ moved: 19, damaged: [`${damaged.slice(0, 2)}/${damaged}`] })
    expect(await onDisk(folder)).toEqual([damaged])
    await writeFile(path, whole)
    sent.set(id, told)
    const kept = await moveFiles(storesOf(place, undefined).files, { ...moving, keep: true })
    expect([kept.moved, await onDisk(folder)]).toEqual([1, [damaged]])
    expect((await moveFiles(storesOf(place, undefined).files, moving)).moved).toBe(1)
    expect(await onDisk(folder)).toEqual([])
    expect(await during(Promise.resolve())).toBeGreaterThan(0)
  })

  it('keeps a file where it was whose copy comes back otherwise, and nothing of one that is deleted meanwhile', async () => {
    const disk = storesIn(region.folder).files
    const { files } = storesOf(place, undefined)
    const [staying, going] = [await disk.write([Buffer.from('a')]), await disk.write([Buffer.from('b')])]
    const before = inBucket('portal/').length
    const none = { ...moving, expected: async () => null }
    stand.mischief = (line) => {
      // A storage that writes other bytes than it was sent: they change when the copy is asked for.
      for (const [key, content] of stand.objects)
        if (line.startsWith('GET') && key.endsWith(staying.key) && content.toString() === 'a')
          stand.objects.set(key, Buffer.from('x'))
      return null
    }
    await expect(moveFiles(files, none)).rejects.toThrow('读回来与原文件不同')
    stand.mischief = () => null
    expect((await onDisk(join(region.folder, 'files'))).includes(staying.key)).toBe(true)
    await disk.remove(staying.key)
    await files.remove(staying.key)
    await disk.write([Buffer.from('b')])
    stand.mischief = (line) => {
      if (line.startsWith('PUT')) rmSync(join(region.folder, 'files'), { recursive: true, force: true })
      return null
    }
    await moveFiles(files, none)
    await files.remove(going.key)
    expect(inBucket('portal/')).toHaveLength(before)
  })

  it('goes back to the disk by command, while the portal reads in both places', async () => {
    const back = await region.serveBeside({ filesIn: undefined, filesBefore: place, keepFree: 0 })
    const at = await back.listen({ port: 0, host: '127.0.0.1' })
    const { endpoint, accessKey, secretKey, region: where } = stand.account
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: region.ownerUrl,
      DATA_DIR: region.folder,
      FILES_BEFORE: place,
      S3_ENDPOINT: endpoint,
      S3_REGION: where,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    }
    const script = resolve(import.meta.dirname, '../../../scripts/move-files.ts')
    try {
      const many = inBucket('portal/region/files/').length
      const command = promisify(execFile)(process.execPath, [script], { env })
      expect(await during(command, at)).toBeGreaterThan(0)
      expect((await command).stdout).toContain(`${many} 个文件`)
      expect(inBucket('portal/region/files/')).toEqual([])
      expect((await onDisk(join(region.folder, 'files'))).length).toBeGreaterThanOrEqual(many)
      expect(await during(Promise.resolve(), at)).toBeGreaterThan(0)
    } finally {
      await closed(back)
    }
  })
})

it.runIf(everything)(
  'are in a backup wherever they lie, and come back to where FILES says',
  { timeout: 60_000 },
  async () => {
    const { teacher } = region.people
    await upload(teacher, '通知.docx', await example('notice.docx'))
    const at = {
      dataDir: region.folder,
      keepFree: 0,
      filesIn: place,
      filesBefore: undefined,
      s3: stand.account,
    }
    const stores = fileStores(at, { patience })
    const target = storageAt('s3://portal/backups', stand.account, patience)
    const taken = await takeBackup(
      { url: region.ownerUrl, folder: region.folder, stores, keys: testKeys },
      target,
    )
    expect(taken.missing).toEqual([])
    const { length: lying } = [
      ...(await onDisk(join(region.folder, 'files'))),
      ...inBucket('portal/region/files/'),
    ]
    expect(inBucket('portal/region/files/').length).toBeGreaterThan(0)
    expect(taken.files).toBe(lying)
    const name = `t_files_${randomBytes(4).toString('hex')}`
    await administer(server.ownerUrl, `create database ${name}`)
    const folder = await mkdtemp(join(tmpdir(), 'xingtan-restored-'))
    try {
      const told = await checkBackup(taken.backup, testKeys)
      const restored = {
        ownerUrl: withDatabase(server.ownerUrl, name),
        folder,
        stores: fileStores({ ...at, dataDir: folder, filesIn: 's3://portal/restored' }, { patience }),
        migrations: resolve(import.meta.dirname, '../../migrations'),
      }
      const full = { ...restored, stores }
      await expect(restoreBackup(taken.backup, told, full, () => {})).rejects.toThrow('已经有文件')
      await restoreBackup(taken.backup, told, restored, () => {})
      expect(inBucket('portal/restored/files/')).toHaveLength(lying)
      expect(await onDisk(join(folder, 'files'))).toEqual([])
      for (const { storage_key: key, sha256 } of await region.db.query<{
        storage_key: string
        sha256: Buffer
      }>(sql`select storage_key, sha256 from file`)) {
        const content = stand.objects.get(`portal/restored/files/${key.slice(0, 2)}/${key}`)
        expect(hashOf(content ?? Buffer.alloc(0))).toBe(sha256.toString('hex'))
      }
    } finally {
      await dropDatabase(server.ownerUrl, name)
      await rm(folder, { recursive: true })
    }
  },
)
