import { z } from 'zod'
import { page, paging } from '../envelope.ts'
import { contentId } from '../portal/portal.ts'

/** GET /api/v1/teaching/lives: broadcasts that the teacher may watch. */
export const livesAsked = z.strictObject({
  ...paging,
  /** 1: those that the teacher keeps, past ones too; left out: running, to come, and to be seen again. */
  kept: z.enum(['0', '1'], { error: '应为 0 或 1' }).default('0'),
})
export type LivesAsked = z.output<typeof livesAsked>

export const lives = page(
  z.object({
    id: z.number().int(),
    title: z.string(),
    liveKind: z.string(),
    subject: z.string().nullable(),
    lecturer: z.string(),
    org: z.string(),
    /** 'YYYY-MM-DDTHH:MM', Asia/Shanghai. */
    startTime: z.string(),
    endTime: z.string(),
    /** A code of the type's phases: 0 to come, 1 running, 2 over, 3 to be seen again. */
    phase: z.enum(['0', '1', '2', '3']),
    kept: z.boolean(),
    /** Whether it is watched in a room of this portal. */
    here: z.boolean(),
    /** Where it is watched now: the broadcast while it runs, the recording after it; null when nowhere. */
    address: z.string().nullable(),
  }),
)
export type Lives = z.output<typeof lives>

/** PUT /api/v1/teaching/lives/{id}/kept. */
export const liveParams = z.object({ id: contentId })
export const liveKept = z.strictObject({ on: z.boolean('应为 true 或 false') })

/** GET /api/v1/teaching/videos: films of the teacher: own resources, recorded lessons, broadcasts asked for. */
export const videosAsked = z.strictObject({
  ...paging,
  origin: z.enum(['resource', 'lesson', 'live'], { error: '没有这种来源' }).optional(),
})
export type VideosAsked = z.output<typeof videosAsked>

export const videos = page(
  z.object({
    key: z.string(),
    title: z.string(),
    origin: z.enum(['resource', 'lesson', 'live']),
    /** The file that is played in place; null for a recording that lies elsewhere. */
    file: z.object({ id: z.string(), name: z.string(), bytes: z.number() }).nullable(),
    /** Where a recording lies that is no file of the portal. */
    address: z.string().nullable(),
    /** What it belongs to: the number of the resource or of the announcement, or the activity and the lesson. */
    about: z.object({
      content: z.number().nullable(),
      activity: z.string().nullable(),
      lesson: z.string().nullable(),
    }),
    /** Of a resource its state; else empty. */
    state: z.string(),
    /** Uses of a resource by people of other institutions. */
    uses: z.number().int(),
    /** ISO 8601. */
    at: z.string(),
  }),
)
export type Videos = z.output<typeof videos>
