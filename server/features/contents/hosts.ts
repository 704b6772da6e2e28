import { z } from 'zod'
import { hostDraft, hostLine, type HostLine } from '../../../catalogue/contract/portal/contents.ts'
import { faultOfHost } from '../../../catalogue/contents/safe-url.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { refuse } from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Contents } from './feature.ts'
import { audited } from '../../platform/audit/note.ts'

/** The administrator's list of hosts; every change stands in the audit. */
export function hostRoutes(server: Server, { db, actorOn, onChanged }: Contents): void {
  const shared = { access: [1], tag: '外链名单', duties: ['security'] } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/allowedHosts',
    summary: '可以直接打开的网站',
    answer: z.object({ list: z.array(hostLine) }),
    handle: async () => ({
      list: await db.query<HostLine>(sql`select host, note, at from allowed_host order by host`),
    }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/allowedHosts',
    summary: '新增一个网站',
    body: hostDraft,
    answer: z.boolean(),
    handle: async ({ body: { host, note } }, request) => {
      const fault = faultOfHost(host)
      refuse(fault === null ? [] : [{ field: 'host', message: fault }])
      const { identityId } = actorOn(request)
      await db.transaction(async (tx) => {
        const added = await tx.execute(
          sql`insert into allowed_host (host, note, by_identity)
            values (${host}, ${note}, ${identityId})
            on conflict
            do nothing`,
        )
        if (added === 0)
          throw new AppError('duplicate', {
            message: '名单里已有该网站',
            errors: [{ field: 'host', message: '名单里已有该网站' }],
          })
        await tx.execute(audited({ by: identityId, action: 'host.added', facts: { host } }))
      })
      onChanged()
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/allowedHosts',
    summary: '移出一个网站；链到那里的内容此后先提示再打开',
    query: z.strictObject({ host: z.string().max(260) }),
    answer: z.boolean(),
    handle: async ({ query: { host } }, request) => {
      const { identityId } = actorOn(request)
      await db.transaction(async (tx) => {
        if ((await tx.execute(sql`delete from allowed_host where host = ${host}`)) === 0)
          throw new AppError('missing')
        await tx.execute(audited({ by: identityId, action: 'host.removed', facts: { host } }))
      })
      onChanged()
      return true
    },
  })
}
