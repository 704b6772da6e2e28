import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { date } from '../../kinds/date.ts'
import { orderedBy, page, paging } from '../envelope.ts'

/** Top items that a client may offer to districts and cities, in the words of the menus. */
export const offerable = {
  home: '首页',
  teachers: '教师管理',
  review: '资料审核',
  'professional-archive': '专业档案',
  'integrity-archive': '诚信档案',
  institutions: '机构管理',
  analysis: '数据分析',
  'training-and-research': '教研培训',
  apps: '应用中心',
} as const
const keys = Object.keys(offerable) as [keyof typeof offerable, ...(keyof typeof offerable)[]]

const line = (label: string, most: number) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .max(most, `不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')
const noneIfBlank = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), z.null(), schema]).default(null)
const number = (label: string) =>
  z.int(`${label}应为整数`).min(1, `${label}从 1 起`).max(999_999, `${label}过大`)
const day = noneIfBlank(date.schema({ kind: 'date', label: '日期', required: false }))

/** Fields of a client that administrators write. */
const written = {
  name: line('方案名称', 100).min(1, '请填写方案名称'),
  clientKind: z.string().refine((code) => hasCode('clientKind', code), '请选择类别'),
  areaCode: z.string({ error: '请填写覆盖区域' }).regex(/^[1-9]\d{5}$/, '应为 6 位区划代码'),
  domain: noneIfBlank(
    line('访问域名', 200)
      .toLowerCase()
      .regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/, '应为域名，如 edu.example.cn'),
  ),
  contact: noneIfBlank(line('联系人', 30)),
  startDate: day,
  endDate: day,
  /** Null: every top item. */
  navigation: z
    .array(z.enum(keys, { error: '没有该栏目' }))
    .min(1, '至少保留一个栏目')
    .nullable()
    .default(null),
  fullPageId: noneIfBlank(number('页面方案编号')),
  /**
   * A picture the administrator uploaded; shown beside the portal's name to whoever comes by the client's
   * domain.
   */
  logo: z.uuid('没有该文件').nullable().default(null),
  enabled: z.boolean({ error: '应为是或否' }),
}

export const clientDraft = z.strictObject({ clientId: number('方案编号'), ...written })
export type ClientDraft = z.infer<typeof clientDraft>
export const clientEdit = z.strictObject({ ...written, version: z.int('版本号应为整数') })
export type ClientEdit = z.infer<typeof clientEdit>

export const clientView = z.object({
  id: z.number().int(),
  name: z.string(),
  clientKind: z.string(),
  areaCode: z.string(),
  domain: z.string().nullable(),
  contact: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  navigation: z.array(z.string()).nullable(),
  fullPageId: z.number().int().nullable(),
  logo: z.object({ id: z.string(), url: z.string() }).nullable(),
  enabled: z.boolean(),
  version: z.number().int(),
  /** Accounts bound to it. */
  accounts: z.number().int(),
})
export type ClientView = z.infer<typeof clientView>
export const clientPage = page(clientView)
export const clientQuery = z.strictObject({
  ...paging,
  keyword: line('名称', 60).optional(),
  sort: orderedBy('id', 'name'),
})

/** GET and PUT /api/v1/client/{id}/binding. */
const boundAccount = z.object({
  identityId: z.number().int(),
  name: z.string(),
  role: z.number().int(),
  institution: z.string(),
  pageId: z.number().int(),
})
export type BoundAccount = z.infer<typeof boundAccount>
export const bindingPage = page(boundAccount)
const ids = z
  .array(z.int('编号应为整数').min(1, '编号从 1 起').max(2_147_483_647, '编号过大'))
  .max(500, '一次最多 500 个')
  .default([])
export const bindingChange = z.strictObject({ orgs: ids, users: ids })
