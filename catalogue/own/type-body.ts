import { z } from 'zod'
import { filledText } from '../contract/envelope.ts'

/** Where an own type stands and who writes it, in words. */
export const regimes = { reviewed: '本人填报，逐级审核', recorded: '单位登记，即时生效' } as const
export const holders = { teacher: '教师', institution: '单位' } as const
export const cardinalities = { many: '可多条', some: '至少一条', one: '每人一条' } as const
export const archiveWords = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const

const oneOf = <T extends string>(words: Readonly<Record<T, string>>, message: string) =>
  z.enum(Object.keys(words) as [T, ...T[]], { error: message })

const key = z.string({ error: '请选择栏目' }).max(60)
const count = z.number({ error: '应为整数' }).int('应为整数')

/** The four rules that an own type may have. No expressions: who reads one, knows what it asks. */
const check = z.discriminatedUnion(
  'form',
  [
    z.strictObject({ form: z.literal('notBefore'), field: key, other: key }),
    z.strictObject({ form: z.literal('notLater'), field: key }),
    z.strictObject({ form: z.literal('anyOf'), fields: z.array(key).min(2, '至少选两个栏目').max(6) }),
    z.strictObject({ form: z.literal('needs'), field: key, other: key }),
  ],
  { error: '没有该种校验' },
)
export type OwnCheck = z.infer<typeof check>
export type CheckForm = OwnCheck['form']

/** What the clerk calls the four rules. */
export const checkWords = {
  notBefore: '前者不早于后者',
  notLater: '不晚于今天',
  anyOf: '至少填一项',
  needs: '填了前者须填后者',
} as const satisfies Record<CheckForm, string>

/** A record type of a region's own, beside its fields. */
export const ownTypeShape = z.strictObject({
  title: filledText('档案名称', 20),
  archive: oneOf(archiveWords, '请选择归入哪一档案'),
  owner: oneOf(holders, '请选择是教师的还是单位的'),
  regime: oneOf(regimes, '请选择由谁填写'),
  cardinality: oneOf(cardinalities, '请选择可填几条'),
  /** Levels that decide, lowest first; empty for what an institution registers. */
  chain: z
    .array(z.enum(['school', 'area', 'city', 'province'], { error: '没有该审核层级' }))
    .max(4, '审核层级不超过四级'),
  attachments: z
    .strictObject({
      maxCount: count.min(1, '至少 1 个').max(20, '附件不超过 20 个'),
      required: z.boolean(),
    })
    .optional(),
  /** The day whose coming the owner is reminded of. */
  expires: z
    .strictObject({
      label: filledText('到期日名称', 20),
      section: filledText('所在分组', 20),
      required: z.boolean(),
      /** Of several records only the one that lasts longest. */
      latestOnly: z.boolean(),
    })
    .optional(),
  /** The field by which lists are ordered, newest first where `descending`. */
  order: key,
  descending: z.boolean(),
  /** The fields that name a record in lists and messages. */
  summary: z.array(key).max(3, '不超过三个栏目'),
  /** No two records of an owner, or of an institution, have the same values here. */
  unique: z
    .strictObject({
      within: z.enum(['owner', 'institution']),
      fields: z.array(key).min(1, '至少选一个栏目').max(3, '不超过三个栏目'),
    })
    .optional(),
  checks: z.array(check).max(10, '校验不超过 10 条'),
})
export type OwnTypeShape = z.infer<typeof ownTypeShape>
