import { z } from 'zod'
import { blueprint } from '../papers/value.ts'
import { filledText } from './envelope.ts'

/** Most templates of one maker, and most that a list answers. */
export const mostTemplates = 200

const id = z.coerce.number({ error: '编号应为数字' }).int('编号应为整数').min(1).max(2_147_483_647)
const code = (label: string) =>
  z
    .string({ error: `请选择${label}` })
    .min(1, `请选择${label}`)
    .max(4, `没有该${label}`)
const version = z.int({ error: '缺少版本号' }).min(1)

/** What belongs to one drawing alone is no part of a template. */
const kept = blueprint.omit({ seed: true, excluded: true })
export type TemplateBlueprint = z.output<typeof kept>

export const templateParams = z.object({ id })
/** GET /api/v1/examPaper/templates: those of a stage and subject, or all; the asker's own first. */
export const templateQuery = z.strictObject({
  schoolStage: z.string().max(4, '没有该学段').optional(),
  subject: z.string().max(4, '没有该学科').optional(),
})
/** `shared`: everybody of the maker's school, or of the office's region, may use it; else the maker alone. */
export const templateDraft = z.strictObject({
  title: filledText('模板名称', 60),
  schoolStage: code('学段'),
  subject: code('学科'),
  blueprint: kept,
  shared: z.boolean({ error: '应为是或否' }).default(false),
})
export type TemplateDraft = z.output<typeof templateDraft>
export const templateEdit = templateDraft.pick({ title: true, shared: true }).extend({ version })
export type TemplateEdit = z.output<typeof templateEdit>

export const templateLine = z.object({
  id: z.int(),
  title: z.string(),
  schoolStage: z.string(),
  subject: z.string(),
  blueprint: kept,
  /** The teacher's name; null where it is the office's. */
  author: z.string().nullable(),
  org: z.string(),
  shared: z.boolean(),
  /** The asker may change it. */
  own: z.boolean(),
  version: z.int(),
  updatedAt: z.string(),
})
export type TemplateLine = z.output<typeof templateLine>
export const templateList = z.object({ list: z.array(templateLine) })
