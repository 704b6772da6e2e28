import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuid } from '../../../../catalogue/contract/envelope.ts'
import { finishedUpload, unfinishedUploads } from '../../../../catalogue/contract/uploads.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { register } from '../../../platform/http/call.ts'
import { fewer } from '../../../platform/http/limits.ts'
import type { Server } from '../../../platform/http/server.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import type { FilesOptions } from '../routes.ts'
import { headBytes } from '../sniff.ts'
import { requireAllowance, requireStart, uploadLimitsOf, type Intake } from '../take-upload.ts'
import { append, RequestBytes, type Checksum } from './append.ts'
import { finisher } from './finish.ts'
import { metadataOf } from './metadata.ts'
import {
  beginUpload,
  misplaced,
  refuseUpload,
  removeUpload,
  unfinishedOf,
  uploadOf,
  type ResumableUpload,
} from './uploads.ts'

const version = '1.0.0'
const path = '/api/v1/tus'
const params = z.object({ id: uuid })

/** A refusal of the protocol: an upload whose sender speaks another version gets 412 and the version. */
function requireVersion({ headers }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('tus-resumable', version).header('cache-control', 'no-store')
  if (headers['tus-resumable'] === version) return
  void reply.header('tus-version', version)
  throw new AppError('protocol')
}

/** A header that is a count of bytes. Throws `invalid` with the header's name. */
function countOf({ headers }: FastifyRequest, name: string): number {
  const text = String(headers[name] ?? '')
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalid(name, `请求头 ${name} 应为字节数`)
}

/** `sha1 <base64>`, null where none is given. */
function checksumOf({ headers }: FastifyRequest): Checksum | null {
  const given = headers['upload-checksum']
  if (given === undefined) return null
  const [, algorithm, digest = ''] = /^(sha1|sha256) ([\w+/]+={0,2})$/.exec(String(given)) ?? []
  if (algorithm !== 'sha1' && algorithm !== 'sha256')
    throw invalid('upload-checksum', '请求头 upload-checksum 应为 sha1 或 sha256 加 base64 的摘要')
  return { algorithm, digest: Buffer.from(digest, 'base64') }
}

const expiryOf = ({ expires }: ResumableUpload): string => new Date(expires).toUTCString()

/**
 * Uploads by the tus protocol 1.0.0 (tus.io/protocols/resumable-upload) with creation, checksum, termination
 * and expiration, and one call of the portal's own, which makes a file of the whole. Only the identity that
 * began an upload knows it; for everybody else it is missing.
 */
export async function resumableRoutes(
  server: Server,
  o: FilesOptions,
  { parts, ...intake }: Intake & { readonly parts: FileStore },
): Promise<void> {
  await server.register(async (scope) => {
    // Bodies are read by the calls themselves; what type they have is theirs to judge, too.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    protocolRoute(scope)
    creationRoute(scope, o, parts)
    offsetRoute(scope, o)
    partRoute(scope, o, parts)
    endRoute(scope, o, parts)
  })
  ownRoutes(server, o, finisher(o, intake, parts))
}

function protocolRoute(server: Server): void {
  server.route({
    method: 'OPTIONS',
    url: path,
    config: { access: 'public' },
    schema: { summary: '断点续传（tus 1.0.0）：本平台支持的版本和扩展', tags: ['文件'] },
    handler: async (_, reply) =>
      reply
        .code(204)
        .header('tus-resumable', version)
        .header('tus-version', version)
        .header('tus-extension', 'creation,checksum,termination,expiration')
        .header('tus-checksum-algorithm', 'sha1,sha256')
        .send(),
  })
}

function creationRoute(server: Server, o: FilesOptions, parts: FileStore): void {
  server.route({
    method: 'POST',
    url: path,
    config: { access: 'signedIn', ...fewer(60) },
    schema: {
      summary:
        '开始一次断点续传（tus 1.0.0；请求头 Upload-Length、Upload-Metadata：filename、modified），7 天内可以接着传',
      tags: ['文件'],
    },
    handler: async (request, reply) => {
      requireVersion(request, reply)
      const bytes = countOf(request, 'upload-length')
      if (bytes === 0) throw invalid('upload-length', '文件是空的')
      const about = metadataOf(request.headers['upload-metadata'])
      const actor = o.actorOn(request)
      await requireAllowance(o, actor, bytes)
      await parts.expectRoom(bytes)
      const upload = await beginUpload(o.db, actor, { ...about, bytes })
      return reply
        .code(201)
        .header('location', `${path}/${upload.id}`)
        .header('upload-expires', expiryOf(upload))
        .send()
    },
  })
}

function offsetRoute(server: Server, o: FilesOptions): void {
  server.route({
    method: 'HEAD',
    url: `${path}/:id`,
    config: { access: 'signedIn' },
    schema: { summary: '已收到多少字节（tus 1.0.0）', tags: ['文件'], params },
    handler: async (request, reply) => {
      requireVersion(request, reply)
      const { id } = request.params as z.output<typeof params>
      const upload = await uploadOf(o.db, o.actorOn(request), id)
      return reply
        .code(200)
        .header('upload-offset', upload.received)
        .header('upload-length', upload.bytes)
        .header('upload-expires', expiryOf(upload))
        .send()
    },
  })
}

function partRoute(server: Server, o: FilesOptions, store: FileStore): void {
  server.route({
    method: 'PATCH',
    url: `${path}/:id`,
    config: { access: 'signedIn', longBody: true },
    schema: {
      summary: '接着传一段（tus 1.0.0；请求头 Upload-Offset，可带 Upload-Checksum）',
      tags: ['文件'],
      params,
    },
    handler: async (request, reply) => {
      requireVersion(request, reply)
      if (request.headers['content-type'] !== 'application/offset+octet-stream')
        throw new AppError('mediaType')
      const start = countOf(request, 'upload-offset')
      const checksum = checksumOf(request)
      const { id } = request.params as z.output<typeof params>
      const upload = await uploadOf(o.db, o.actorOn(request), id)
      if (upload.refusal !== null) throw new AppError('fileType', { message: upload.refusal })
      if (start !== upload.received) throw misplaced()
      const incoming = new RequestBytes(request.raw, upload.bytes - start)
      if (start === 0) await judgeStart(o, store, { request, upload, incoming })
      const received = await append({ db: o.db, store }, upload, incoming, checksum)
      return reply
        .code(204)
        .header('upload-offset', received)
        .header('upload-expires', expiryOf(await uploadOf(o.db, o.actorOn(request), id)))
        .send()
    },
  })
}

/** Refuses what the first bytes show to be no file of the portal, before hours are spent on the rest. */
async function judgeStart(
  o: FilesOptions,
  store: FileStore,
  first: {
    readonly request: FastifyRequest
    readonly upload: ResumableUpload
    readonly incoming: RequestBytes
  },
): Promise<void> {
  const { id, bytes } = first.upload
  try {
    const head = await first.incoming.peek(headBytes)
    await requireStart(uploadLimitsOf(o, o.actorOn(first.request)), head, bytes)
  } catch (error) {
    if (error instanceof AppError) await refuseUpload(o.db, store, id, error.message)
    throw error
  }
}

function endRoute(server: Server, o: FilesOptions, store: FileStore): void {
  server.route({
    method: 'DELETE',
    url: `${path}/:id`,
    config: { access: 'signedIn' },
    schema: { summary: '取消一次断点续传，已收到的内容随即删除（tus 1.0.0）', tags: ['文件'], params },
    handler: async (request, reply) => {
      requireVersion(request, reply)
      const { id } = request.params as z.output<typeof params>
      const upload = await uploadOf(o.db, o.actorOn(request), id)
      await removeUpload(o.db, store, upload.id)
      return reply.code(204).send()
    },
  })
}

/** Calls in the portal's own form. */
function ownRoutes(server: Server, o: FilesOptions, finish: ReturnType<typeof finisher>): void {
  register(server, {
    method: 'GET',
    url: path,
    access: 'signedIn',
    tag: '文件',
    summary: '本人未传完的文件：各收到多少、保留到何时',
    answer: unfinishedUploads,
    handle: async (_, request) => unfinishedOf(o.db, o.actorOn(request)),
  })
  register(server, {
    method: 'POST',
    url: `${path}/:id/file`,
    access: 'signedIn',
    tag: '文件',
    summary: '全部收到后保存为文件；file 为空时还在保存，请再问一次',
    params,
    answer: finishedUpload,
    perMinute: 120,
    handle: async (input, request) => ({ file: await finish(o.actorOn(request), input.params.id) }),
  })
}
