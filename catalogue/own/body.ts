import { z } from 'zod'
import { conditionShape } from '../contract/archive/chains.ts'
import { dayText, filledText, typedText } from '../contract/envelope.ts'
import type { KindName } from '../kinds/kinds.ts'
import { isOwnKey } from './key.ts'
import { ownTypeShape } from './type-body.ts'

/** Kinds that an own field may have. Relations, blocks and the numbers of persons stay with shipped fields. */
export const ownKinds = [
  'text',
  'longText',
  'integer',
  'decimal',
  'year',
  'month',
  'date',
  'bool',
  'dict',
  'area',
  'email',
  'url',
  'phone',
  'institution',
  'file',
] as const
export type OwnKind = (typeof ownKinds)[number]

/** What can be said of a field of a kind beside its label. */
interface KindRule {
  /** Chooses from a list. */
  readonly options?: true
  /** Has a most number of letters. */
  readonly length?: true
  /** May follow a named form. */
  readonly form?: true
  /** May be sealed: the codec seals one text. */
  readonly seals?: true
  /** Says how to reach a person, so that it is masked at least. */
  readonly reaches?: true
  /** Is nothing that a list shows or filters by. */
  readonly unlisted?: true
}

export const kindRules: Readonly<Partial<Record<KindName, KindRule>>> = {
  text: { length: true, form: true, seals: true },
  longText: { length: true, unlisted: true },
  dict: { options: true },
  phone: { seals: true, reaches: true },
  email: { seals: true, reaches: true },
  file: { unlisted: true },
}

/** Named forms of one line of text. A free pattern could make each reading slow. */
export const textForms = {
  digits: { label: '只含数字', pattern: /^\d+$/, says: '只能填数字', example: '2026001' },
  letters: { label: '字母和数字', pattern: /^[A-Za-z0-9]+$/, says: '只能填字母和数字', example: 'A2026' },
  creditCode: {
    label: '统一社会信用代码',
    pattern: /^[0-9A-HJ-NPQRTUWXY]{18}$/,
    says: '应为 18 位统一社会信用代码',
    example: '12441700456123789X',
  },
  documentNo: {
    label: '文号',
    pattern: /^[\p{Script=Han}]{1,12}〔\d{4}〕\d{1,5}号$/u,
    says: '应形如 阳教〔2026〕15号',
    example: '阳教〔2026〕15号',
  },
  schoolYear: {
    label: '学年',
    pattern: /^\d{4}-\d{4}学年$/,
    says: '应形如 2026-2027学年',
    example: '2026-2027学年',
  },
} as const
export type TextForm = keyof typeof textForms

/** Why an office may collect what it asks for (个人信息保护法, 第十三条). */
export const bases = {
  duty: '履行法定职责',
  contract: '人事管理所必需',
  consent: '本人同意',
} as const

/** Where an own field is used beside the form. */
export const uses = {
  list: '列表',
  filter: '筛选',
} as const
export type Use = keyof typeof uses

const day = dayText()
const count = z.number({ error: '应为整数' }).int('应为整数')

const option = z.strictObject({
  code: z.string().regex(/^\d{1,3}$/, '代码为一至三位数字'),
  label: typedText('选项', 30),
  /** Old records hold it, nobody chooses it any more. */
  ended: z.literal(true).optional(),
})

/** One field that an office adds to a record type. Its key and its kind never change. */
export const ownField = z.strictObject({
  key: z.string().refine(isOwnKey, '栏目编号有误'),
  label: filledText('栏目名称', 20),
  help: typedText('填写说明', 100).optional(),
  kind: z.enum(ownKinds, { error: '该类型不能用于自有栏目' }),
  maxLength: count.min(1, '至少 1 个字').max(2000, '不超过 2000 个字').optional(),
  min: count.optional(),
  max: count.optional(),
  precision: count.min(0).max(4, '小数不超过 4 位').optional(),
  form: z.enum(Object.keys(textForms) as [TextForm, ...TextForm[]]).optional(),
  /** A shipped code table, or own options in its place. */
  dict: z.string().max(60).optional(),
  options: z.array(option).max(60, '选项不超过 60 个').optional(),
  /** Must be filled in what is handed in from this day on (Asia/Shanghai). */
  requiredFrom: day.optional(),
  masked: z.literal(true).optional(),
  sealed: z.literal(true).optional(),
  visibleWhen: conditionShape.optional(),
  requiredWhen: conditionShape.optional(),
  /** Title of the section of the form in which it stands; a new one comes last. */
  section: filledText('所在分组', 20),
  /** Side of a mixed or recorded record that writes it. */
  writer: z.enum(['teacher', 'institution']).optional(),
  uses: z.array(z.enum(Object.keys(uses) as [Use, ...Use[]])).max(2),
  why: z.strictObject({
    purpose: typedText('收集目的', 100).min(4, '请说明收集目的'),
    basis: z.enum(Object.keys(bases) as [keyof typeof bases, ...(keyof typeof bases)[]]),
    document: typedText('依据文件', 60).optional(),
    keptYears: count.min(1, '至少保存 1 年').max(100, '不超过 100 年'),
  }),
  /** No longer filled in from this day on; what was filled in stays. */
  ended: z.strictObject({ from: day, says: filledText('停用说明', 60) }).optional(),
})
export type OwnField = z.infer<typeof ownField>

/** What an office asks more of a shipped field. Looser cannot be said. */
export const stricterField = z.strictObject({
  field: z.string().max(60),
  requiredFrom: day.optional(),
  maxLength: count.min(1).optional(),
  without: z.array(z.string().max(20)).max(200).optional(),
  help: typedText('填写说明', 100).optional(),
})
export type StricterField = z.infer<typeof stricterField>

/** All that one office says about one record type. */
export const ownBody = z.strictObject({
  fields: z.array(ownField).max(200),
  tightened: z.array(stricterField).max(60),
  hidden: z.array(z.string().max(60)).max(60),
  /** Of a type of the office's own: what it is beside its fields. */
  record: ownTypeShape.optional(),
})
export type OwnBody = z.infer<typeof ownBody>

export const emptyBody: OwnBody = { fields: [], tightened: [], hidden: [] }
