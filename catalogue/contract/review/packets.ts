import { z } from 'zod'
import { viewKinds } from '../../kinds/file-types.ts'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { taskStateKeys } from '../../reviews/task.ts'
import { uuid } from '../envelope.ts'

/** What an expert reads and writes: packets, never the case (docs/decisions/0079). */

const count = z.number().int()
const bands = z.array(z.object({ label: z.string(), from: count, text: z.string() }))

/** A line of the expert’s own list. Numbers run in the expert’s own, drawn order. */
const packetLine = z.object({
  id: uuid,
  no: count,
  state: z.enum(taskStateKeys),
  dueAt: z.string(),
  /** Rubric items scored, and of how many. */
  scored: count,
  of: count,
  /** Own total in hundredths of a point; null until every item is scored. */
  total: count.nullable(),
  conclusion: z.string().nullable(),
  /** What was handed in is complete: all items scored and the opinion long enough. */
  ready: z.boolean(),
})
export type PacketLine = z.infer<typeof packetLine>

/** GET /api/v1/review/expert */
export const packetQuery = z.strictObject(
  { status: z.enum(['open', 'done'], { error: '应为 open 或 done' }).optional() },
  { error: '没有该筛选条件' },
)
export const packetList = z.object({
  rounds: z.array(
    z.object({
      /** The number of the round among the expert’s own. */
      no: count,
      title: z.string(),
      open: z.boolean(),
      tasks: z.array(packetLine),
    }),
  ),
})
export type PacketList = z.infer<typeof packetList>

export const packetId = z.object({ id: uuid })

/** GET /api/v1/review/expert/{id} */
export const packet = packetLine.extend({
  round: z.string(),
  /** Whether it says whose it is. */
  named: z.boolean(),
  title: z.string(),
  /** Short values, in a head of two columns. */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Texts as HTML: cleaned, formulas typeset, without pictures and files, of which there were `left`. */
  texts: z.array(z.object({ label: z.string(), html: z.string(), left: count })),
  files: z.array(
    z.object({
      no: count,
      name: z.string(),
      type: z.enum(viewKinds),
      bytes: count,
      url: z.string(),
    }),
  ),
  rubric: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      max: count,
      weight: count,
      text: z.string(),
      bands,
    }),
  ),
  opinionLeast: count,
  opinionsShown: z.boolean(),
  scores: z.record(z.string(), count),
  opinion: z.string(),
  version: count,
  /** All packets of the round, for the row of numbers and the scale of the own scores. */
  own: z.array(packetLine),
})
export type Packet = z.infer<typeof packet>

const opinion = z
  .string({ error: '评语应为文字' })
  .max(1000, '评语不超过 1000 个字')
  .refine(isStorable, '评语含有不能保存的字符')

/** PUT /api/v1/review/expert/{id}: keeps what is there so far. Scores in hundredths of a point. */
export const packetSave = z.strictObject({
  scores: z.record(
    z.string().max(20, '没有该评分项'),
    z.int({ error: '得分应为数字' }).min(0, '得分不小于 0'),
    { error: '得分格式不对' },
  ),
  opinion,
  conclusion: z
    .string()
    .refine((code) => hasCode('reviewConclusion', code) && code !== '4', '没有该评审结论')
    .nullable(),
  version: z.int({ error: '缺少版本' }),
})
export type PacketSave = z.output<typeof packetSave>
export const packetSaved = z.object({ version: count, total: count.nullable(), ready: z.boolean() })
export type PacketSaved = z.infer<typeof packetSaved>

/** POST /api/v1/review/expert/{id}/submit */
export const packetSubmit = z.strictObject({ version: z.int({ error: '缺少版本' }) })
/** POST /api/v1/review/expert/{id}/avoid */
export const packetAvoid = z.strictObject({
  reason: z
    .string({ error: '请写明回避的原因' })
    .trim()
    .min(1, '请写明回避的原因')
    .max(200, '不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
})
/** POST /api/v1/review/expert/submit: everything that is complete. */
export const packetsSubmit = z.strictObject({
  ids: z.array(uuid, { error: '请选择材料' }).min(1, '请选择材料').max(500, '一次最多 500 份'),
})
export const packetsSubmitted = z.object({ submitted: count, left: count })
