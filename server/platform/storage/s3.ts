import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { patientFetch, type Patience } from './patient-fetch.ts'
import { handedOn, type Pieces } from './pieces.ts'
import { StorageError, type ObjectStorage, type StoredObject } from './storage.ts'

/** An account of a storage that speaks the S3 protocol. */
export interface S3Account {
  /** Without a bucket: https://host or http://host:9000. */
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /**
   * Whether the bucket stands in the path (MinIO, SeaweedFS) or before the host (as AWS, KS3 and OSS want
   * it).
   */
  readonly bucketIn: 'path' | 'host'
}

export interface S3Place extends S3Account {
  readonly bucket: string
  /** Prefix of all keys; empty, or without a trailing slash. */
  readonly prefix: string
}

const megabyte = 1024 * 1024
/**
 * Objects of more than this many bytes are sent in parts of this size, of which the protocol allows 10 000.
 */
const partBytes = 8 * megabyte
/** After so many parts they grow by as much again, so that an object may have 440 GB. */
const partsBeforeGrowing = 1000

const bucketAddress = ({ endpoint, bucket, bucketIn }: S3Place): string => {
  const url = new URL(endpoint)
  if (bucketIn === 'path') return `${url.origin}/${bucket}`
  return `${url.protocol}//${bucket}.${url.host}`
}

/** Pieces gathered into parts. */
async function* inParts(pieces: Pieces): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  let parts = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < partBytes * (1 + Math.floor(parts / partsBeforeGrowing))) continue
    yield Buffer.concat(held)
    parts += 1
    held = []
    bytes = 0
  }
  if (bytes > 0 || parts === 0) yield Buffer.concat(held)
}

/** The bytes of an answer; fails when a waiting reader gets none for `ms` milliseconds. */
function flowing(body: ReadableStream<Uint8Array>, ms: number): Readable {
  const reader = body.getReader()
  let timer: NodeJS.Timeout | undefined
  const stream: Readable = new Readable({
    read() {
      timer = setTimeout(() => stream.destroy(new Error('the storage sends nothing any more')), ms)
      reader.read().then(
        ({ value }) => {
          clearTimeout(timer)
          stream.push(value ?? null)
        },
        (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      clearTimeout(timer)
      reader.cancel().catch(() => undefined)
      done(error)
    },
  })
  return stream
}

const codeIn = (error: S3ServiceError): string =>
  error.serviceCode && error.serviceCode !== 'Unknown'
    ? error.serviceCode
    : (/<Code>(\w+)<\/Code>/.exec(error.body ?? '')?.[1] ?? '')

/** Explanation of a storage's error answer for the operator. */
function sentenceOf(error: S3ServiceError, { endpoint, bucket, region }: S3Place): string {
  const code = codeIn(error)
  if (code === 'NoSuchBucket') return `存储 ${endpoint} 里没有桶 ${bucket}，请先建立它，或核对名称。`
  if (code === 'RequestTimeTooSkewed') return `本机的时钟与存储 ${endpoint} 相差太多，请校时（NTP）。`
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch)$/.test(code))
    return `存储 ${endpoint} 不认得访问密钥（${code}），请核对 ACCESS_KEY 与 SECRET_KEY。`
  if (/Authorization|Region|Redirect/.test(code))
    return `存储 ${endpoint} 不接受区域 ${region}（${code}），请核对 REGION 和地址。`
  if (error.status === 403)
    return `存储 ${endpoint} 不许该账号使用桶 ${bucket}（403 ${code}），请核对访问密钥和它的权限。`
  return `存储 ${endpoint} 出了错（${error.status} ${code}），请稍后再试。`
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : error
}

const codeOfFault = (error: unknown): string => {
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string') return one.code
  return error instanceof Error ? error.message : String(error)
}

function storageError(thrown: unknown, place: S3Place, key: string): StorageError {
  if (thrown instanceof StorageError) return thrown
  const error = causeOf(thrown)
  if (!(error instanceof S3ServiceError))
    return new StorageError('failed', `连不上存储 ${place.endpoint}（${codeOfFault(error)}）。`, thrown)
  if (error.status === 404 && codeIn(error) !== 'NoSuchBucket')
    return new StorageError('missing', `存储里没有 s3://${place.bucket}/${key}。`, thrown)
  const kind = error.status === 403 || codeIn(error) === 'NoSuchBucket' ? 'refused' : 'failed'
  return new StorageError(kind, sentenceOf(error, place), thrown)
}

/** An object that is sent in parts; the storage shows nothing of it before its end. */
async function inManyParts(client: S3mini, key: string, parts: AsyncIterable<Buffer>): Promise<void> {
  const upload = await client.getMultipartUploadId(key)
  try {
    const sent = []
    for await (const part of parts) sent.push(await client.uploadPart(key, upload, part, sent.length + 1))
    await client.completeMultipartUpload(key, upload, sent)
  } catch (error) {
    await client.abortMultipartUpload(key, upload).catch(() => undefined)
    throw error
  }
}

async function* withFirst(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}

async function send(client: S3mini, key: string, pieces: Pieces): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  const parts = inParts(counted())
  try {
    const first = await parts.next()
    const second = await parts.next()
    if (first.done === true || second.done === true) {
      await client.putObject(key, first.value ?? Buffer.alloc(0))
    } else {
      await inManyParts(client, key, withFirst([first.value, second.value], parts))
      // The end of an upload in parts may be refused in an answer that says 200.
      if ((await client.getContentLength(key)) !== bytes) throw new Error('the parts were not put together')
    }
  } finally {
    await parts.return(undefined)
  }
  return { bytes, sha256: hash.digest() }
}

/**
 * Objects in a bucket. Faults of the moment are tried again as `patience` says; each part is sent with its
 * MD5, which the storage compares.
 */
export function s3Storage(place: S3Place, patience: Patience): ObjectStorage {
  const { region, accessKey, secretKey, bucket, prefix } = place
  const client = new S3mini({
    endpoint: bucketAddress(place),
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: patientFetch(patience),
  })
  const below = prefix === '' ? '' : `${prefix}/`
  const noBucket = () =>
    new StorageError('refused', `存储 ${place.endpoint} 里没有桶 ${bucket}，请先建立它，或核对名称。`)
  const tried = async <T>(key: string, work: (key: string) => Promise<T>): Promise<T> => {
    try {
      return await work(below + key)
    } catch (error) {
      throw storageError(error, place, below + key)
    }
  }
  const page = (begins: string, most: number, token: string | undefined) =>
    tried(begins, (key) => client.listObjectsPaged('/', key, most, token))
  async function* list(begins: string): AsyncGenerator<StoredObject> {
    let token: string | undefined
    do {
      const found = await page(begins, 1000, token)
      if (!found) throw noBucket()
      for (const { Key: key, Size: bytes, LastModified: modified } of found.objects ?? [])
        yield { key: key.slice(below.length), bytes, modified }
      token = found.nextContinuationToken
    } while (token !== undefined)
  }
  return {
    place: `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`,
    prepare: async () => {
      if (!(await page('', 1, undefined))) throw noBucket()
    },
    put: (key, pieces) => handedOn(pieces, (watched) => tried(key, (whole) => send(client, whole, watched))),
    read: (key, part) =>
      tried(key, async (whole) => {
        const answer = part
          ? await client.getObjectRaw(whole, false, part.start, part.end + 1)
          : await client.getObjectRaw(whole)
        return answer.body ? flowing(answer.body, patience.answerMs) : Readable.from([])
      }),
    size: (key) =>
      tried(key, (whole) => client.getContentLength(whole)).catch((error: unknown) => {
        if (error instanceof StorageError && error.kind === 'missing') return null
        throw error
      }),
    list,
    remove: (key) => tried(key, async (whole) => void (await client.deleteObject(whole))),
  }
}
