import { z } from 'zod'
import { filledText, page, paging, uuid } from './envelope.ts'

/** Most forms that one office keeps, the ended ones among them. */
export const mostOfficeForms = 100

const id = z.coerce
  .number({ error: '编号应为数字' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '没有该编号')
const editNo = z.int({ error: '缺少修改号' }).min(1)
const forHolders = z.boolean({ error: '教师本人可否打印应为是或否' })
const title = filledText('表格名称', 40)

export const officeFormParams = z.object({ id })
export const officeFormVersionParams = officeFormParams.extend({
  no: z.coerce.number({ error: '版本应为数字' }).int('版本应为整数').min(1).max(10_000),
})

/** POST /api/v1/officeForm: a form of the own office, with a file of Word that was uploaded. */
export const officeFormDraft = z.strictObject({ title, fileId: uuid, forHolders })
/** PUT /api/v1/officeForm/{id}: without a file the draft keeps the template it has, or that of its last version. */
export const officeFormEdit = z.strictObject({ title, fileId: uuid.optional(), forHolders, editNo })
export const officeFormAct = z.strictObject({ editNo })

const officeFormLine = z.object({
  id: z.int(),
  title: z.string(),
  /** The version in use; 0 before the first. */
  no: z.int(),
  hasDraft: z.boolean(),
  ended: z.boolean(),
  forHolders: z.boolean(),
  updatedAt: z.string(),
  by: z.string(),
})
export type OfficeFormLine = z.infer<typeof officeFormLine>

/** GET /api/v1/officeForm: those of the own office; `may`: whether it may keep any. */
export const officeFormPage = page(officeFormLine).extend({ may: z.boolean() })
export const officeFormQuery = z.strictObject(paging)

/** A named place of a template, with what it stands for and what is wrong with it. */
export const templatePlace = z.object({
  name: z.string(),
  /** 学习经历·学校; null for what nobody knows. */
  means: z.string().nullable(),
  repeats: z.boolean(),
  /** Shown masked to offices that may not see it whole. */
  masked: z.boolean(),
  /** The page that Word or WPS showed it on. */
  page: z.int(),
  near: z.string(),
  fault: z.string().nullable(),
})
export type TemplatePlace = z.infer<typeof templatePlace>

export const officeForm = officeFormLine.extend({
  editNo: z.int(),
  /** The template that waits for publication, or the one in use: its places and what a PDF leaves out. */
  places: z.array(templatePlace),
  left: z.array(z.string()),
  versions: z.array(z.object({ no: z.int(), title: z.string(), at: z.string(), by: z.string() })),
})
export type OfficeForm = z.infer<typeof officeForm>

/** GET /api/v1/officeForm/places: what may be written between braces, type by type. */
export const placeList = z.object({
  list: z.array(
    z.object({
      title: z.string(),
      repeats: z.boolean(),
      places: z.array(z.object({ name: z.string(), masked: z.boolean(), own: z.boolean() })),
    }),
  ),
})
export type PlaceList = z.infer<typeof placeList>

/** GET /api/v1/officeForm/{id}/preview: the draft over a real archive; it cannot be verified and is not kept. */
export const previewQuery = z.strictObject({
  teacherId: z.coerce
    .number({ error: '请选择教师' })
    .int('请选择教师')
    .positive('请选择教师')
    .max(2_147_483_647, '没有该教师'),
  format: z.enum(['pdf', 'docx'], { error: '格式只能是 pdf 或 docx' }).default('pdf'),
})
