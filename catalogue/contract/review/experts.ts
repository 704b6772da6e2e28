import { z } from 'zod'
import { hasCode, type DictName } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { dayText, page, paging } from '../envelope.ts'

/** The pool of experts of one office. */

const count = z.number().int()
const number = (what: string) => z.int({ error: `${what}应为编号` }).positive(`${what}应为编号`)
const codes = (dict: DictName, refusal: string) =>
  z
    .array(
      z.string().refine((code) => hasCode(dict, code), refusal),
      { error: refusal },
    )
    .max(30, '选得过多')
const day = dayText('日期应为 年-月-日')

/** Groups of the list. */
export const expertGroups = ['serving', 'paused', 'ended'] as const
export type ExpertGroup = (typeof expertGroups)[number]

/** GET /api/v1/review/experts */
export const expertQuery = z.strictObject(
  {
    ...paging,
    keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
    subject: z
      .string()
      .refine((code) => hasCode('subject', code), '没有该学科')
      .optional(),
    state: z.enum(expertGroups, { error: '没有这一组' }).optional(),
  },
  { error: '没有该筛选条件' },
)
export type ExpertQuery = z.output<typeof expertQuery>

const expertLine = z.object({
  id: count,
  name: z.string(),
  institution: z.string(),
  title: z.string().nullable(),
  subjects: z.array(z.string()),
  stages: z.array(z.string()),
  from: z.string(),
  to: z.string().nullable(),
  state: z.enum(expertGroups),
  note: z.string(),
  /** Open tasks in rounds of any office. */
  load: count,
  handedIn: count,
  avoided: count,
  /** Percent of the ended tasks that were handed in by their day; null before there is one. */
  onTime: count.nullable(),
  version: count,
})
export type ExpertLine = z.infer<typeof expertLine>
export const expertPage = page(expertLine)
export type ExpertPage = z.infer<typeof expertPage>

/**
 * GET /api/v1/review/candidates: teachers and experts’ accounts in the office’s region who are not in its
 * pool.
 */
export const candidateQuery = z.strictObject(
  {
    keyword: z
      .string({ error: '请填写姓名' })
      .trim()
      .min(1, '请填写姓名')
      .max(30, '不超过 30 个字')
      .refine(isStorable, '含有不能搜索的字符'),
  },
  { error: '没有该筛选条件' },
)
export const candidates = z.object({
  list: z.array(
    z.object({
      personId: count,
      name: z.string(),
      institution: z.string(),
      title: z.string().nullable(),
      subject: z.string().nullable(),
      /** They have an account of role 99. */
      account: z.boolean(),
    }),
  ),
})
export type Candidates = z.infer<typeof candidates>

const facts = {
  subjects: codes('subject', '没有该学科'),
  stages: codes('schoolStage', '没有该学段'),
  from: day,
  to: day.nullable(),
  note: z
    .string({ error: '备注应为文字' })
    .trim()
    .max(200, '备注不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
}
const inOrder = ({ from, to }: { from: string; to: string | null }) => to === null || to >= from
const toError = { path: ['to'], error: '聘期的止不能早于起' }

/** POST /api/v1/review/experts */
export const expertAddition = z.strictObject({ personId: number('人员'), ...facts }).refine(inOrder, toError)
export type ExpertAddition = z.output<typeof expertAddition>

/** PUT /api/v1/review/experts/{id} */
export const expertChange = z
  .strictObject({
    ...facts,
    paused: z.boolean({ error: '请选择是否暂停' }),
    version: z.int({ error: '缺少版本' }),
  })
  .refine(inOrder, toError)
export type ExpertChange = z.output<typeof expertChange>

/** POST /api/v1/review/experts/{id}/end */
export const expertEnd = z.strictObject({ version: z.int({ error: '缺少版本' }) })
export const expertId = z.object({
  id: z.coerce
    .number({ error: '编号不对' })
    .int('编号不对')
    .positive('编号不对')
    .max(2_147_483_647, '编号不对'),
})
export const expertKept = z.object({ id: count, version: count })
