import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'

/** One kept reason; an empty `field` concerns the record as a whole. */
export const savedReason = z.strictObject({
  field: z.string().max(60),
  text: z.string().trim().min(1, '请写意见').max(200, '每条意见不超过 200 个字'),
})
export type SavedReason = z.infer<typeof savedReason>

/** A reason with the record type it is used for. */
export const reasonOfType = savedReason.extend({ type: z.string().min(1, '缺少档案类型').max(60) })
/**
 * GET /api/v1/reasons: those I keep, and those of the library for everybody, which concern the record as a
 * whole.
 */
export const savedReasons = z.object({
  list: z.array(savedReason),
  library: z.array(z.object({ action: z.enum(['return', 'reject']), content: z.string() })),
  /** Reasons of the declaration that are not offered here. */
  off: z.array(savedReason),
})

/** One entry of the library (modules.reasonLibrary); `recordType` null for every type. */
export const libraryReason = z.strictObject({
  recordType: z.string().max(60).nullable().default(null),
  action: z.enum(['return', 'reject'], '请选择退回或不予通过'),
  content: z
    .string({ error: '请写意见' })
    .trim()
    .min(1, '请写意见')
    .max(200, '每条意见不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
  sortNo: z.int('排序号应为整数').min(0, '排序号从 0 起').max(9999, '排序号过大'),
  enabled: z.boolean({ error: '应为是或否' }),
})
export type LibraryReason = z.infer<typeof libraryReason>

/**
 * PUT /api/v1/reasonLibrary: the whole list; `was` is the list as it was read, so that nobody writes over
 * somebody else.
 */
export const reasonLibraryBody = z.strictObject({
  list: z.array(libraryReason).max(200, '意见库至多 200 条'),
  was: z.array(libraryReason).optional(),
})

/** Most reasons one officer keeps for one record type: a list one can still read. */
export const mostReasons = 30

/** GET and PUT /api/v1/reasonLibrary/builtIn: the reasons of the declarations, each switched by its place. */
const builtInReason = z.object({
  recordType: z.string(),
  field: z.string(),
  text: z.string(),
  enabled: z.boolean(),
  /** The administrator switched it off for everybody; never true for the administrator. */
  offForAll: z.boolean(),
})
export type BuiltInReason = z.infer<typeof builtInReason>
export const builtInReasons = z.object({ list: z.array(builtInReason) })
export const builtInSwitch = z.strictObject({
  recordType: z.string({ error: '缺少档案类型' }).max(60, '没有该档案类型'),
  field: z.string({ error: '缺少栏目' }).max(60, '没有该栏目'),
  text: z.string({ error: '缺少意见' }).max(200, '未找到该内置意见').refine(isStorable, '未找到该内置意见'),
  enabled: z.boolean({ error: '请选择启用或停用' }),
})
export type BuiltInSwitch = z.output<typeof builtInSwitch>
