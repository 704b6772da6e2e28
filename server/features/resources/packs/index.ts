import { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import {
  chapterPack,
  packAddress,
  packAsked,
  packOffer,
  packParams,
  packQuery,
} from '../../../../catalogue/contract/chapter-packs.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../../engine/access/index.ts'
import type { Ground } from '../../../engine/feature.ts'
import { noteUse } from '../../../engine/sharing/index.ts'
import { sameSecret, type Keys } from '../../../platform/crypto/keys.ts'
import { sql } from '../../../platform/db/sql.ts'
import { register } from '../../../platform/http/call.ts'
import { rangeFor, sendFile } from '../../../platform/http/send-file.ts'
import type { Server } from '../../../platform/http/server.ts'
import { resourceKind } from '../kind.ts'
import { askForPack, dropPack, offerOf, readyPack } from './kept.ts'
import type { PackNeeds } from './make.ts'

export { packJobs, type PackNeeds } from './make.ts'

export interface PackRoutesNeeds extends PackNeeds, Pick<Ground, 'keys' | 'actorOn'> {}

const url = '/api/v1/chapterPack'
const one = `${url}/:id`
const shared = { access: [2, 3, 4, 5, 6], tag: '资源' } as const

/** Seconds an address works: a file of 2 GB takes a night over a slow line that breaks. */
const addressSeconds = 24 * 3600

const signatureOf = (keys: Keys, id: string, by: number, until: number): string =>
  keys.mac('chapter-pack', `${id}|${by}|${until}`).toString('base64url')

function addressOf(keys: Keys, id: string, by: number): string {
  const until = Math.floor(Date.now() / 1000) + addressSeconds
  return `/files/chapter/${id}?by=${by}&until=${until}&sign=${signatureOf(keys, id, by, until)}`
}

/** 离线包: what a reader may read below a chapter, made as one file that is fetched in as many goes as it takes. */
export function packRoutes(server: Server, needs: PackRoutesNeeds): void {
  const { db, packs: store, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '章节离线包：现在打包有多少件、多大，以及自己已有的',
    query: packQuery,
    answer: packOffer,
    handle: ({ query: { node } }, request) => offerOf(db, actorOn(request), node),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url,
    summary: '申请章节离线包：自己能用的资源打成一个 zip，视频只在要求时放入；打好后发消息，保存 3 天',
    body: packAsked,
    answer: chapterPack,
    perMinute: 60,
    handle: ({ body }, request) => askForPack({ db, store }, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: one,
    summary: '删除自己的一个离线包',
    params: packParams,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await dropPack({ db, store }, actorOn(request), id)
      return true
    },
  })
  takeRoutes(server, needs)
}

function takeRoutes(server: Server, needs: PackRoutesNeeds): void {
  const { db, keys, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url: `${one}/address`,
    summary: '下载自己的离线包：24 小时有效的地址，断线后可续传；每件计一次使用',
    params: packParams,
    answer: packAddress,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
      const { name, items } = await readyPack(db, actor, id)
      await countUses(needs, actor, items)
      return { url: addressOf(keys, id, actor.identityId), name }
    },
  })
  bytesRoute(server, needs)
}

/** Every resource of the pack counts as downloaded, but for the reader's own. */
async function countUses({ db }: PackRoutesNeeds, actor: Actor, items: readonly number[]): Promise<void> {
  const others = await db.query<{ id: number }>(sql`
    select s.item_id as id
    from shelf s
    join identity w on w.id = s.author_identity
    where s.kind = ${resourceKind.kind} and s.item_id = any(${[...items]}::int[])
      and w.person_id <> ${actor.personId}
    order by s.item_id`)
  // In the order of their numbers, so that two packs of the same chapter do not wait for each other.
  await db.transaction(async (tx) => {
    for (const { id } of others) await noteUse(tx, actor, { kind: resourceKind.kind, id }, 'download')
  })
}

const signed = z.strictObject({
  by: z.coerce.number().int().max(2_147_483_647),
  until: z.coerce.number().int(),
  sign: z.string().max(60),
})

/** The bytes, whole or from where a line broke, for whoever holds a signed address of the owner. */
function bytesRoute(server: Server, { db, keys, packs }: PackRoutesNeeds): void {
  server.route({
    method: 'GET',
    url: '/files/chapter/:id',
    config: { access: 'public' },
    schema: {
      summary: '章节离线包的内容，凭签名的地址；Range 与 If-Range 可续传，ETag 是整个文件的 SHA-256',
      tags: ['文件'],
      params: packParams,
      querystring: signed,
    },
    handler: async (request, reply) => {
      const { id } = packParams.parse(request.params)
      const { by, until, sign } = signed.parse(request.query)
      const right = sameSecret(Buffer.from(signatureOf(keys, id, by, until)), Buffer.from(sign))
      if (!right || until * 1000 < Date.now()) throw new AppError('missing')
      const owner = await actorOfIdentity(db, by)
      if (!owner?.enabled) throw new AppError('missing')
      const { name, bytes, sha256, storageKey } = await readyPack(db, owner.actor, id)
      const etag = `"${sha256}"`
      return sendFile(
        reply,
        {
          name,
          bytes,
          mime: 'application/zip',
          etag,
          caching: 'private, no-store',
          read: (part) => packs.read(storageKey, part),
        },
        'attachment',
        rangeFor(request.headers, etag),
      )
    },
  })
}
