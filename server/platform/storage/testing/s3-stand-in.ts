import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { signatureOf } from './signature.ts'

/**
 * What a storage may do to a request instead of serving it: answer so, break the line after so many bytes, or
 * fall silent.
 */
export type Mischief =
  | { readonly status: number; readonly code: string }
  | { readonly cutAfter: number }
  | { readonly silentAfter: number }

export interface StandIn {
  readonly account: {
    readonly endpoint: string
    readonly region: string
    readonly accessKey: string
    readonly secretKey: string
    readonly bucketIn: 'path'
  }
  /** Objects by bucket and key: `bucket/key`. */
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were neither ended nor given up. */
  readonly uploads: Map<string, Map<number, Buffer>>
  /** Requests so far, as `PUT /bucket/key?query`. */
  readonly asked: string[]
  /** Decides about requests to come; null lets one pass. */
  mischief: (request: string) => Mischief | null
  /** As if the machine were gone; once more is no fault. */
  close(): Promise<void>
}

class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const escaped = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

interface S3Request {
  readonly method: string
  readonly path: string
  readonly bucket: string
  readonly key: string
  readonly query: URLSearchParams
  readonly asSent: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece as Buffer))
  return Buffer.concat(pieces)
}

/** Refuses a request whose signature, time, or body is not what its sender says. */
function requireSigned(account: StandIn['account'], asked: S3Request): void {
  const { headers, body, path } = asked
  const told =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers['authorization'] ?? '',
    )
  if (!told) throw new S3Refusal(403, 'AccessDenied')
  const [, accessKey, date = '', region = '', service = '', names = '', signature] = told
  if (accessKey !== account.accessKey) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (region !== account.region) throw new S3Refusal(400, 'AuthorizationHeaderMalformed')
  const signed = names.split(';')
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  const expected = signatureOf(
    { method: asked.method, path, query: asked.asSent, headers },
    signed,
    { date, region, service },
    account.secretKey,
  )
  if (signature !== expected || !mustBeSigned.every((name) => signed.includes(name)))
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
  requireTimeAndBody(headers, body)
}

function requireTimeAndBody(headers: S3Request['headers'], body: Buffer): void {
  const at = (headers['x-amz-date'] ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  if (!(Math.abs(Date.now() - Date.parse(at)) < 15 * 60_000)) throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const digest = headers['x-amz-content-sha256']
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== createHash('sha256').update(body).digest('hex'))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    throw new S3Refusal(400, 'BadDigest')
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: Buffer | string
}

/** So many keys at most in one answer, so that lists of a few objects already come in pages. */
const pageSize = 7

function listOf(objects: StandIn['objects'], { bucket, query }: S3Request): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const most = Math.min(pageSize, Number(query.get('max-keys') ?? 1000))
  const keys = [...objects.keys()]
    .filter((name) => name.startsWith(`${bucket}/${prefix}`))
    .map((name) => name.slice(bucket.length + 1))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .filter((key) => key > after)
  const page = keys.slice(0, most)
  const isCut = keys.length > page.length
  const token = isCut ? Buffer.from(page.at(-1) ?? '').toString('base64') : ''
  const rows = page.map(
    (key) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>2026-11-25T00:00:00.000Z</LastModified><Size>${
        objects.get(`${bucket}/${key}`)?.length ?? 0
      }</Size></Contents>`,
  )
  const next = isCut ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${String(isCut)}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
  )
}

const xml = (text: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
})

function sent(content: Buffer, range: string | undefined): Answer {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const about = { etag: etagOf(content), 'content-type': 'application/octet-stream' }
  if (from === undefined) return { status: 200, headers: about, body: content }
  if (Number(from) >= content.length) throw new S3Refusal(416, 'InvalidRange')
  const end = to === '' ? content.length - 1 : Math.min(Number(to), content.length - 1)
  return {
    status: 206,
    headers: { ...about, 'content-range': `bytes ${from}-${end}/${content.length}` },
    body: content.subarray(Number(from), end + 1),
  }
}

/**
 * Parts put together as their list says; all but the last have five megabytes at least, as the protocol wants
 * it.
 */
function together(parts: Map<number, Buffer>, list: string): Buffer {
  const named = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/g)]
  const found = named.map(([, number, etag]) => {
    const part = parts.get(Number(number))
    if (!part || etagOf(part) !== `"${etag ?? ''}"`) throw new S3Refusal(400, 'InvalidPart')
    return part
  })
  if (found.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024))
    throw new S3Refusal(400, 'EntityTooSmall')
  return Buffer.concat(found)
}

function inParts(stand: Pick<StandIn, 'objects' | 'uploads'>, asked: S3Request): Answer {
  const { method, query, body } = asked
  const name = `${asked.bucket}/${asked.key}`
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    stand.uploads.set(id, new Map())
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  const id = query.get('uploadId') ?? ''
  const parts = stand.uploads.get(id)
  if (!parts) throw new S3Refusal(404, 'NoSuchUpload')
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method === 'POST') stand.objects.set(name, together(parts, body.toString()))
  stand.uploads.delete(id)
  return method === 'POST'
    ? xml(`<CompleteMultipartUploadResult><ETag>"${id}-2"</ETag></CompleteMultipartUploadResult>`)
    : { status: 204 }
}

function served(
  stand: Pick<StandIn, 'objects' | 'uploads'>,
  buckets: readonly string[],
  asked: S3Request,
): Answer {
  const { method, bucket, key, query, body } = asked
  if (!buckets.includes(bucket)) throw new S3Refusal(404, 'NoSuchBucket')
  if (key === '' && method === 'GET') return listOf(stand.objects, asked)
  if (query.has('uploads') || query.has('uploadId')) return inParts(stand, asked)
  const name = `${bucket}/${key}`
  if (method === 'PUT') {
    stand.objects.set(name, body)
    return { status: 200, headers: { etag: etagOf(body) } }
  }
  if (method === 'DELETE') {
    stand.objects.delete(name)
    return { status: 204 }
  }
  const content = stand.objects.get(name)
  if (!content) throw new S3Refusal(404, 'NoSuchKey')
  return sent(content, asked.headers['range'])
}

function answer(
  response: ServerResponse,
  { status, headers = {}, body = '' }: Answer,
  isHead: boolean,
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(isHead ? undefined : body)
}

async function askedBy(request: IncomingMessage): Promise<S3Request> {
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const [bucket = '', ...rest] = decodeURIComponent(path).slice(1).split('/')
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  return {
    method: request.method ?? '',
    path,
    bucket,
    key: rest.join('/'),
    query: new URLSearchParams(query),
    asSent: query,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: await bodyOf(request),
  }
}

type ServingState = Pick<StandIn, 'account' | 'objects' | 'uploads' | 'asked' | 'mischief'>

async function serve(
  stand: ServingState,
  buckets: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const line = `${request.method ?? ''} ${request.url ?? ''}`
  stand.asked.push(line)
  const isHead = request.method === 'HEAD'
  try {
    const mischief = stand.mischief(line)
    if (mischief && 'status' in mischief) throw new S3Refusal(mischief.status, mischief.code)
    const asked = await askedBy(request)
    requireSigned(stand.account, asked)
    const { status, headers = {}, body = '' } = served(stand, buckets, asked)
    if (!mischief) return answer(response, { status, headers, body }, isHead)
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    if ('silentAfter' in mischief) response.write(Buffer.from(body).subarray(0, mischief.silentAfter))
    else response.write(Buffer.from(body).subarray(0, mischief.cutAfter), () => response.destroy())
  } catch (error) {
    const { status, code } = error instanceof S3Refusal ? error : new S3Refusal(500, String(error))
    answer(response, xml(`<Error><Code>${escaped(code)}</Code></Error>`, status), isHead)
  }
}

/**
 * A storage that speaks the S3 protocol over HTTP and keeps everything in memory: objects, parts of them,
 * lists in pages, uploads in parts. It works out the signature of each request itself and refuses those that
 * are signed otherwise.
 */
export async function s3StandIn(buckets: readonly string[]): Promise<StandIn> {
  const account = { region: 'cn-north-1', accessKey: 'AKSTANDIN', secretKey: 'a+secret/with=signs' }
  const server: Server = createServer((request, response) => void serve(stand, buckets, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stand: StandIn = {
    account: { ...account, endpoint: `http://127.0.0.1:${port}`, bucketIn: 'path' },
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    mischief: () => null,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
  return stand
}
