import { z } from 'zod'
import { date } from '../../kinds/date.ts'
import { cleanLine, codePoints, isStorable } from '../../kinds/kind.ts'

const id = (what: string) =>
  z
    .number({ error: `请选择${what}` })
    .int(`请选择${what}`)
    .min(1, `请选择${what}`)
    .max(2_147_483_647, `请选择${what}`)
const day = (what: string) => date.schema({ kind: 'date', label: what, required: true })
const line = (what: string, most: number) =>
  z
    .string({ error: `请填写${what}` })
    .transform(cleanLine)
    .refine(
      (text) => text !== '' && isStorable(text) && codePoints(text) <= most,
      `请填写${what}，最多 ${most} 个字`,
    )
const code = z
  .union([z.null(), z.string()], { error: '标识码应为文字' })
  .default(null)
  .transform((text) => (text === null ? '' : cleanLine(text)))
  .refine((text) => isStorable(text) && codePoints(text) <= 18, '最多 18 位')
  .transform((text) => (text === '' ? null : text))

/** What is said of every change. */
const shared = {
  /** First day of the new state; a day to come is kept and done by the clock. */
  on: day('生效日期'),
  reason: line('依据或原因', 200),
}

/** An institution that begins with the change: below the same parent, of the same kind. */
const fresh = z.strictObject({ name: line('机构名称', 100), code })

/** Most institutions that are merged at once, and most people that are named in one change. */
export const mostMerged = 10
const mostNamed = 3000
const people = z.array(id('教师'), { error: '请选择教师' }).max(mostNamed, `一次最多 ${mostNamed} 人`)

const merge = z.strictObject({
  act: z.literal('merge'),
  /** The institutions that end. */
  from: z
    .array(id('并入的机构'), { error: '请选择并入的机构' })
    .min(1, '请选择并入的机构')
    .max(mostMerged, `一次最多 ${mostMerged} 个`),
  /** The institution that goes on; null where a new one begins. */
  into: z.union([z.null(), id('保留的机构')]).default(null),
  fresh: z.union([z.null(), fresh]).default(null),
  /** One of the institutions that end, whose office accounts go on at the new one. */
  officersOf: z.union([z.null(), id('沿用账号的机构')]).default(null),
  ...shared,
})
const close = z.strictObject({ act: z.literal('close'), id: id('机构'), ...shared })
const move = z.strictObject({
  act: z.literal('move'),
  id: id('机构'),
  parentId: id('新的上级机构'),
  ...shared,
})
const split = z.strictObject({
  act: z.literal('split'),
  id: id('机构'),
  fresh,
  /** Every member of the staff goes or stays. */
  goes: people,
  stays: people,
  ...shared,
})

/** A change of the structure. */
export const structurePlan = z.discriminatedUnion('act', [merge, close, move, split], {
  error: '没有这种机构调整',
})
export type StructurePlan = z.output<typeof structurePlan>
export type StructureAct = StructurePlan['act']

export const structureActLabels: Readonly<Record<StructureAct, string>> = {
  merge: '合并',
  close: '撤销',
  move: '改变上级',
  split: '分设',
}

/** POST /api/v1/structure/preview. */
export const structurePreviewOf = z.strictObject({ plan: structurePlan })

/** Where something goes, and how much of it. */
const outcome = z.object({
  what: z.string(),
  count: z.number().int(),
  from: z.string(),
  to: z.string(),
})
export type Outcome = z.infer<typeof outcome>

/** What a change would do, and why it cannot be done. */
export const structurePreview = z.object({
  lines: z.array(outcome),
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Versions of the institutions, by their numbers; sent back with the order. */
  versions: z.record(z.string(), z.number().int()),
  /** The name that is typed to confirm. */
  confirm: z.string(),
  /** Whether its day is to come. */
  waits: z.boolean(),
})
export type StructurePreview = z.infer<typeof structurePreview>

/** POST /api/v1/structure. */
export const structureOrder = z.strictObject({
  plan: structurePlan,
  versions: z.record(z.string().max(12), z.int('版本号应为整数'), { error: '缺少版本号，请重新预览' }),
  confirm: z.string({ error: '请输入机构名称' }).max(200, '与机构名称不符'),
})

export const structureStates = ['waiting', 'done', 'failed', 'cancelled'] as const
/** A change that was done, or waits for its day. */
export const structureEntry = z.object({
  id: z.string(),
  act: z.enum(['merge', 'close', 'move', 'split']),
  on: z.string(),
  state: z.enum(structureStates),
  reason: z.string(),
  /** Why it could not be done on its day. */
  fault: z.string().nullable(),
  institutions: z.array(z.object({ id: z.number().int(), name: z.string() })),
  lines: z.array(outcome),
  by: z.string(),
  at: z.string(),
})
export type StructureEntry = z.infer<typeof structureEntry>

/** GET /api/v1/structure: the newest changes of an institution, or of the region. */
export const structureQuery = z.strictObject({
  institutionId: z.coerce
    .number({ error: '编号应为整数' })
    .int('编号应为整数')
    .min(1, '编号从 1 起')
    .max(2_147_483_647, '编号过大')
    .optional(),
})
export const structureEntries = z.array(structureEntry)

/** GET /api/v1/structure/staff/{id}: who is mapped when it is split. */
export const structureStaff = z.array(
  z.object({
    teacherId: z.number().int(),
    name: z.string(),
    stage: z.string().nullable(),
    subject: z.string().nullable(),
  }),
)

/** GET /api/v1/institution/{id}/history. */
export const institutionHistory = z.object({
  name: z.string(),
  code: z.string().nullable(),
  openedOn: z.string().nullable(),
  closedOn: z.string().nullable(),
  former: z.array(
    z.object({
      name: z.string(),
      code: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string(),
    }),
  ),
  /** Institutions that were merged into it. */
  predecessors: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      code: z.string().nullable(),
      closedOn: z.string().nullable(),
    }),
  ),
  successor: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** People with a personnel membership on the last day of each school year, and today; the newest first. */
  heads: z.array(z.object({ on: z.string(), count: z.number().int() })),
  acts: structureEntries,
})
export type InstitutionHistory = z.infer<typeof institutionHistory>

/** POST /api/v1/institution/{id}/former: a name and a code of before, with their days. */
export const formerDraft = z.strictObject({
  name: line('曾用名称', 100),
  code,
  from: z.union([z.literal('').transform(() => null), z.null(), day('首日')]).default(null),
  to: day('末日'),
})
