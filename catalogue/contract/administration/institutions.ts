import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { institutionLevels } from '../../institutions/kinds.ts'
import { date } from '../../kinds/date.ts'
import { cleanLine, codePoints, isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

const number = (what: string) =>
  z
    .number({ error: `请选择${what}` })
    .int(`请选择${what}`)
    .min(1, `请选择${what}`)
    .max(2_147_483_647, `请选择${what}`)
const day = (what: string) => date.schema({ kind: 'date', label: what, required: true })
const version = z.int('版本号应为整数')
const reason = z
  .string({ error: '请写明依据或原因' })
  .trim()
  .min(2, '请写明依据或原因')
  .max(200, '不超过 200 个字')
  .refine(isStorable, '含有不能保存的字符')

/** Read as it comes: what is wrong with it is said together with the faults of the other fields. */
const line = (most: number) =>
  z
    .string()
    .transform(cleanLine)
    .refine((text) => isStorable(text) && codePoints(text) <= most, `最多 ${most} 个字，不能有特殊字符`)
const name = z.preprocess((given) => given ?? '', line(100))
const code = z.preprocess((given) => given ?? '', line(30)).transform((text) => (text === '' ? null : text))

/** What a field says is read by the declaration of its kind (catalogue/institutions/fields). */
const facts = z.record(z.string(), z.unknown()).default({})
const kind = z.string({ error: '请选择机构类型' }).refine((one) => hasCode('orgType', one), '请选择机构类型')

/** POST /api/v1/institutionManage. */
export const institutionDraft = z.strictObject({
  parentId: number('上级机构'),
  kind,
  name,
  code,
  openedOn: z.union([z.literal('').transform(() => null), z.null(), day('设立日期')]).default(null),
  facts,
})
export type InstitutionDraft = z.infer<typeof institutionDraft>

/** Most rows that are added in one go. */
export const mostRows = 200

/**
 * POST /api/v1/institutionManage/many: rows as they were pasted, all of one kind below one parent. `check`
 * only reads them.
 */
export const institutionRows = z.strictObject({
  parentId: number('上级机构'),
  kind,
  check: z.boolean({ error: '应为是或否' }),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, '至少要有一行')
    .max(mostRows, `一次最多 ${mostRows} 行`),
})

const said = z.array(z.object({ field: z.string(), message: z.string() }))

/** What became of each row: its faults, or the number it got; warnings refuse nothing. */
export const institutionRowsAnswer = z.object({
  added: z.number().int(),
  rows: z.array(
    z.object({
      id: z.number().int().nullable(),
      faults: said,
      warnings: said,
    }),
  ),
})
export type InstitutionRowsAnswer = z.infer<typeof institutionRowsAnswer>

/** PUT /api/v1/institutionManage/{id}: fields left out stay. */
export const institutionEdit = z.strictObject({ version, facts })

/** PUT …/{id}/name: a new name or code from a day on, that day included. */
export const institutionRename = z.strictObject({
  version,
  name,
  /** Stays as it is where it is not sent; empty takes it away. */
  code: code.optional(),
  from: day('启用日期'),
})

/** PUT …/{id}/close: closed from that day on. */
export const institutionClosing = z.strictObject({ version, on: day('撤销日期'), reason })
/** PUT …/{id}/reopen. */
export const institutionReopening = z.strictObject({ version, reason })
/**
 * PUT …/{id}/level: what the installation is for and who runs it, while its tree is empty; what is left out
 * stays.
 */
export const rootKind = z.strictObject({
  version,
  kind: z.enum(['10', '20', '30'], { error: '请选择省、市或县区' }),
  name: name.optional(),
  code: code.optional(),
  areaCode: z.string({ error: '请选择所属区划' }).max(9).optional(),
})

const text = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能搜索的字符').optional()
const place = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
  .optional()

export const institutionQuery = z.strictObject({
  ...paging,
  /** Letters of the name, beginning of its pinyin or initials, or a code, a former one too. */
  q: text(60),
  category: z.enum(['divisional', 'school', 'teachers', 'other'], { error: '没有这个分类' }).optional(),
  kind: kind.optional(),
  schoolType: z
    .string()
    .refine((one) => hasCode('schoolType', one), '没有该办学类型')
    .optional(),
  /** An institution of the scope: it and everything below it. */
  under: place,
  state: z.enum(['open', 'closed'], { error: '没有这种状态' }).default('open'),
})
export type InstitutionQuery = z.output<typeof institutionQuery>

const level = z.enum(institutionLevels)

/** A line of the lists and of the tree. */
export const institutionLine = z.object({
  id: z.number().int(),
  name: z.string(),
  code: z.string().nullable(),
  kind: z.string(),
  level,
  above: z.string().nullable(),
  schoolType: z.string().nullable(),
  principal: z.string().nullable(),
  phone: z.string().nullable(),
  /** Teachers who belong to it today; null of an authority. */
  teachers: z.number().int().nullable(),
  /** Open institutions directly below it. */
  below: z.number().int(),
  staffQuota: z.number().int().nullable(),
  closedOn: z.string().nullable(),
  /** The former name by which a search found it. */
  formerly: z.string().nullable(),
})
export type InstitutionLine = z.infer<typeof institutionLine>

/** What a school or centre has in this school year, in a line of a list. */
const lineFigures = z.object({
  /** Null while nobody wrote them down. */
  students: z.number().int().nullable(),
  granted: z.number().int().nullable(),
  /** Staff in establishment, and beyond it. */
  used: z.number().int(),
  beyond: z.number().int(),
})
export type LineFigures = z.infer<typeof lineFigures>

/** `figures`: null of an authority. */
const listedLine = institutionLine.extend({ figures: lineFigures.nullable() })
export type ListedInstitution = z.infer<typeof listedLine>
export const institutionPage = page(listedLine)

/** GET …/tree: one institution and those directly below it. */
export const treeQuery = z.strictObject({ under: place })
export const institutionTree = z.object({
  /** From the root down to the institution itself. */
  path: z.array(z.object({ id: z.number().int(), name: z.string() })),
  here: institutionLine,
  children: z.array(institutionLine),
})
export type InstitutionTree = z.infer<typeof institutionTree>

const act = z.enum(['add', 'edit', 'rename', 'close', 'reopen', 'level'])

export const institutionView = institutionLine.omit({ formerly: true }).extend({
  version: z.number().int(),
  parentId: z.number().int().nullable(),
  openedOn: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
  path: z.array(z.object({ id: z.number().int(), name: z.string() })),
  former: z.array(
    z.object({
      name: z.string(),
      code: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string(),
    }),
  ),
  /** Enabled accounts of its officers. */
  accounts: z.number().int(),
  /** What the reader may do now. */
  can: z.array(act),
})
export type InstitutionView = z.infer<typeof institutionView>
