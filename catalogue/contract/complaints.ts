import { z } from 'zod'
import { codePoints, isStorable } from '../kinds/kind.ts'
import { personNameOf } from '../kinds/person-name.ts'
import { uuid } from './envelope.ts'

const words = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')

/** GET /api/v1/home/resource/{id}/complaint: what somebody is about to complain about. */
export const complaintSubject = z.object({
  title: z.string(),
  author: z.string().nullable(),
  org: z.string(),
})
export type ComplaintSubject = z.infer<typeof complaintSubject>

/** POST /api/v1/home/resource/{id}/complaint: by anybody who can read the resource. */
export const complaintMade = z.strictObject({
  name: personNameOf('投诉人姓名').refine((name) => codePoints(name) > 1, '请填写真实姓名或单位名称'),
  contact: words(60).min(5, '请填写联系电话或邮箱'),
  work: words(200).min(2, '请写明您主张权利的作品'),
  words: words(2000).min(20, '请写明侵权的事实和权利依据，至少 20 个字'),
})
export type ComplaintMade = z.infer<typeof complaintMade>

/** GET /api/v1/complaint: those that the reader's office has to take up, or the one of a case. */
export const complaintQuery = z.strictObject({ case: uuid.optional() })
export const complaintList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      contentId: z.int(),
      title: z.string(),
      author: z.string().nullable(),
      org: z.string(),
      name: z.string(),
      contact: z.string(),
      work: z.string(),
      words: z.string(),
      at: z.string(),
    }),
  ),
})
export type ComplaintLine = z.infer<typeof complaintList>['list'][number]

export const complaintParams = z.strictObject({ id: uuid })
/** POST /api/v1/complaint/{id}/case: the case that deals with it. */
export const complaintTaken = z.object({ caseId: z.string() })
