import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { page, paging, typedText } from '../envelope.ts'

/** Roles that an app may be given (modules.json, app). */
export const appRoles = [2, 3, 4, 5, 6] as const
export type AppRole = (typeof appRoles)[number]
/** The number that jump links and `ucAppList` have for the portal itself. */
export const portalApp = '1'

/** The number of an app: three characters at most (specification, section 5). */
export const appId = z
  .string({ error: '请填写应用编号' })
  .regex(/^[A-Za-z0-9]{1,3}$/, '应用编号为 1 到 3 个字母或数字')

const count = z.int()
const clientId = z.int('方案编号应为整数').min(1).max(999_999).nullable().default(null)
const placeId = z.int('单位编号应为整数').min(1).max(2_147_483_647).nullable().default(null)

/**
 * Fields of an app that administrators write. `domain`: `https://host…`, or `/…` for a page of the portal.
 */
const written = {
  name: typedText('应用名称', 30).min(1, '请填写应用名称'),
  category: z.string({ error: '请选择分类' }).refine((code) => hasCode('appCategory', code), '请选择分类'),
  domain: typedText('应用域名', 500).min(1, '请填写应用域名'),
  entryPath: typedText('入口路径', 200)
    .refine((path) => path === '' || path.startsWith('/'), '入口路径以 / 开头')
    .default(''),
  icon: z.uuid('没有该文件').nullable().default(null),
  openMode: z
    .string({ error: '请选择打开方式' })
    .refine((code) => hasCode('openMode', code), '请选择打开方式'),
  description: typedText('说明', 200).default(''),
  sortNo: z.int('排序应为整数').min(0, '排序从 0 起').max(9999, '排序不超过 9999').default(0),
  enabled: z.boolean({ error: '应为是或否' }),
}
/** POST /api/v1/appManage */
export const appDraft = z.strictObject({ id: appId, ...written })
export type AppDraft = z.output<typeof appDraft>
/** PUT /api/v1/appManage/{id} */
export const appEdit = z.strictObject({ ...written, version: z.int('版本号应为整数') })
export type AppEdit = z.output<typeof appEdit>

/** `unchecked`: a page of the portal, or an address that the watch does not ask. */
export const healthStates = ['normal', 'slow', 'down', 'unchecked'] as const
export type HealthState = (typeof healthStates)[number]
const health = z.object({ state: z.enum(healthStates), ms: count.nullable(), at: z.string() })
const maintenance = z.object({ from: z.string(), until: z.string(), note: z.string(), now: z.boolean() })

export const appView = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  domain: z.string(),
  entryPath: z.string(),
  icon: z.object({ id: z.string(), url: z.string() }).nullable(),
  openMode: z.string(),
  description: z.string(),
  sortNo: count,
  enabled: z.boolean(),
  version: count,
  /** How many lines say whom it is given. */
  bindings: count,
  health: health.nullable(),
  maintenance: maintenance.nullable(),
})
export type AppView = z.infer<typeof appView>
/** GET /api/v1/appManage */
export const appPage = page(appView)
export const appQuery = z.strictObject({ ...paging, keyword: typedText('名称', 30).optional() })

/** PUT /api/v1/appManage/order: all apps, the first first. */
export const appOrder = z.strictObject({ apps: z.array(appId).min(1).max(500, '一次最多 500 个') })

const moment = (label: string) => z.iso.datetime({ offset: true, error: `${label}应为日期和时间` })
/** PUT /api/v1/appManage/{id}/maintenance; null takes the announcement back. */
export const maintenanceSave = z.strictObject({
  maintenance: z
    .strictObject({ from: moment('开始'), until: moment('结束'), note: typedText('说明', 100).default('') })
    .refine(({ from, until }) => Date.parse(until) > Date.parse(from), {
      path: ['until'],
      error: '结束应晚于开始',
    })
    .nullable(),
})
export type MaintenanceSave = z.output<typeof maintenanceSave>

/** One line of whom an app is given. `level` 2: may use it; 1: may ask for it. */
const binding = z.strictObject({
  role: z.union(
    appRoles.map((role) => z.literal(role)),
    { error: '没有该角色' },
  ),
  clientId,
  placeId,
  level: z.union([z.literal(1), z.literal(2)], { error: '应为 1（可申请）或 2（可使用）' }).default(2),
})
export type AppBinding = z.output<typeof binding>

/** GET /api/v1/appManage/role. `role`, `client_id`: apps bound to these. */
export const roleQuery = z.strictObject({
  role: z.coerce.number({ error: '角色应为数字' }).int().optional(),
  client_id: z.coerce.number({ error: '方案编号应为数字' }).int().optional(),
})
export type RoleQuery = z.output<typeof roleQuery>
const shownBinding = binding.extend({ client: z.string().nullable(), place: z.string().nullable() })
export type ShownBinding = z.infer<typeof shownBinding>
export const roleLines = z.array(
  z.object({
    app_id: z.string(),
    name: z.string(),
    category: z.string(),
    enabled: z.boolean(),
    /** Roles that may use it, as endpoints.json has them. */
    roles: z.array(count),
    /** Of the office that asks; the administrator's own for the administrator. */
    lines: z.array(shownBinding),
    /** What reaches the office from above: level by role. Empty for the administrator. */
    above: z.array(z.object({ role: count, level: count })),
    /** Whether the office has decided for its region; version of that decision, 0 before the first. */
    narrowed: z.boolean(),
    version: count,
  }),
)
export type RoleLine = z.infer<typeof roleLines>[number]

/**
 * PUT /api/v1/appManage/role: `roles` alone (endpoints.json) lets these use it; `lines` says it in full;
 * neither: as from above.
 */
export const roleSave = z.strictObject({
  app_id: appId,
  roles: z.array(binding.shape.role).max(5).optional(),
  lines: z.array(binding).max(300, '最多 300 行').optional(),
  version: z.int('版本号应为整数').optional(),
})
export type RoleSave = z.output<typeof roleSave>

/** Most apps that one office puts first. */
export const mostPins = 4
/** GET and PUT /api/v1/appManage/pins */
export const appPins = z.strictObject({
  apps: z.array(appId).max(mostPins, `最多置顶 ${mostPins} 个`),
})
/** GET /api/v1/appManage/places: institutions in scope by letters of their name. */
export const placesQuery = z.strictObject({ q: typedText('名称', 60).min(1, '请填写名称') })
export const placesFound = z.array(z.object({ id: count, name: z.string() }))
/** GET /api/v1/appManage/clients */
export const clientsFound = z.array(z.object({ id: count, name: z.string() }))
