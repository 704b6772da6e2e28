import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { taskMeasures } from '../support/tasks.ts'
import { dayText, uuid } from './envelope.ts'
import { needLine } from './support-needs.ts'
import { lightShown, sideStatement } from './support-pairs.ts'

const year = z.coerce
  .number({ error: '年度应为整数' })
  .int('年度应为整数')
  .min(1, '没有本年度')
  .max(6, '没有本年度')
const typed = (label: string, most: number) =>
  z.string().trim().max(most, `${label}不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')
const side = z.enum(['supporter', 'supported', 'both'], '请选择由哪一方完成')

/** GET /api/v1/support/agreement/{id}/tasks: the tasks of a year; the present one where none is named. */
export const pairTasksAsked = z.strictObject({ year: year.optional() })

const task = z.object({
  no: z.int(),
  /** Code of the dictionary supportEntryKind, or `stated`. */
  measure: z.string(),
  label: z.string(),
  unit: z.string(),
  target: z.number(),
  side,
  dueOn: z.string().nullable(),
})

const standingTask = task.extend({
  /** Confirmed entries of the year, or the number that both sides confirmed last. */
  done: z.number(),
  /** What would be done by now if it were done evenly. */
  expected: z.number(),
  light: lightShown,
  statements: z.array(sideStatement),
})
export type PairTaskShown = z.infer<typeof standingTask>

const proposal = z.object({
  id: z.string(),
  tasks: z.array(task),
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
  state: z.enum(['waiting', 'agreed', 'refused', 'withdrawn']),
  answer: z.string().nullable(),
  may: z.enum(['answer', 'withdraw']).nullable(),
})
export type PairPlanShown = z.infer<typeof proposal>

const yearShown = z.object({ no: z.int(), from: z.string(), to: z.string() })
export const pairTasks = z.object({
  /** Null for an agreement whose term is not written yet. */
  year: yearShown.nullable(),
  years: z.array(yearShown),
  tasks: z.array(standingTask),
  /** What was proposed for the year, the latest first. */
  proposals: z.array(proposal),
  mayPlan: z.boolean(),
  mayState: z.boolean(),
})
export type PairTasks = z.infer<typeof pairTasks>

/** POST /api/v1/support/agreement/{id}/plan: the whole list of a year's tasks, which the other side answers. */
export const pairPlanDraft = z.strictObject({
  year,
  tasks: z
    .array(
      z.strictObject({
        measure: z.enum(taskMeasures, '没有这种计数'),
        label: typed('任务名称', 40),
        unit: typed('单位', 6),
        target: z
          .number({ error: '目标应为数字' })
          .min(0.1, '目标须大于 0')
          .max(999_999, '目标不能大于 999999')
          .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, '目标至多一位小数'),
        side,
        dueOn: dayText().nullable(),
      }),
    )
    .min(1, '至少一项任务')
    .max(12, '最多 12 项任务'),
})
export type PairPlanDraft = z.output<typeof pairPlanDraft>

export const pairPlanParams = z.object({ id: uuid, plan: uuid })

const exchange = z.object({
  /** The case of the posting or of the offer. */
  id: z.string(),
  kind: z.enum(['posting', 'shadowing']),
  /** Who goes; of a shadowing nobody is named of, how many. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  startOn: z.string(),
  endOn: z.string(),
  isAhead: z.boolean(),
})
export type PairExchange = z.infer<typeof exchange>

/** GET /api/v1/support/agreement/{id}/beside: what stands beside the goals of an agreement. */
export const pairBeside = z.object({
  /** Needs of the supported side that the reader may see, those that are open first; and how many in all. */
  needs: z.array(needLine),
  needsInAll: z.int(),
  exchanges: z.array(exchange),
  /** Entries of this agreement that wait for the reader's office, and needs that it may answer. */
  waits: z.object({ entries: z.int(), needs: z.int() }),
})
export type PairBeside = z.infer<typeof pairBeside>
