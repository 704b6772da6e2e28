import { z } from 'zod'
import { dayText } from '../envelope.ts'
import { isStorable } from '../../kinds/kind.ts'

/**
 * One dictionary in the administrator's list. `fixed`: the system itself depends on it, and no field of an
 * archive shows it.
 */
export const dictionaryLine = z.object({
  name: z.string(),
  label: z.string(),
  standard: z.string(),
  items: z.number().int(),
  /** Items added, renamed or ended here. */
  changed: z.number().int(),
  fixed: z.boolean(),
  uses: z.array(z.object({ type: z.string(), title: z.string(), field: z.string(), label: z.string() })),
})
export type DictionaryLine = z.infer<typeof dictionaryLine>

/**
 * One item. `standard`: its label in the catalogue; null for one that was added here. `version` 0: never
 * changed here.
 */
export const dictionaryItem = z.object({
  code: z.string(),
  label: z.string(),
  standard: z.string().nullable(),
  heading: z.boolean(),
  aliases: z.array(z.string()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  place: z.number().int().nullable(),
  groups: z.array(z.string()),
  version: z.number().int(),
  state: z.enum(['inForce', 'ended', 'coming']),
})
export type DictionaryItem = z.infer<typeof dictionaryItem>

export const dictionaryView = dictionaryLine.extend({
  /** Whether renaming and ending items of the standard asks for a reason. */
  national: z.boolean(),
  /** Whether the system ranks these codes by itself; added ones are left out of that. */
  ranked: z.boolean(),
  /** Values of the parent field, where the choice depends on one. */
  groups: z.array(z.object({ code: z.string(), label: z.string() })),
  list: z.array(dictionaryItem),
  history: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      code: z.string(),
      label: z.string(),
      what: z.array(z.string()),
      reason: z.string(),
    }),
  ),
})
export type DictionaryView = z.infer<typeof dictionaryView>

/** How many values in force hold each code, and when that was counted. */
export const dictionaryUsage = z.object({ counts: z.record(z.string(), z.number().int()), at: z.string() })

const words = (most: number, what: string) =>
  z
    .string({ error: `请填写${what}` })
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')
const noDay = z.union([z.literal('').transform(() => null), z.null(), dayText()])

const given = {
  label: words(60, '名称'),
  aliases: z
    .array(words(60, '别名'))
    .max(20, '别名至多 20 个')
    .transform((all) => [...new Set(all)]),
  from: noDay,
  to: noDay,
  place: z
    .number({ error: '顺序应为整数' })
    .int('顺序应为整数')
    .min(1, '顺序从 1 起')
    .max(99_999, '顺序过大')
    .nullable(),
  groups: z
    .array(z.string().max(20, '代码过长'))
    .max(50, '至多选 50 项')
    .transform((all) => [...new Set(all)]),
}
/** POST /api/v1/dictionaryManage/{name}/items. */
export const dictionaryDraft = z.strictObject({
  code: z
    .string({ error: '请填写代码' })
    .trim()
    .regex(/^[A-Za-z0-9]{1,12}$/, '代码为 1 至 12 位字母或数字'),
  ...given,
})
export type DictionaryDraft = z.infer<typeof dictionaryDraft>
/** PUT /api/v1/dictionaryManage/{name}/items/{code}: the whole item, with the version that was read. */
export const dictionaryEdit = z.strictObject({
  ...given,
  version: z.int('版本号应为整数').min(0, '版本号从 0 起').max(2_147_483_647, '版本号过大'),
  reason: z
    .string()
    .trim()
    .max(200, '原因不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符')
    .default(''),
})
export type DictionaryEdit = z.infer<typeof dictionaryEdit>
