import { z } from 'zod'
import {
  bindingChange,
  bindingPage,
  clientDraft,
  clientEdit,
  clientPage,
  clientQuery,
  clientView,
  type ClientView,
} from '../../../catalogue/contract/administration/clients.ts'
import { paging } from '../../../catalogue/contract/envelope.ts'
import { myInfo } from '../../../catalogue/contract/workspace.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { assignToClient } from '../../engine/directory/index.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { fault, refuseTaken, refuseFile, write, noteClient } from './write.ts'

/** Dependencies of the feature, from `app`. */
export interface Clients {
  readonly db: Database
  readonly actorOn: ActorOn
  /** An address of a file that anybody may use for about a day. */
  readonly fileAddress: (id: string) => string
  /** Called after each change: name and mark stand on public pages that are kept. */
  readonly onChanged: () => void
}

type Row = Omit<ClientView, 'logo'> & { readonly logo_file: string | null }
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, '编号应为数字')
    .transform(Number),
})
const selected = sql`
  k.id, k.name, k.kind as "clientKind", k.area_code as "areaCode", k.domain, k.contact,
    k.starts_on as "startDate", k.ends_on as "endDate", k.navigation,
  k.logo_file, k.full_page_id as "fullPageId", k.enabled, k.version, (select count(*)::int
    from identity a
    where a.client_id = k.id) as accounts`

const shared = { access: [1], tag: '站点方案' } as const

const viewOf = ({ fileAddress }: Clients, { logo_file: logo, ...row }: Row): ClientView => ({
  ...row,
  logo: logo === null ? null : { id: logo, url: fileAddress(logo) },
})

async function viewById(o: Clients, id: number): Promise<ClientView> {
  const found = await o.db.maybeOne<Row>(sql`select ${selected} from client k where k.id = ${id}`)
  if (!found) throw new AppError('missing')
  return viewOf(o, found)
}

/**
 * Clients: bundles of domain, navigation and accounts. What a client offers is its data; no number stands in
 * the program.
 */
export function clientRoutes(server: Server, o: Clients): void {
  ownRoute(server, o)
  readingRoutes(server, o)
  writingRoutes(server, o)
  bindingRoutes(server, o)
}

/** The client of whoever asks. */
function ownRoute(server: Server, { db, actorOn }: Clients): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/myinfo',
    access: 'signedIn',
    tag: '站点方案',
    summary: '我的站点方案和它给我的栏目',
    answer: myInfo,
    handle: async (_, request) => {
      const { identityId, role } = actorOn(request)
      // A client that is off or over offers what everybody is offered.
      return db.one<{ client_id: number; page_id: number; navigation: string[] | null }>(sql`
        select a.client_id, a.page_id,
          case when ${role === 4 || role === 5} and k.full_page_id is distinct from a.page_id then k.navigation end as navigation
        from identity a left join client k on k.id = a.client_id and k.enabled
          and coalesce(k.starts_on <= current_date, true) and coalesce(k.ends_on >= current_date, true)
        where a.id = ${identityId}`)
    },
  })
}

/** The clients, for the administrator. */
function readingRoutes(server: Server, o: Clients): void {
  const { db } = o
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/client',
    summary: '站点方案列表',
    query: clientQuery,
    answer: clientPage,
    handle: async ({ query: { page, pageSize, keyword, sort = 'id' } }) => {
      const where: Sql = keyword ? sql`strpos(lower(k.name), ${keyword.toLowerCase()}) > 0` : sql`true`
      const [rows, { total }] = await Promise.all([
        db.query<Row>(
          sql`select ${selected}
            from client k
            where ${where}
            order by ${orders[sort]}
            limit ${pageSize}
            offset ${(page - 1) * pageSize}`,
        ),
        db.one<{ total: number }>(sql`select count(*)::int as total from client k where ${where}`),
      ])
      return { list: rows.map((row) => viewOf(o, row)), total, page, pageSize }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/client/:id',
    summary: '一个站点方案',
    params,
    answer: clientView,
    handle: ({ params: { id } }) => viewById(o, id),
  })
}

/** Making and changing a client. */
function writingRoutes(server: Server, o: Clients): void {
  const { db, actorOn } = o
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/client',
    summary: '新增站点方案',
    body: clientDraft,
    answer: clientView,
    handle: async ({ body }, request) => {
      await db.transaction(async (tx) => {
        await refuseTaken(tx, body, body.clientId)
        await refuseFile(tx, actorOn(request), body.logo, null)
        const added = await tx.execute(
          sql`insert into client (id, name, kind, area_code)
            values (${body.clientId}, ${body.name}, ${body.clientKind}, ${body.areaCode})
            on conflict (id)
            do nothing`,
        )
        if (added === 0) throw fault('duplicate', 'clientId', '该方案编号已有，请换一个')
        await write(tx, body.clientId, body)
        await noteClient(tx, actorOn(request), 'client.created', { client: body.clientId })
      })
      o.onChanged()
      return viewById(o, body.clientId)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/client/:id',
    summary: '修改站点方案',
    params,
    body: clientEdit,
    answer: clientView,
    handle: async ({ params: { id }, body: { version, ...told } }, request) => {
      await db.transaction(async (tx) => {
        const row = await tx.maybeOne<{ version: number; logo_file: string | null }>(
          sql`select version, logo_file from client where id = ${id} for update`,
        )
        if (!row) throw new AppError('missing')
        if (row.version !== version) throw new AppError('stale')
        await refuseTaken(tx, told, id)
        await refuseFile(tx, actorOn(request), told.logo, row.logo_file)
        await write(tx, id, told)
        await noteClient(tx, actorOn(request), 'client.edited', { client: id })
      })
      o.onChanged()
      return viewById(o, id)
    },
  })
}

/** By the keys of the table. */
const orders: Readonly<Record<NonNullable<z.infer<typeof clientQuery>['sort']>, Sql>> = {
  id: sql`k.id`,
  '-id': sql`k.id desc`,
  name: sql`k.name, k.id`,
  '-name': sql`k.name desc, k.id`,
}

/** The institutions a client is bound to. */
function bindingRoutes(server: Server, o: Clients): void {
  const { db, actorOn } = o
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/client/:id/binding',
    summary: '绑定在方案下的账号',
    params,
    query: z.strictObject(paging),
    answer: bindingPage,
    handle: async ({ params: { id }, query: { page, pageSize } }) => {
      const { accounts } = await viewById(o, id)
      const list = await db.query<{
        identityId: number
        name: string
        role: number
        institution: string
        pageId: number
      }>(sql`
        select a.id as "identityId", p.name, a.role, i.name as institution, a.page_id as "pageId"
        from identity a join person p on p.id = a.person_id join institution i on i.id = a.institution_id
        where a.client_id = ${id} order by a.id limit ${pageSize} offset ${(page - 1) * pageSize}`)
      return { list, total: accounts, page, pageSize }
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/client/:id/binding',
    summary: '把机构的全部账号、或几个账号归到该方案',
    params,
    body: bindingChange,
    answer: z.object({ bound: z.number().int() }),
    handle: async ({ params: { id }, body: { orgs, users } }, request) => {
      await viewById(o, id)
      return db.transaction(async (tx) => {
        const bound = await assignToClient(tx, id, { institutions: orgs, identities: users })
        await noteClient(tx, actorOn(request), 'client.bound', { client: id, bound })
        return { bound }
      })
    },
  })
}
