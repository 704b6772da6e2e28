import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { directAsk, directGrant, uploaded, type DirectKind } from '../../../catalogue/contract/workspace.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sizeKindOf, tooLargeSentence } from '../../../catalogue/kinds/file-types.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { sameSecret, sha256, type Keys } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import type { FilesOptions } from './routes.ts'
import { takeUpload, uploadLimitsOf, type Intake } from './take-upload.ts'

/** How long a granted address may be used, in seconds: a recording is long on its way, but begins at once. */
const seconds = 600
const path = '/api/v1/upload/direct'

const gone = () => new AppError('wrongState', { message: '上传凭证不对、已用过或已过期，请重新获取' })

/** Whether a type of file, as its content says, is of the kind that a grant was asked for. */
const isOf = (kind: DirectKind, mime: string): boolean => {
  if (mime.startsWith('image/')) return kind === 'image'
  return /^(video|audio)\//.test(mime) === (kind === 'video') && kind !== 'image'
}

const signatureOf = (keys: Keys, policy: string): Buffer => keys.mac('direct-upload', policy)

/**
 * Direct upload as the clients of an object storage know it (endpoints.json, upload/jinshanyun): a signed
 * policy for one file. The portal is its own storage, so the address is the portal's.
 */
export function directRoutes(server: Server, o: FilesOptions, intake: Intake): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/upload/jinshanyun',
    access: 'signedIn',
    tag: '文件',
    summary: '取直传凭证：一个文件，限大小和类别，10 分钟内用一次；地址是本平台的上传接口',
    query: directAsk,
    answer: directGrant,
    perMinute: 60,
    handle: ({ query }, request) => grant(o, o.actorOn(request), request.sessionToken ?? '', query),
  })
  objectRoute(server, o, intake)
}

async function grant(
  o: FilesOptions,
  actor: Actor,
  session: string,
  { filename, size, type }: z.output<typeof directAsk>,
): Promise<z.input<typeof directGrant>> {
  const { db, keys, origin } = o
  const limits = uploadLimitsOf(o, actor)
  const kind = type === 'video' ? sizeKindOf('video/mp4') : 'file'
  if (size > limits[kind]) throw invalid('size', tooLargeSentence(kind, limits[kind]))
  const key = randomUUID()
  const expire = Math.floor(Date.now() / 1000) + seconds
  const policy = Buffer.from(JSON.stringify({ key, filename, size, type, expire })).toString('base64url')
  const signature = signatureOf(keys, policy).toString('base64url')
  await db.execute(sql`
    insert into upload_ticket (id, secret_hash, family, identity_id, expires_at, most_bytes, kind)
    select ${key}::uuid, ${sha256(signature)}, s.family, ${actor.identityId}, to_timestamp(${expire}), ${size}, ${type}
    from session s
    where s.token_hash = ${sha256(session)}`)
  return { url: origin + path, policy, signature, key, expire, cdn: `${origin}/api/v1/upload/file` }
}

const form = z.object({ key: uuid, policy: z.string().max(2000), signature: z.string().max(100) })

interface UploadClaim {
  readonly id: string
  readonly actor: Actor
  readonly most: number
  readonly kind: DirectKind
}

/** Takes the grant while its file comes, so that it counts once; a refused file gives it back. */
async function claim({ db, keys }: FilesOptions, fields: unknown): Promise<UploadClaim> {
  const sent = form.safeParse(fields)
  if (!sent.success) throw gone()
  const { key, policy, signature } = sent.data
  // Invented ones are told apart without a look into the database.
  if (!sameSecret(Buffer.from(signature, 'base64url'), signatureOf(keys, policy))) throw gone()
  const row = await db.maybeOne<{ identity_id: number; most: number; kind: DirectKind }>(sql`
    update upload_ticket t
    set taken_at = now()
    where t.id = ${key}::uuid and t.secret_hash = ${sha256(signature)} and t.kind is not null and t.taken_at is null
      and t.expires_at > now() and exists (
        select from session s where s.family = t.family and s.revoked_at is null and s.expires_at > now())
    returning t.identity_id, t.most_bytes as most, t.kind`)
  const found = row && (await actorOfIdentity(db, row.identity_id))
  if (!row || !found?.enabled) throw gone()
  return { id: key, actor: found.actor, most: row.most, kind: row.kind }
}

function objectRoute(server: Server, o: FilesOptions, intake: Intake): void {
  server.route({
    method: 'POST',
    url: path,
    config: { access: 'public', longBody: true, ...fewer(60) },
    schema: {
      summary: '凭直传凭证上传一个文件（multipart：先 key、policy、signature，后 file）',
      tags: ['文件'],
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      let claimed: UploadClaim | undefined
      const bound = async (fields: unknown) => {
        const { id, actor, most, kind } = (claimed = await claim(o, fields))
        return { actor, id, most, accepts: (mime: string) => isOf(kind, mime) }
      }
      try {
        const file = uploaded.parse(await takeUpload(o, intake, request, { reply, bound }))
        await o.db.execute(sql`update upload_ticket set file_id = ${file.id} where id = ${file.id}::uuid`)
        return reply.header('cache-control', 'no-store').send({ error_code: 0, msg: 'ok', data: file })
      } catch (error) {
        if (claimed)
          await o.db.execute(sql`update upload_ticket set taken_at = null where id = ${claimed.id}::uuid`)
        throw error
      }
    },
  })
}
