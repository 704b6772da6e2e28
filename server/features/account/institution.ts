import { z } from 'zod'
import { userInfo } from '../../../catalogue/contract/account.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { organizationBody, ownOrganization, seal, sealBody, sealRoles } from '../../../catalogue/contract/personal.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { argumentsOf } from './arguments.ts'
import type { AccountOptions } from './options.ts'
import { note } from './store.ts'

const tag = '个人中心'
const text = z.string().max(60).optional()

async function organizationOf(o: AccountOptions, { institutionId }: Actor): Promise<z.input<typeof ownOrganization>> {
  const row = await o.db.one<{ id: number; name: string; code: string; level: string; area_code: string }>(sql`
    select id, name, code, level, area_code from institution where id = ${institutionId}`)
  const above = await o.db.query<{ id: number; name: string }>(sql`
    with recursive up as (
      select id, name, parent_id, 0 as step from institution where id = ${institutionId}
      union all select i.id, i.name, i.parent_id, up.step + 1 from institution i join up on i.id = up.parent_id where up.step < 10)
    select id, name from up where step > 0 order by step desc`)
  return { ...row, above }
}

async function sealOf(o: AccountOptions, { institutionId }: Actor): Promise<{ seal: string }> {
  const { seal_file } = await o.db.one<{ seal_file: string | null }>(sql`select seal_file from institution where id = ${institutionId}`)
  return { seal: o.photoAddress(seal_file) }
}

/** The seal: a picture uploaded by one of the person's own identities, or none. */
async function setSeal(o: AccountOptions, actor: Actor, id: string): Promise<void> {
  const file =
    id !== '' && uuid.safeParse(id).success
      ? await o.db.maybeOne<{ mime: string }>(sql`
          select mime from file where id = ${id} and by_identity in (select id from identity where person_id = ${actor.personId})`)
      : undefined
  if (id !== '' && !file) throw new AppError('missing')
  if (file && !file.mime.startsWith('image/')) {
    const message = '印章请用 png 或 jpg 图片'
    throw new AppError('invalid', { message, errors: [{ field: 'seal', message }] })
  }
  await o.db.transaction(async (tx) => {
    await tx.execute(sql`update institution set seal_file = ${id === '' ? null : id} where id = ${actor.institutionId}`)
    await note(tx, { identityId: actor.identityId, personId: actor.personId, action: 'seal.change' })
  })
}

/** The own institution and its seal. */
export function institutionRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/organization',
    access: 'signedIn',
    tag,
    summary: '本人当前所在的单位与上级',
    answer: ownOrganization,
    handle: (_, request) => organizationOf(o, o.actorOn(request)),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/updateOrganization',
    access: 'signedIn',
    tag,
    summary: '换到本人以同一身份任职的另一单位，得到新的登录',
    query: z.strictObject({ organization_id: text }),
    body: z.unknown(),
    answer: userInfo,
    perMinute: 30,
    handle: async ({ query, body }, request, reply) => {
      const { organization_id } = argumentsOf(organizationBody, query, body)
      const { personId, role } = o.actorOn(request)
      const own = await o.db.maybeOne<{ id: number }>(sql`
        select id from identity where person_id = ${personId} and role = ${role} and institution_id = ${organization_id} and lent_by is null and state = 'enabled'`)
      if (!own) throw new AppError('missing')
      return o.signingIn.changeIdentity(request, reply, own.id)
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/seal',
    access: sealRoles,
    tag,
    summary: '本单位的印章图片',
    answer: seal,
    handle: (_, request) => sealOf(o, o.actorOn(request)),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/resetSeal',
    access: sealRoles,
    tag,
    summary: '更换本单位的印章：本人上传过的图片的编号，空为去掉',
    stepUp: true,
    query: z.strictObject({ seal: text }),
    body: z.unknown(),
    answer: seal,
    perMinute: 20,
    handle: async ({ query, body }, request) => {
      const actor = o.actorOn(request)
      await setSeal(o, actor, argumentsOf(sealBody, query, body).seal)
      return sealOf(o, actor)
    },
  })
}
