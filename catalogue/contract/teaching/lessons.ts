import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { uuid } from '../envelope.ts'

const typed = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')

/** The lesson is named by the place of its lecturer in the activity. */
export const lessonParams = z.object({ id: uuid })
export const remarkParams = z.object({ id: uuid, remark: uuid })

/** Points of an item with two decimals; `unseen` is 未观察, null what is not decided yet. */
export const score = z
  .union([
    z
      .number()
      .min(0, '评分不小于 0')
      .max(98, '评分不大于 98')
      .refine((points) => Number.isInteger(Math.round(points * 100 * 1e6) / 1e6), '评分至多两位小数'),
    z.literal('unseen'),
    z.null(),
  ])
  .describe('评分；unseen 是未观察')
export type Score = z.infer<typeof score>

export const sheetWritten = z.strictObject({
  /** 0 where there is none yet. */
  version: z.int().min(0),
  scores: z.array(score).max(10, '不超过 10 项'),
  summary: typed(3_000),
})
export const sheetMoved = z.strictObject({ version: z.int().min(1) })

/** Kinds of remarks, by their codes. */
export const remarkKinds = { good: '亮点', doubt: '疑问', advice: '建议', evidence: '证据' } as const
export type RemarkKind = keyof typeof remarkKinds

const moment = z.iso.datetime({ offset: true, error: '时间格式不对' })

export const remarkWritten = z.strictObject({
  kind: z.enum(Object.keys(remarkKinds) as [RemarkKind, ...RemarkKind[]], '请选择亮点、疑问、建议或证据'),
  text: typed(500).min(1, '请写下内容'),
  /** A second of the recording. */
  atS: z.int('秒数应为整数').min(0).max(86_400).nullable().default(null),
  /** The moment in class; of both, or of none, the answer to a remark needs none. */
  wallAt: moment.nullable().default(null),
  /** The item of the rubric that it is evidence of, from 0. */
  item: z.int().min(0).max(9).nullable().default(null),
  replyTo: uuid.nullable().default(null),
})

export const recordingSet = z.strictObject({
  version: z.int().min(0),
  fileId: uuid.nullable(),
  startedAt: moment.nullable(),
  offset: z.int('偏移应为整数秒').min(-7_200).max(7_200).default(0),
})
export const reflectionWritten = z.strictObject({ version: z.int().min(0), reflection: typed(2_000) })

const sheet = z.object({
  version: z.int(),
  scores: z.array(score),
  summary: z.string(),
  total: z.number().nullable(),
  handedInAt: z.string().nullable(),
  /** Until when it may be taken back; null where it may not. */
  withdrawUntil: z.string().nullable(),
})
export type OwnSheet = z.infer<typeof sheet>

export const lessonView = z.object({
  id: z.string(),
  activityId: z.string(),
  activity: z.string(),
  title: z.string(),
  lecturer: z.string(),
  institution: z.string(),
  state: z.string(),
  /** What the reader is here. */
  reader: z.enum(['host', 'lecturer', 'observer']),
  rubric: z.array(z.object({ item: z.string(), weight: z.number(), best: z.string(), poor: z.string() })),
  /** Whether sheets may be written now. */
  open: z.boolean(),
  version: z.int(),
  recording: z
    .object({
      fileId: z.string().nullable(),
      captionsId: z.string().nullable(),
      startedAt: z.string().nullable(),
      offset: z.int(),
    })
    .nullable(),
  /** Recordings that the activity has, for who sets one. */
  recordings: z.array(z.object({ id: z.string(), name: z.string() })),
  reflection: z.string(),
  own: sheet.nullable(),
  counts: z.object({ observers: z.int(), handedIn: z.int(), withdrawn: z.int() }),
  /** Why others' sheets are not shown; null where they are. */
  closedBecause: z.string().nullable(),
  means: z
    .object({
      total: z.number().nullable(),
      items: z.array(z.object({ mean: z.number().nullable(), of: z.int() })),
    })
    .nullable(),
  sheets: z.array(z.object({ observer: z.string(), summary: z.string() })),
  remarks: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      text: z.string(),
      by: z.string(),
      own: z.boolean(),
      /** The second of the recording at which it stands; null beside the bar. */
      second: z.int().nullable(),
      wallAt: z.string().nullable(),
      item: z.int().nullable(),
      replyTo: z.string().nullable(),
    }),
  ),
})
export type LessonView = z.infer<typeof lessonView>
