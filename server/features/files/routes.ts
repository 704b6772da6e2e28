import multipart from '@fastify/multipart'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { fileAddress, uploaded, uploadLimits } from '../../../catalogue/contract/uploads.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { isWithheld } from '../../engine/publishing/index.ts'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { VirusScanner } from '../../platform/virus-scan/clamd.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { directRoutes } from './direct.ts'
import { phoneRoutes } from './from-phone.ts'
import { openGate } from './gate/gate.ts'
import { type Intake, takeUpload, uploadLimitsOf } from './take-upload.ts'
import type { PdfMaker } from './libre-office.ts'
import { addressOf, addressSeconds, mode, signature, type Mode } from './addresses.ts'
import { resumableRoutes } from './resumable/routes.ts'
import { quotaRoutes } from './quota-routes.ts'
import { isFilm, type FilmLine } from './film-line.ts'
import { previewRoutes } from './preview.ts'
import { shownTextRoute } from './shown-text.ts'
import { sendFile, type SentFile } from '../../platform/http/send-file.ts'
import { sendSmallPicture } from './small-picture.ts'
import { noteReading, readableFile, type FileRow } from './store.ts'

export interface FilesOptions {
  readonly db: Database
  readonly keys: Keys
  readonly records: Readonly<Record<string, AnyRecord>>
  readonly store: FileStore
  /** Parts of uploads that are not finished. */
  readonly parts: FileStore
  readonly actorOn: ActorOn
  /** The file with the captions of a recording, on the page that shows it; null for none. */
  readonly captionsOf: (reader: Actor | null, id: string) => Promise<string | null>
  /** Whether a published content that this reader may see shows the file. */
  readonly heldPublicly: (reader: Actor | null, id: string) => Promise<boolean>
  /** Looks for viruses in uploads that are no recordings; null where none is set up. */
  readonly scanner: VirusScanner | null
  /** Makes PDFs of what nothing here draws as it was made; null where nothing is installed for it. */
  readonly pdf: PdfMaker | null
  /** Largest recordings in bytes, and who may upload them. */
  readonly largestVideo: number
  readonly largestAudio: number
  readonly mayRecord: (actor: Actor) => boolean
  /** Origin of the cache that hands recordings out; undefined where this portal does. */
  readonly cache: string | undefined
  /** What this process hands out of recordings where there is no cache. */
  readonly line: FilmLine
  /** Address of the portal, empty where it is not known. */
  readonly origin: string
}

/** Sends the file, or the PDF that is made of it now if there is none yet. */
async function send(
  reply: FastifyReply,
  { pdf, store, cache, line }: FilesOptions,
  { file, how, range, viewer }: { file: FileRow; how: Mode; range: string | undefined; viewer: string },
) {
  const key = file.storage_key
  if (how === 'small') return sendSmallPicture(reply, store, file)
  if (how === 'preview' && isFilm(file.mime)) {
    const read: SentFile['read'] = async (part) =>
      cache === undefined
        ? line.through(`${viewer} ${file.id}`, () => store.read(key, part))
        : store.read(key, part)
    return sendFile(reply, { ...file, read, elsewhere: cache !== undefined }, 'inline', range)
  }
  if (how !== 'pdf')
    return sendFile(
      reply,
      { ...file, read: (part) => store.read(key, part) },
      how === 'preview' ? 'inline' : 'attachment',
      range,
    )
  if (!pdf) throw new AppError('missing')
  const made = `${key}.pdf`
  await pdf.make(file.mime, {
    isMade: async () => (await store.size(made)) !== null,
    withSource: (work) => store.withFile(key, work),
    keep: (path) => store.keepMade(made, path),
  })
  const bytes = (await store.size(made)) ?? 0
  const about = { name: `${file.name}.pdf`, mime: 'application/pdf', bytes }
  return sendFile(reply, { ...about, read: (part) => store.read(made, part) }, 'inline', range)
}

/**
 * Upload, addresses and the bytes themselves. Who may read a file is decided through the records that use it.
 */
export async function fileRoutes(server: Server, o: FilesOptions): Promise<void> {
  const { store } = o
  const gate = openGate()
  server.addHook('onReady', async () => {
    await store.sweep()
    await o.parts.sweep()
  })
  server.addHook('onClose', () => gate.close())
  // Every upload is counted on its way; the parser's own limit stands behind that.
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fields: 4,
      parts: 5,
      fileSize: Math.max(o.largestVideo, o.largestAudio) + 1,
      headerPairs: 50,
    },
  })
  uploadRoute(server, o, { store, gate })
  phoneRoutes(server, o, { store, gate })
  directRoutes(server, o, { store, gate })
  await resumableRoutes(server, o, { store, gate, parts: o.parts })
  quotaRoutes(server, o)
  addressRoutes(server, o)
  shownTextRoute(server, o)
  bytesRoute(server, o)
  previewRoutes(server, o)
}

/** Taking an upload. */
function uploadRoute(server: Server, o: FilesOptions, intake: Intake): void {
  server.route({
    method: 'POST',
    url: '/api/v1/upload/object',
    config: { access: 'signedIn', longBody: true, ...fewer(60) },
    schema: {
      summary:
        '上传一个文件（multipart，字段 file）：图片、pdf、Word、Excel、PowerPoint、txt、csv、zip 不超过 10 MB；发布内容的机构可以上传更大的 mp4、webm、mp3',
      tags: ['文件'],
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      const kept = await takeUpload(o, intake, request, { reply })
      return reply
        .header('cache-control', 'no-store')
        .send({ error_code: 0, msg: 'ok', data: uploaded.parse(kept) })
    },
  })
}

/** How large an upload may be, and the addresses at which a file is read for a short time. */
function addressRoutes(server: Server, o: FilesOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/upload/limits',
    access: 'signedIn',
    tag: '文件',
    summary: '可以上传多大的文件（字节）',
    answer: uploadLimits,
    handle: async (_, request) => uploadLimitsOf(o, o.actorOn(request)),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/upload/file',
    access: 'signedIn',
    tag: '文件',
    summary: '文件信息与短时有效的预览、下载地址',
    query: z.strictObject({ key: uuid, action: z.enum(['info', 'preview', 'download']).default('info') }),
    answer: fileAddress,
    handle: async ({ query }, request) => {
      const actor = o.actorOn(request)
      const file = await readableFile(o.db, o.records, actor, query.key)
      if (!file) throw new AppError('missing')
      await noteReading(o.db, actor, file)
      return {
        id: file.id,
        name: file.name,
        size: file.bytes,
        mime: file.mime,
        url: addressOf(o.keys, file.id, 'download'),
        preview_url: addressOf(o.keys, file.id, 'preview'),
        expires_in: addressSeconds,
      }
    },
  })
}

/** The bytes of a file, for whoever holds a signed address. */
function bytesRoute(server: Server, o: FilesOptions): void {
  const query = z.strictObject({ mode, until: z.coerce.number().int(), sign: z.string().max(60) })
  /** The file of an address whose signature is right and not too old, unless it was taken down since. */
  const signedFile = async (id: string, { mode: how, until, sign }: z.output<typeof query>) => {
    const right = sameSecret(Buffer.from(signature(o.keys, id, until, how)), Buffer.from(sign))
    if (!right || until * 1000 < Date.now()) return null
    return o.db.maybeOne<FileRow>(
      sql`select id, name, mime, bytes, storage_key, by_identity
        from file
        where id = ${id} and not ${isWithheld(sql`${id}::uuid`)}`,
    )
  }
  server.route({
    method: 'GET',
    url: '/files/:id/check',
    config: { access: 'public' },
    schema: {
      summary: '地址是否有效，供录像缓存逐次询问：204 可以发，403 不可以',
      tags: ['文件'],
      params: z.object({ id: uuid }),
      querystring: query,
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      const file = await signedFile(id, request.query as z.output<typeof query>)
      // A cache passes on 403; any other status it takes for a fault of the portal.
      return reply
        .header('cache-control', 'no-store')
        .code(file ? 204 : 403)
        .send()
    },
  })
  server.route({
    method: 'GET',
    url: '/files/:id',
    config: { access: 'public' },
    schema: {
      summary: '文件内容，凭签名的短时地址',
      tags: ['文件'],
      params: z.object({ id: uuid }),
      querystring: query,
    },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      const asked = request.query as z.output<typeof query>
      const file = await signedFile(id, asked)
      if (!file) throw new AppError('missing')
      // Addresses are the same for everybody: a browser is known by its cookies behind a school's one address.
      const viewer = `${request.ip} ${request.headers.cookie ?? ''}`
      return send(reply, o, { file, how: asked.mode, range: request.headers.range, viewer })
    },
  })
}
