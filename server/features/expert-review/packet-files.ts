import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { endingsOf, isShownByBrowser } from '../../../catalogue/kinds/file-types.ts'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ReviewNeeds } from './options.ts'

/** Seconds for which the address of a packet’s file works. */
const addressSeconds = 1800

const signature = (keys: Keys, task: string, no: number, until: number): string =>
  keys.mac('review-file', `${task}|${no}|${until}`).toString('base64url')

/**
 * Where a file of a packet can be read for half an hour: it names the packet and its number there, never the
 * file.
 */
export function addressOf(keys: Keys, task: string, no: number): string {
  const until = Math.floor(Date.now() / 1000) + addressSeconds
  return `/review-files/${task}/${no}?until=${until}&sign=${signature(keys, task, no, until)}`
}

/** Neutral file name for experts, such as 材料1.docx: the real one may identify the author. */
export const nameOf = (no: number, mime: string): string =>
  [`材料${no}`, ...endingsOf(mime).slice(0, 1)].join('.')

const params = z.object({ task: uuid, no: z.coerce.number().int().min(1).max(100) })
const query = z.strictObject({ until: z.coerce.number().int(), sign: z.string().max(60) })

/** The bytes of a packet’s file while its task is open or handed in, for whoever holds a signed address. */
export function packetFileRoute(server: Server, { db, keys, readBytes }: ReviewNeeds): void {
  server.route({
    method: 'GET',
    url: '/review-files/:task/:no',
    config: { access: 'public' },
    schema: { summary: '评审材料的文件，凭签名的短时地址', tags: ['专家评审'], params, querystring: query },
    handler: async (request, reply) => {
      const { task, no } = params.parse(request.params)
      const { until, sign } = query.parse(request.query)
      const right = sameSecret(Buffer.from(signature(keys, task, no, until)), Buffer.from(sign))
      if (!right || until * 1000 < Date.now()) throw new AppError('missing')
      const file = await db.maybeOne<{ mime: string; storage_key: string }>(sql`
        select f.mime, f.storage_key
        from review_task k
        join review_item i on i.id = k.item_id
        join review_round r on r.id = k.round_id
        join file f on f.id = i.files[${no}::int]
        where k.id = ${task}::uuid and r.state = 'open' and k.state in ('assigned', 'reviewing', 'submitted')`)
      if (!file) throw new AppError('missing')
      const bytes = await readBytes(file.storage_key)
      return reply
        .header('content-type', file.mime)
        .header(
          'content-disposition',
          `${isShownByBrowser(file.mime) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(nameOf(no, file.mime))}`,
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'private, no-store')
        .header('cross-origin-resource-policy', 'same-origin')
        .send(bytes)
    },
  })
}
