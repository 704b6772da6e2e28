import { z } from 'zod'
import {
  appDraft,
  appEdit,
  appId,
  appOrder,
  appPage,
  appPins,
  appQuery,
  appView,
  clientsFound,
  maintenanceSave,
  placesFound,
  placesQuery,
  roleLines,
  roleQuery,
  roleSave,
} from '../../../catalogue/contract/administration/apps.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { within } from '../../platform/db/like.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { boundApps, saveBindings } from './bindings.ts'
import { addApp, announce, appById, editApp, listApps, orderApps } from './manage.ts'
import type { AppNeeds } from './needs.ts'
import { pin, pinsOf } from './pins.ts'

const url = '/api/v1/appManage'
const own = { access: [1], tag: '应用管理' } as const
/** Roles that bind apps to roles (modules.json, app: bind), and the province for its region. */
const bound = { access: [1, 4, 5, 6], tag: '应用管理' } as const
const params = z.object({ id: appId })

/** Keeping the apps, and whom they are given. */
export function manageRoutes(server: Server, needs: AppNeeds): void {
  bindingRoutes(server, needs)
  pinRoutes(server, needs)
  keepingRoutes(server, needs)
}

function bindingRoutes(server: Server, { db, actorOn }: AppNeeds): void {
  register(server, {
    ...bound,
    method: 'GET',
    url: `${url}/role`,
    summary: '应用角色绑定：管理员看全部，教育局看授权到本地区的',
    query: roleQuery,
    answer: roleLines,
    handle: ({ query }, request) => boundApps(db, actorOn(request), query),
  })
  register(server, {
    ...bound,
    method: 'PUT',
    url: `${url}/role`,
    stepUp: false,
    summary: '保存应用角色绑定；教育局只管本地区，不能超出上级的授权',
    body: roleSave,
    answer: z.boolean(),
    handle: ({ body }, request) => saveBindings(db, actorOn(request), body),
  })
  register(server, {
    ...bound,
    method: 'GET',
    url: `${url}/places`,
    summary: '范围内的单位，按名称找',
    query: placesQuery,
    answer: placesFound,
    handle: ({ query }, request) => {
      const actor = actorOn(request)
      return db.query<{ id: number; name: string }>(sql`
        select i.id, i.name
        from institution i
        where i.closed_on is null and i.name ilike ${within(query.q)}
          and ${actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')}
        order by length(i.name), i.id
        limit 20`)
    },
  })
  register(server, {
    ...bound,
    method: 'GET',
    url: `${url}/clients`,
    summary: '站点方案的编号和名称',
    answer: clientsFound,
    handle: () =>
      db.query<{ id: number; name: string }>(
        sql`select id, name from client where enabled order by id limit 500`,
      ),
  })
}

function pinRoutes(server: Server, { db, actorOn }: AppNeeds): void {
  register(server, {
    ...bound,
    method: 'GET',
    url: `${url}/pins`,
    summary: '本单位置顶的应用',
    answer: appPins,
    handle: (_, request) => pinsOf(db, actorOn(request)),
  })
  register(server, {
    ...bound,
    method: 'PUT',
    url: `${url}/pins`,
    summary: '为本地区的人置顶应用',
    body: appPins,
    answer: appPins,
    handle: ({ body }, request) => pin(db, actorOn(request), body.apps),
  })
}

function keepingRoutes(server: Server, needs: AppNeeds): void {
  const { actorOn } = needs
  register(server, {
    ...own,
    method: 'GET',
    url,
    summary: '应用列表',
    query: appQuery,
    answer: appPage,
    handle: ({ query }) => listApps(needs, query),
  })
  register(server, {
    ...own,
    method: 'POST',
    url,
    summary: '新增应用',
    body: appDraft,
    answer: appView,
    handle: ({ body }, request) => addApp(needs, actorOn(request), body),
  })
  register(server, {
    ...own,
    method: 'PUT',
    url: `${url}/order`,
    summary: '保存应用的顺序',
    body: appOrder,
    answer: z.boolean(),
    handle: ({ body }, request) => orderApps(needs, actorOn(request), body.apps),
  })
  register(server, {
    ...own,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一个应用',
    params,
    answer: appView,
    handle: ({ params: { id } }) => appById(needs, id),
  })
  register(server, {
    ...own,
    method: 'PUT',
    url: `${url}/:id`,
    summary: '修改应用，启用或停用',
    params,
    body: appEdit,
    answer: appView,
    handle: ({ params: { id }, body: { version, ...told } }, request) =>
      editApp(needs, actorOn(request), { id, version, told }),
  })
  register(server, {
    ...own,
    method: 'PUT',
    url: `${url}/:id/maintenance`,
    summary: '公告应用的维护时段；null 撤销公告',
    params,
    body: maintenanceSave,
    answer: appView,
    handle: ({ params: { id }, body }, request) => announce(needs, actorOn(request), id, body),
  })
}
