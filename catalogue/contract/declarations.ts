import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { page, paging, uuid } from './envelope.ts'
import { caseLine, caseView } from './processes.ts'

const words = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')

/** A notice as visitors read it: what can be declared, by whom, until when. */
const notice = z.object({
  id: z.string(),
  title: z.string(),
  host: z.string(),
  kind: z.string(),
  level: z.string(),
  /** `open`: taken now · `soon`: from a later moment on. */
  when: z.enum(['open', 'soon']),
  start: z.string(),
  end: z.string(),
  /** What the portal asks of the archive, one sentence each. */
  conditions: z.array(z.string()),
})
const checked = z.enum(['0', '1', '2', '3'], { error: '没有该结论' })

/** GET /api/v1/declare/open: for visitors, those that end first come first. */
export const declareNotices = z.object({ list: z.array(notice) })
export type DeclareNotices = z.infer<typeof declareNotices>
/** GET /api/v1/declare/open/{id} */
export const declareNotice = notice.extend({
  /** HTML, cleaned. */
  content: z.string(),
  year: z.int(),
  publicityDays: z.int(),
  supplementDays: z.int(),
})
export type DeclareNotice = z.infer<typeof declareNotice>
export const declareParams = z.object({ id: uuid })

/** One condition as it stands for a teacher: what is asked, what was found, and where it is mended. */
const judged = z.object({
  key: z.string(),
  says: z.string(),
  met: z.boolean(),
  found: z.string(),
  /** The title of the record it was read from. */
  from: z.string(),
  /** The page of that record; null for readers who have none. */
  link: z.string().nullable(),
})
export type JudgedCondition = z.infer<typeof judged>

/** GET /api/v1/declare/open/{id}/mine: how a notice stands for the teacher who reads it. */
export const ownEligibility = z.object({
  conditions: z.array(judged),
  /** Why nothing can be begun now, beside the conditions; null where it can. */
  closed: z.string().nullable(),
  /** The own entry of this notice. */
  caseId: z.string().nullable(),
})
export type OwnEligibility = z.infer<typeof ownEligibility>

const file = z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.int() })

/** A record that was brought as evidence, with what the staff found. */
const material = z.object({
  no: z.int(),
  type: z.string(),
  typeTitle: z.string(),
  record: z.string(),
  title: z.string(),
  files: z.array(file),
  /** Code of the dictionary materialCheck. */
  checked,
  note: z.string(),
  checkedBy: z.string().nullable(),
})
export type Material = z.infer<typeof material>

/** GET /api/v1/declare/{id}/archive: conditions, evidence, and where the form differs from the archive. */
export const declareArchive = z.object({
  conditions: z.array(judged),
  materials: z.array(material),
  /**
   * Fields that came from the archive, with what it has now; `differs` where the form says something else.
   */
  origins: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      from: z.string(),
      link: z.string().nullable(),
      value: z.unknown(),
      text: z.string(),
      differs: z.boolean(),
    }),
  ),
  /** Records that may be brought; empty unless the reader writes the form now. */
  choices: z.array(
    z.object({
      type: z.string(),
      typeTitle: z.string(),
      record: z.string(),
      title: z.string(),
      files: z.int(),
    }),
  ),
})
export type DeclareArchive = z.infer<typeof declareArchive>

/** PUT /api/v1/declare/{id}/materials: all records that are brought, in their order. */
export const materialsChosen = z.strictObject({
  records: z.array(z.strictObject({ type: z.string().max(40), record: uuid })).max(30, '最多选 30 条'),
})

/** GET /api/v1/review/material: what waits for the staff who ask, or what they checked. */
export const reviewMaterialQuery = z.strictObject({
  ...paging,
  queue: z.enum(['mine', 'done'], { error: '没有这个分组' }).default('mine'),
  q: words(30).optional(),
  campaign: uuid.optional(),
})
export const reviewMaterialPage = page(caseLine.extend({ campaign: z.string(), kind: z.string() }))
export type ReviewMaterialPage = z.infer<typeof reviewMaterialPage>

/** GET /api/v1/review/material/{id} */
export const reviewMaterial = z.object({
  case: caseView,
  conditions: z.array(judged),
  materials: z.array(material),
  /** The next one that waits; null for none. */
  next: z.string().nullable(),
})
export type ReviewMaterial = z.infer<typeof reviewMaterial>

/** POST /api/v1/review/material/{id}/check: the checklist, and what follows from it. */
export const materialsChecked = z.strictObject({
  version: z.int('版本号应为整数'),
  materials: z
    .array(
      z.strictObject({
        no: z.int().min(1).max(30),
        checked,
        note: words(200).default(''),
      }),
    )
    .max(30),
  action: z.enum(['save', 'pass', 'requestMore', 'fail'], { error: '没有该操作' }),
  opinion: words(500).default(''),
})
export type MaterialsChecked = z.input<typeof materialsChecked>
