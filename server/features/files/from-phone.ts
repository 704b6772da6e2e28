import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import {
  phoneOpened,
  phoneSecret,
  phoneTicket,
  phoneUpload,
  uploaded,
} from '../../../catalogue/contract/uploads.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { maskMiddle } from '../../../catalogue/kinds/kind.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import type { FilesOptions } from './routes.ts'
import { type Intake, takeUpload } from './take-upload.ts'

/** Long enough to fetch a phone and take a picture; the picture of the code is useless after it. */
const seconds = 300

const gone = () => new AppError('wrongState', { message: '二维码已用过或已过期，请在电脑上重新生成后再扫' })

/** A ticket that may still be used, while the session that asked for it lives. */
const alive = sql`t.kind is null and t.taken_at is null and t.expires_at > now() and exists (
  select from session s where s.family = t.family and s.revoked_at is null and s.expires_at > now())`

/** Calls by which a phone without a session uploads one file for the form that is open on a desk. */
export function phoneRoutes(server: Server, o: FilesOptions, intake: Intake): void {
  ticketRoutes(server, o)
  openRoute(server, o)
  objectRoute(server, o, intake)
}

/** On the desk: asking for a ticket, and looking what has come. */
function ticketRoutes(server: Server, { db, actorOn }: FilesOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/upload/phone',
    access: 'signedIn',
    tag: '文件',
    summary: '生成手机上传的二维码：5 分钟内传一个文件，一次有效',
    perMinute: 20,
    answer: phoneTicket,
    handle: async (_, request) => {
      const { identityId } = actorOn(request)
      const secret = randomBytes(24).toString('base64url')
      // One code at a time: a new one takes the place of one that somebody may have photographed.
      await db.query(
        sql`delete from upload_ticket where identity_id = ${identityId} and taken_at is null and kind is null`,
      )
      const { id } = await db.one<{ id: string }>(sql`
        insert into upload_ticket (secret_hash, family, identity_id, expires_at)
        select ${sha256(secret)}, s.family, ${identityId}, now() + make_interval(secs => ${seconds})
        from session s where s.token_hash = ${sha256(request.sessionToken ?? '')}
        returning id`)
      return { id, path: `/home/phone#${secret}`, expires_in: seconds }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/upload/phone/:id',
    access: 'signedIn',
    tag: '文件',
    summary: '手机上传到哪一步：未打开、已打开、已传到、已过期',
    params: z.object({ id: uuid }),
    answer: phoneUpload,
    handle: async ({ params }, request) => {
      const { identityId } = actorOn(request)
      const row = await db.maybeOne<Came>(sql`
        select t.opened_at is not null as opened, ${alive} as alive, f.id, f.name, f.mime, f.bytes::int
        from upload_ticket t left join file f on f.id = t.file_id
        where t.id = ${params.id} and t.identity_id = ${identityId}`)
      return { state: stateOf(row), file: uploaded.safeParse(row).data ?? null }
    },
  })
}

interface Came {
  readonly id: string | null
  readonly opened: boolean
  readonly alive: boolean
}

function stateOf(row: Came | undefined): z.infer<typeof phoneUpload>['state'] {
  if (row && row.id !== null) return 'done'
  if (!row?.alive) return 'ended'
  return row.opened ? 'opened' : 'waiting'
}

/** On the phone: what the page says before anything is sent. */
function openRoute(server: Server, { db }: FilesOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/upload/phone/open',
    access: 'public',
    tag: '文件',
    summary: '手机扫码后打开：为谁的表上传，还剩多少秒',
    perMinute: 20,
    body: phoneSecret,
    answer: phoneOpened,
    handle: async ({ body }) => {
      const row = await db.maybeOne<{ name: string; left: number }>(sql`
        with opened as (
          update upload_ticket t set opened_at = least(opened_at, now())
        from identity a join person p on p.id = a.person_id
        where t.secret_hash = ${sha256(body.secret)} and a.id = t.identity_id and ${alive}
        returning p.name, t.expires_at)
        select name, extract(epoch from expires_at - now())::int as left from opened`)
      if (!row) throw gone()
      return { name: maskMiddle(row.name, 1, 0), expires_in: row.left }
    },
  })
}

/** Takes the ticket while its file comes, so that it counts once; a refused file gives it back. */
async function claim(db: Database, secret: string): Promise<{ id: string; actor: Actor }> {
  const row = await db.maybeOne<{ id: string; identity_id: number }>(sql`
    update upload_ticket t set taken_at = now() where t.secret_hash = ${sha256(secret)} and ${alive}
    returning t.id, t.identity_id`)
  const found = row && (await actorOfIdentity(db, row.identity_id))
  if (!row || !found?.enabled) throw gone()
  return { id: row.id, actor: found.actor }
}

function objectRoute(server: Server, o: FilesOptions, intake: Intake): void {
  server.route({
    method: 'POST',
    url: '/api/v1/upload/phone/object',
    config: { access: 'public', longBody: true, ...fewer(20) },
    schema: {
      summary: '手机凭一次性二维码上传一个文件（multipart，字段 file；请求头 ticket）',
      tags: ['文件'],
      consumes: ['multipart/form-data'],
    },
    handler: async (request, reply) => {
      const secret = phoneSecret.safeParse({ secret: request.headers['ticket'] })
      if (!secret.success) throw gone()
      const { id, actor } = await claim(o.db, secret.data.secret)
      const asThem = { ...o, actorOn: () => actor }
      const kept = await takeUpload(asThem, intake, request, { reply }).catch(async (error: unknown) => {
        await o.db.query(sql`update upload_ticket set taken_at = null where id = ${id}`)
        throw error
      })
      const file = uploaded.parse(kept)
      await o.db.query(sql`update upload_ticket set file_id = ${file.id} where id = ${id}`)
      return reply.header('cache-control', 'no-store').send({ error_code: 0, msg: 'ok', data: file })
    },
  })
}
