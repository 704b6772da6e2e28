import { z } from 'zod'
import type { ContentName } from '../contents/define.ts'
import { page, paging, uuid, filledText } from './envelope.ts'
import { contentId } from './portal/portal.ts'

/** `/api/v1/support/lesson/{id}/comment`. */
export const lessonParams = z.object({ id: contentId })
export const lessonCommentsAsked = z.strictObject(paging)

/** Codes of dictionary commentStatus: 0 waiting, 1 shown, 2 hidden. */
const status = z.enum(['0', '1', '2'], { error: '没有这种状态' })

/** GET /api/v1/support/comment: comments of lessons that the office decides about. */
export const supportCommentsAsked = z.strictObject({
  ...paging,
  status: status.optional(),
  q: z.string().max(60).optional(),
})
export type SupportCommentsAsked = z.output<typeof supportCommentsAsked>

export const supportComments = page(
  z.object({
    id: z.string(),
    text: z.string(),
    score: z.int().nullable(),
    by: z.string(),
    org: z.string(),
    /** ISO 8601. */
    at: z.string(),
    status,
    /** Why it was hidden. */
    reason: z.string().nullable(),
    /** Whether it answers another one. */
    isAnswer: z.boolean(),
    lesson: z.object({ id: z.int(), title: z.string(), host: z.string() }),
  }),
).extend({
  /** How many wait for the office. */
  waiting: z.int(),
})
export type SupportComments = z.output<typeof supportComments>

/** PUT /api/v1/support/comment/{id}. */
export const commentParams = z.object({ id: uuid })
export const commentDecision = z
  .strictObject({
    status: z.enum(['1', '2'], { error: '应为 1（显示）或 2（屏蔽）' }),
    /** Told to the author; needed to hide. */
    reason: filledText('理由', 200).nullable().default(null),
  })
  .refine(({ status: to, reason }) => to === '1' || reason !== null, {
    path: ['reason'],
    message: '屏蔽须写明理由，作者会收到',
  })

/** What counterpart support publishes, in the order of its numbers; pictures of the portal are beside it. */
export const supportTypes = [
  'supportNotice',
  'supportLesson',
  'supportLecture',
  'supportActivity',
  'supportWorkstation',
  'supportAdviser',
] as const satisfies readonly ContentName[]

const line = z.object({
  id: z.int(),
  title: z.string(),
  host: z.string(),
  /** ISO 8601. */
  at: z.string(),
})

/** Which area supports which, by agreements that are carried out. */
const pairMap = z.object({
  areas: z.array(z.object({ id: z.int(), name: z.string(), supports: z.int(), supported: z.int() })),
  /** `late`: agreements with a goal that is behind. */
  ways: z.array(z.object({ from: z.int(), to: z.int(), agreements: z.int(), late: z.int() })),
})
export type PairMap = z.output<typeof pairMap>

/** GET /api/v1/support/home (endpoints.json). */
export const supportHome = z.object({
  /** What is published, by type of content. */
  counts: z.partialRecord(z.enum(supportTypes), z.int()),
  /** Comments that wait for the office, and drafts that were never published. */
  waiting: z.object({ comments: z.int(), drafts: z.int() }),
  carousel: z.array(line.extend({ isShown: z.boolean() })),
  latest: z.array(line.extend({ type: z.enum(supportTypes) })),
  /** Supported areas with what was done for them, the most first. */
  areas: z.array(z.object({ code: z.string(), name: z.string(), lessons: z.int(), activities: z.int() })),
  pairs: pairMap,
})
export type SupportHome = z.output<typeof supportHome>
