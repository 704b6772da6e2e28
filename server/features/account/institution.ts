import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import {
  officeRoles,
  organizationBody,
  ownOrganization,
  seal,
  sealBody,
  type OwnOrganization,
} from '../../../catalogue/contract/account/personal.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { changeSeal, describeInstitution, renameInstitution } from '../../engine/directory/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { argumentsOf } from './arguments.ts'
import type { AccountOptions } from './options.ts'
import { noteAccount } from './store.ts'

const tag = '个人中心'
const text = z.string().max(400).optional()

async function organizationOf(o: AccountOptions, { institutionId }: Actor): Promise<OwnOrganization> {
  const row = await o.db.one<Omit<OwnOrganization, 'above'>>(sql`
    select id, name, code, level, area_code, principal, phone, address
    from institution
    where id = ${institutionId}`)
  const above = await o.db.query<{ id: number; name: string }>(sql`
    with recursive up as (
      select id, name, parent_id, 0 as step from institution where id = ${institutionId}
      union all
      select i.id, i.name, i.parent_id, up.step + 1
      from institution i
      join up on i.id = up.parent_id
      where up.step < 10)
    select id, name from up where step > 0 order by step desc`)
  return { ...row, above }
}

async function sealOf(o: AccountOptions, { institutionId }: Actor): Promise<z.output<typeof seal>> {
  const { seal_file, updated_at } = await o.db.one<{
    seal_file: string | null
    updated_at: string | null
  }>(sql`
    select i.seal_file, f.created_at as updated_at
    from institution i
    left join file f on f.id = i.seal_file
    where i.id = ${institutionId}`)
  const url = o.photoAddress(seal_file)
  return { url, updated_at, seal: url }
}

/** The seal: a picture uploaded by one of the person's own identities, or none. */
async function setSeal(o: AccountOptions, actor: Actor, id: string): Promise<void> {
  const file =
    id !== '' && uuid.safeParse(id).success
      ? await o.db.maybeOne<{ mime: string }>(sql`
          select mime
          from file
          where id = ${id} and by_identity in (select id from identity where person_id = ${actor.personId})`)
      : undefined
  if (id !== '' && !file) throw new AppError('missing')
  if (file && !file.mime.startsWith('image/')) {
    const message = '印章请用 png 或 jpg 图片'
    throw invalid('seal', message)
  }
  await o.db.transaction(async (tx) => {
    await changeSeal(tx, actor.institutionId, id === '' ? null : id)
    await noteAccount(tx, { identityId: actor.identityId, personId: actor.personId, action: 'seal.change' })
  })
}

/** Changes what was sent; a new name holds from today, and the former one still finds the institution. */
async function changeOwn(
  o: AccountOptions,
  actor: Actor,
  { name, ...told }: z.output<typeof organizationBody>,
): Promise<void> {
  const id = actor.institutionId
  const given = Object.entries(told).filter(([, value]) => value !== undefined)
  const facts = Object.fromEntries(given.map(([key, value]) => [key, value === '' ? null : value]))
  await o.db.transaction(async (tx) => {
    await describeInstitution(tx, actor, { id, version: null, facts })
    if (name === undefined) return
    const { code } = await tx.one<{ code: string | null }>(sql`select code from institution where id = ${id}`)
    const nameSort = o.engine.sortForm(name)
    await renameInstitution(tx, actor, { id, version: null, name, nameSort, code, from: today() })
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
    access: officeRoles,
    tag,
    summary: '修改本单位的名称、负责人、联系电话、地址；没写的不变',
    stepUp: true,
    query: z.strictObject({ name: text, principal: text, phone: text, address: text }),
    body: z.unknown(),
    answer: z.boolean(),
    perMinute: 20,
    handle: async ({ query, body }, request) => {
      await changeOwn(o, o.actorOn(request), argumentsOf(organizationBody, query, body))
      return true
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/seal',
    access: officeRoles,
    tag,
    summary: '本单位的印章图片',
    answer: seal,
    handle: (_, request) => sealOf(o, o.actorOn(request)),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/resetSeal',
    access: officeRoles,
    tag,
    summary: '更换本单位的印章：本人上传过的图片的编号，空为移除',
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
