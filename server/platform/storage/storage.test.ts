import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../testing/test-extent.ts'
import { folderStorage } from './folder.ts'
import { isBucketPlace, storageAt } from './place.ts'
import { StorageError, type ObjectStorage } from './storage.ts'
import { s3StandIn, type StandIn } from './testing/s3-stand-in.ts'
import { signatureOf } from './testing/signature.ts'

const patience = { attempts: 3, answerMs: 2_000 }
const megabyte = 1024 * 1024

let stand: StandIn
let folder: string
beforeAll(async () => {
  stand = await s3StandIn(['archive'])
  folder = await mkdtemp(join(tmpdir(), 'xingtan-storage-'))
})
afterEach(() => void (stand.mischief = () => null))
afterAll(async () => {
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

const bucket = (place = 's3://archive/region/one', account: Partial<StandIn['account']> = {}) =>
  storageAt(place, { ...stand.account, ...account }, patience)

async function bytesOf(storage: ObjectStorage, key: string, part?: { start: number; end: number }) {
  const pieces: Buffer[] = []
  for await (const piece of await storage.read(key, part)) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
async function keysOf(storage: ObjectStorage, prefix: string): Promise<string[]> {
  const keys = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
async function expectFault(work: Promise<unknown>, kind: StorageError['kind'], sentence: string) {
  const fault = await faultOf(work)
  expect(fault).toBeInstanceOf(StorageError)
  expect(fault).toMatchObject({ kind, message: expect.stringContaining(sentence) as string })
}

describe.each(['folder', 'bucket'] as const)('a %s', (form) => {
  const open = () => (form === 'folder' ? folderStorage(folder) : bucket())

  it('gives back what it was given, whole and in part', async () => {
    const storage = open()
    await storage.prepare()
    const content = randomBytes(70_000)
    const written = await storage.put('a/一 份+(1).bin', [content.subarray(0, 9), content.subarray(9)])
    expect(written).toEqual({ bytes: 70_000, sha256: createHash('sha256').update(content).digest() })
    expect((await bytesOf(storage, 'a/一 份+(1).bin')).equals(content)).toBe(true)
    const part = await bytesOf(storage, 'a/一 份+(1).bin', { start: 100, end: 199 })
    expect(part.equals(content.subarray(100, 200))).toBe(true)
    expect(await storage.size('a/一 份+(1).bin')).toBe(70_000)
    await storage.put('empty', [])
    expect(await bytesOf(storage, 'empty')).toHaveLength(0)
  })

  it('lists page by page what begins so, and nothing that was removed', async () => {
    const storage = open()
    const keys = Array.from({ length: 20 }, (_, at) => `many/${String(at).padStart(2, '0')}/x`)
    for (const key of keys) await storage.put(key, [Buffer.from(key)])
    expect(await keysOf(storage, 'many/')).toEqual(keys)
    expect(await keysOf(storage, 'many/1')).toEqual(keys.slice(10))
    await storage.remove('many/10/x')
    await storage.remove('many/10/x')
    expect(await keysOf(storage, 'many/1')).toEqual(keys.slice(11))
    expect(await storage.size('many/10/x')).toBeNull()
    await expectFault(storage.read('many/10/x'), 'missing', 'many/10/x')
  })

  it('leaves nothing of an object whose sender goes away', async () => {
    const storage = open()
    async function* broken() {
      for (let at = 0; at < 20; at += 1) yield Buffer.alloc(megabyte, at)
      throw new Error('the sender went away')
    }
    expect(await faultOf(storage.put('half', broken()))).toEqual(new Error('the sender went away'))
    expect(await storage.size('half')).toBeNull()
    expect(stand.uploads.size).toBe(0)
    expect((await readdir(folder)).some((name) => name.startsWith('half'))).toBe(false)
  })
})

describe('a bucket', () => {
  it('takes an object of many megabytes in parts', async () => {
    const halves = everything ? 100 : 50
    const hash = createHash('sha256')
    async function* pieces() {
      for (let at = 0; at < halves; at += 1) {
        const piece = Buffer.alloc(megabyte / 2, at)
        hash.update(piece)
        yield piece
      }
    }
    const { bytes, sha256 } = await bucket().put('large', pieces())
    expect(bytes).toBe((halves / 2) * megabyte)
    const kept = stand.objects.get('archive/region/one/large') ?? Buffer.alloc(0)
    expect(createHash('sha256').update(kept).digest()).toEqual(sha256)
    expect(sha256).toEqual(hash.digest())
    expect(stand.asked.filter((line) => line.includes('partNumber=')).length).toBeGreaterThanOrEqual(
      halves / 17,
    )
  })

  it('passes over faults of the moment, and says so of one that stays', async () => {
    let left = 2
    stand.mischief = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : null)
    await bucket().put('slow', [Buffer.from('x')])
    stand.mischief = () => ({ status: 503, code: 'SlowDown' })
    await expectFault(bucket().put('slow', [Buffer.from('x')]), 'failed', '503 SlowDown')
    await expectFault(bucket().size('slow'), 'failed', '503')
  })

  it('says what is wrong with account, region, bucket and address', async () => {
    const wrong = (account: Partial<StandIn['account']>, place?: string) => bucket(place, account).prepare()
    await expectFault(wrong({ accessKey: 'OTHER' }), 'refused', '不认得访问密钥（InvalidAccessKeyId）')
    await expectFault(wrong({ secretKey: 'other' }), 'refused', '不认得访问密钥（SignatureDoesNotMatch）')
    await expectFault(wrong({ region: 'cn-south-1' }), 'failed', '不接受区域 cn-south-1')
    await expectFault(wrong({}, 's3://nowhere/x'), 'refused', '没有桶 nowhere')
    await expectFault(bucket('s3://nowhere').put('x', [Buffer.from('x')]), 'refused', '没有桶 nowhere')
    await expectFault(wrong({ endpoint: 'http://127.0.0.1:9' }), 'failed', '连不上存储 http://127.0.0.1:9')
    stand.mischief = () => ({ status: 403, code: 'AccessDenied' })
    await expectFault(wrong({}), 'refused', '不许该账号使用桶 archive')
    expect(() => storageAt('s3://archive', undefined, patience)).toThrow('S3_ENDPOINT')
  })

  it('does not take an object for whole when the line breaks, or when the storage did not put it together', async () => {
    await bucket().put('cut', [Buffer.alloc(5000, 1)])
    stand.mischief = (line) => (line.startsWith('GET') ? { cutAfter: 1000 } : null)
    expect(await faultOf(bytesOf(bucket(), 'cut'))).toBeInstanceOf(Error)
    stand.mischief = (line) => (line.startsWith('GET') ? { silentAfter: 1000 } : null)
    const impatient = storageAt('s3://archive/region/one', stand.account, { attempts: 1, answerMs: 200 })
    expect(String(await faultOf(bytesOf(impatient, 'cut')))).toContain('sends nothing any more')
    stand.mischief = (line) =>
      line.startsWith('POST') && line.includes('uploadId') ? { status: 200, code: 'InternalError' } : null
    const parts = Array.from({ length: 17 }, () => Buffer.alloc(megabyte))
    expect(await faultOf(bucket().put('parts', parts))).toBeInstanceOf(StorageError)
    expect(stand.objects.has('archive/region/one/parts')).toBe(false)
  })

  it('is named in one way', () => {
    for (const place of ['s3://abc', 's3://abc/', 's3://abc/d/e_f-1.x'])
      expect(isBucketPlace(place)).toBe(true)
    for (const place of ['s3://', 's3://A', 's3://abc/d e', 's3://abc//d', 's3://abc/?x'])
      expect(isBucketPlace(place), place).toBe(false)
    expect(() => storageAt('s3://A', stand.account, patience)).toThrow('s3://桶名/前缀')
  })
})

describe('the stand-in', () => {
  it('works out signatures as the example of the protocol does', () => {
    // Amazon S3 API reference, "Signature Calculations: Transferring Payload in a Single Chunk", example GET
    // Object.
    const request = {
      method: 'GET',
      path: '/test.txt',
      query: '',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'x-amz-date': '20130524T000000Z',
      },
    }
    const scope = { date: '20130524', region: 'us-east-1', service: 's3' }
    const names = ['host', 'range', 'x-amz-content-sha256', 'x-amz-date']
    expect(signatureOf(request, names, scope, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })
})
