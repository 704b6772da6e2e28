import { z } from 'zod'
import { uuid } from './envelope.ts'

/** GET /api/v1/upload/file: a file's facts and short-lived addresses. */
export const fileAddress = z.object({
  id: uuid,
  name: z.string(),
  size: z.number().int(),
  mime: z.string(),
  url: z.string(),
  preview_url: z.string(),
  expires_in: z.number().int(),
})
export type FileAddress = z.infer<typeof fileAddress>

/** POST /api/v1/upload/object. */
export const uploaded = z.object({ id: uuid, name: z.string(), mime: z.string(), bytes: z.number().int() })

/**
 * POST /api/v1/upload/phone: the path of a page that a phone opens to upload one file for this session. The
 * secret stands behind #, which no browser sends to a server.
 */
export const phoneTicket = z.object({ id: uuid, path: z.string(), expires_in: z.number().int() })
export type PhoneTicket = z.infer<typeof phoneTicket>

/** GET /api/v1/upload/phone/{id}: how far the phone has come. */
export const phoneUpload = z.object({
  state: z.enum(['waiting', 'opened', 'done', 'ended']),
  file: uploaded.nullable(),
})

/** POST /api/v1/upload/phone/open: whose form the phone uploads for, the name masked; seconds that remain. */
export const phoneSecret = z.strictObject({ secret: z.string({ error: '请扫描二维码打开' }).min(20).max(60) })
export const phoneOpened = z.object({ name: z.string(), expires_in: z.number().int() })

/** GET /api/v1/upload/limits: largest files the caller may upload, in bytes. */
export const uploadLimits = z.object({ file: z.int(), video: z.int(), audio: z.int() })
export type UploadLimits = z.infer<typeof uploadLimits>

/** GET /api/v1/tus: the caller's uploads that are not finished; moments in milliseconds since 1970. */
export const unfinishedUploads = z.array(
  z.object({
    id: uuid,
    name: z.string(),
    bytes: z.int(),
    received: z.int(),
    modified: z.int().nullable(),
    expires: z.int(),
  }),
)
export type UnfinishedUpload = z.infer<typeof unfinishedUploads>[number]

/** POST /api/v1/tus/{id}/file: null while the parts are still being put together; ask again then. */
export const finishedUpload = z.object({ file: uploaded.nullable() })

/**
 * GET /api/v1/upload/jinshanyun (endpoints.json): asks where one file of a size in bytes and of a kind may be
 * sent.
 */
export const directAsk = z.strictObject({
  filename: z.string({ error: '请写明文件名' }).min(1, '请写明文件名').max(200, '文件名不超过 200 个字'),
  size: z.coerce
    .number({ error: '大小应为字节数' })
    .int('大小应为字节数')
    .min(1, '文件是空的')
    .max(2_147_483_647, '文件过大'),
  type: z.enum(['image', 'doc', 'video'], { error: '类别只能是 image、doc 或 video' }),
})
export type DirectKind = z.output<typeof directAsk>['type']
/**
 * `expire` in seconds since 1970; `key` is the file's number once it came; `cdn` with `?key=` answers its
 * addresses.
 */
export const directGrant = z.object({
  url: z.string(),
  policy: z.string(),
  signature: z.string(),
  key: z.string(),
  expire: z.int(),
  cdn: z.string(),
})
