import { z } from 'zod'
import { cutReasons } from '../watch/rule.ts'
import { uuid } from './envelope.ts'

/** What sort of lessons are watched; each has a feature that keeps them. */
export const watchKinds = ['course'] as const
const device = z.enum(['desk', 'phone', 'tablet'], '请说明是电脑、手机还是平板')

/** Most seconds of a recording: a day. */
export const longest = 86_400
const second = (name: string) =>
  z
    .int(`${name}应为整秒`)
    .min(0, `${name}不能小于 0`)
    .max(2 * longest, `${name}超出了录像`)

export const lessonAsked = z.object({
  kind: z.enum(watchKinds, '没有该课程'),
  lesson: uuid,
})

/** POST /api/v1/watch/{kind}/{lesson}/sessions */
export const sessionOpened = z.strictObject({ device })

/** POST /api/v1/watch/beat: all that was played and not acknowledged, as [from, to, rate]. */
export const beatTold = z.strictObject({
  session: uuid,
  seq: z.int('序号应为整数').min(1, '序号从 1 起').max(10_000_000, '序号过大'),
  claims: z
    .array(
      z
        .tuple([
          second('开始的秒数'),
          second('结束的秒数'),
          z.number('倍速应为数字').min(0.01, '倍速应大于 0').max(100, '倍速过大'),
        ])
        .refine(([from, to]) => from <= to, '开始的秒数不能大于结束的秒数'),
    )
    .max(500, '一次至多报 500 段')
    .refine(
      (claims) => claims.reduce((sum, [from, to]) => sum + to - from, 0) <= 2 * longest,
      '一次报来的秒数过多',
    ),
  at: second('播放位置'),
  takes: z.boolean().default(false),
})

/** POST /api/v1/watch/{kind}/{lesson}/answers */
export const answerGiven = z.strictObject({
  no: z.int().min(1).max(32_000),
  choice: z.array(z.int().min(0).max(20)).min(1, '请先选择答案').max(20),
})

const stretches = z.array(z.tuple([z.int(), z.int()]).readonly()).readonly()
const sums = {
  fresh: z.int(),
  again: z.int(),
  fast: z.int(),
  late: z.int(),
  busy: z.int(),
  outside: z.int(),
}

/** A question on the way, without its answer. */
export const checkpointShown = z.object({
  no: z.int(),
  second: z.int(),
  passage: z.tuple([z.int(), z.int()]).readonly(),
  kind: z.enum(['single', 'multiple', 'judge']),
  text: z.string(),
  choices: z.array(z.string()).readonly(),
  required: z.boolean(),
  tries: z.int(),
  rightAt: z.string().nullable(),
  /** Shown after a wrong answer; empty before. */
  hint: z.string(),
  /** Seconds until it may be tried again. */
  waits: z.int(),
  passageSeen: z.int(),
  passageNeeded: z.int(),
})
export type CheckpointShown = z.infer<typeof checkpointShown>

/** How somebody stands with a lesson. */
export const watchView = z.object({
  kind: z.string(),
  lesson: z.string(),
  length: z.int(),
  cap: z.number(),
  lateMinutes: z.int(),
  needed: z.int(),
  seconds: z.int(),
  seen: stretches,
  played: stretches,
  again: stretches,
  /** Where it was left, and on which device; null where it was not begun. */
  resume: z.object({ at: z.int(), device: z.string() }).nullable(),
  completeAt: z.string().nullable(),
  /** The recording was replaced after this person had begun another one. */
  replaced: z.boolean(),
  checkpoints: z.array(checkpointShown).readonly(),
})
export type WatchView = z.infer<typeof watchView>

export const sessionView = z.object({ session: z.string(), next: z.int(), view: watchView })
export const answerJudged = z.object({ right: z.boolean(), view: watchView })

export const beatHeard = z.object({
  /** What is acknowledged. */
  seq: z.int(),
  /** Seconds until the next beat. */
  next: z.int(),
  /** The device on which somebody plays meanwhile: this player stops. */
  busy: z.string().nullable(),
  gained: z.int(),
  seconds: z.int(),
  seen: stretches,
  played: stretches,
  again: stretches,
  completeAt: z.string().nullable(),
})
export type BeatHeard = z.infer<typeof beatHeard>

/** GET …/why: what was played, and why some of it was not counted. */
export const whyView = z.object({
  watch: watchView,
  sessions: z.array(
    z.object({
      id: z.string(),
      device: z.string(),
      openedAt: z.string(),
      heardAt: z.string(),
      /** Hundredths. */
      fastest: z.int(),
      cap: z.int(),
      lateMinutes: z.int(),
      ...sums,
      cuts: z
        .array(z.object({ minute: z.string(), reason: z.enum(cutReasons), seconds: z.int() }))
        .readonly(),
    }),
  ),
})
export type WhyView = z.infer<typeof whyView>
