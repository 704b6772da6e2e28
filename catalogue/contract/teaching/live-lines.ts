import { z } from 'zod'
import { filledText, typedText } from '../envelope.ts'
import { liveAsked } from './live-rooms.ts'

/** How people talk beside a broadcast: not at all, after the host looked at each line, or at once. */
export const chatModes = ['off', 'reviewed', 'open'] as const
export type ChatMode = (typeof chatModes)[number]

/** Letters of one line at most, and seconds between two lines of one person. */
export const mostLetters = 200
export const linePauseSeconds = 10

export const lineStates = ['waiting', 'shown', 'hidden'] as const
export type LineState = (typeof lineStates)[number]

/** A line as its reader sees it: the host all, everybody those that are shown and the own ones. */
export const liveLine = z.object({
  no: z.number().int(),
  name: z.string(),
  unit: z.string(),
  /** Empty where the reader may not read it any more. */
  text: z.string(),
  state: z.enum(lineStates),
  /** Why it was hidden; to the host and to whoever said it. */
  reason: z.string(),
  saidAt: z.string(),
  own: z.boolean(),
  /** Whether whoever said it may not say anything more; to the host. */
  muted: z.boolean(),
})
export type LiveLine = z.output<typeof liveLine>

/** GET /api/v1/lives/{id}/lines: the last lines, the oldest first. */
export const liveLines = z.object({
  mode: z.enum(chatModes),
  lines: z.array(liveLine),
  /** Why the caller may say nothing now; null where he may. */
  barred: z.string().nullable(),
})
export type LiveLines = z.output<typeof liveLines>

/** POST /api/v1/lives/{id}/lines */
export const lineSaid = z.strictObject({ text: filledText('发言', mostLetters) })

export const lineAsked = liveAsked.extend({
  no: z.coerce.number('编号应为数字').int().min(1).max(2_147_483_647),
})
const reason = typedText('原因', 100).default('')
/** PUT /api/v1/lives/{id}/lines/{no}: the host shows or hides a line. */
export const lineDecided = z.strictObject({ state: z.enum(['shown', 'hidden']), reason })
/** PUT /api/v1/lives/{id}/lines/{no}/mute: whoever said it may say nothing more, or may again. */
export const lineMuted = z.strictObject({ on: z.boolean(), reason })

/** What the stream of lines tells together: lines that came or changed. */
export const linesTold = z.object({ lines: z.array(liveLine) })

/** What hosts give as a reason. */
export const hideReasons = ['与直播无关', '用语不文明', '有个人信息或学生信息', '刷屏', '其他'] as const
