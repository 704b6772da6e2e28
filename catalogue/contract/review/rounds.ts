import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { conflictKinds } from '../../reviews/conflict-kinds.ts'
import { rubricNames } from '../../reviews/rubrics.ts'
import { taskStateKeys } from '../../reviews/task.ts'
import { dayText, page, paging, uuid } from '../envelope.ts'
import { roundRules } from './rules.ts'

/**
 * Rounds of expert review, as the office sees them. Scores and totals are integers of hundredths of a point.
 */

const count = z.number().int()
const version = z.int({ error: '缺少版本' })
const text = (what: string, most: number) =>
  z
    .string({ error: `请填写${what}` })
    .trim()
    .min(1, `请填写${what}`)
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')

export const roundStates = { draft: '未开始', open: '评审中', closed: '已结束', cancelled: '已取消' } as const
const roundState = z.enum(['draft', 'open', 'closed', 'cancelled'])
export type RoundState = z.infer<typeof roundState>
const conflict = z.enum(['self', ...conflictKinds])

/** GET /api/v1/review/sources: what the office may have reviewed. */
export const sourceChoices = z.object({
  list: z.array(
    z.object({
      source: z.string(),
      scope: z.string(),
      title: z.string(),
      items: count,
      /** The rubric with which its round begins. */
      rubric: z.enum(rubricNames),
    }),
  ),
})
export type SourceChoices = z.infer<typeof sourceChoices>

/** GET /api/v1/review/rounds */
export const roundQuery = z.strictObject(
  { ...paging, state: roundState.optional() },
  { error: '没有该筛选条件' },
)
export type RoundQuery = z.output<typeof roundQuery>
const roundLine = z.object({
  id: uuid,
  title: z.string(),
  state: roundState,
  items: count,
  tasks: count,
  submitted: count,
  overdue: count,
  createdAt: z.string(),
  openedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
})
export const roundPage = page(roundLine)
export type RoundPage = z.infer<typeof roundPage>

/** POST /api/v1/review/rounds, PUT /api/v1/review/rounds/{id} while it has not begun. */
export const roundBody = z.strictObject({
  title: text('评审名称', 100),
  source: z.string({ error: '请选择送评材料' }).min(1, '请选择送评材料').max(40, '没有这种材料'),
  scope: z.string({ error: '请选择送评材料' }).min(1, '请选择送评材料').max(100, '没有该材料'),
  rules: roundRules,
})
export type RoundBody = z.output<typeof roundBody>
export const roundChange = roundBody.extend({ version })
export const versioned = z.strictObject({ version })
export const roundId = z.object({ id: uuid })
export const roundKept = z.object({ id: uuid, version: count })

const shortfall = z.object({ code: z.string(), title: z.string(), sentence: z.string() })

/** GET /api/v1/review/rounds/{id} */
export const roundView = roundLine.extend({
  source: z.string(),
  scope: z.string(),
  rules: roundRules,
  rulesDigest: z.string().nullable(),
  version: count,
  /** The draw: who has seed and numbers can repeat it. */
  lot: z.object({ seed: z.string(), candidates: z.array(count), panel: z.array(count) }).nullable(),
  assigning: z.boolean(),
  shortfall: z.array(shortfall),
  /** Why it cannot be closed now, in words; empty when it can. */
  closingBlocked: z.array(z.string()),
  events: z.array(
    z.object({ at: z.string(), by: z.string(), action: z.string(), reason: z.string().nullable() }),
  ),
})
export type RoundView = z.infer<typeof roundView>

/**
 * GET /api/v1/review/rounds/{id}/board: items with the state of their experts; never a score before the end.
 */
export const boardQuery = z.strictObject(
  {
    ...paging,
    show: z.enum(['all', 'short', 'late', 'conflict', 'avoided'], { error: '没有这一组' }).default('all'),
  },
  { error: '没有该筛选条件' },
)
export type BoardQuery = z.output<typeof boardQuery>
const boardTask = z.object({
  id: uuid,
  expertId: count,
  expert: z.string(),
  kind: z.enum(['main', 'arbitration']),
  state: z.enum(taskStateKeys),
  dueAt: z.string(),
  late: z.boolean(),
  reason: z.string().nullable(),
  conflicts: z.array(conflict),
  version: count,
})
export const board = page(
  z.object({
    id: uuid,
    code: z.string(),
    title: z.string(),
    subject: z.string().nullable(),
    institution: z.string(),
    applicants: z.array(z.string()),
    /** Scores that are there or under way, and how many the rules want. */
    covered: count,
    wanted: count,
    tasks: z.array(boardTask),
  }),
).extend({
  counts: z.object({ all: count, short: count, late: count, conflict: count, avoided: count }),
})
export type Board = z.infer<typeof board>

/** GET /api/v1/review/rounds/{id}/experts: how much each expert of the round has and had. */
export const roundExperts = z.object({
  list: z.array(
    z.object({ id: count, name: z.string(), open: count, submitted: count, late: count, avoided: count }),
  ),
})
export type RoundExperts = z.infer<typeof roundExperts>

export const itemId = z.object({ id: uuid, item: uuid })
/** GET /api/v1/review/rounds/{id}/items/{item}/candidates: who could take an item, and why others cannot. */
export const itemCandidates = z.object({
  list: z.array(
    z.object({
      expertId: count,
      name: z.string(),
      institution: z.string(),
      load: count,
      conflicts: z.array(conflict),
      /** Why not, in words; null where the expert can be chosen. */
      refusal: z.string().nullable(),
    }),
  ),
})
export type ItemCandidates = z.infer<typeof itemCandidates>

/** POST /api/v1/review/assign: one expert by hand. */
export const assignBody = z.strictObject({
  roundId: uuid,
  itemId: uuid,
  expertId: z.int({ error: '请选择专家' }).positive('请选择专家'),
})
export type AssignBody = z.output<typeof assignBody>

export const taskId = z.object({ id: uuid, task: uuid })
/** POST …/tasks/{task}/replace and /sendBack */
export const taskReason = z.strictObject({ reason: text('原因', 200), version })
/** POST …/tasks/{task}/extend */
export const taskExtension = z.strictObject({ until: dayText('日期应为 年-月-日'), version })
export const taskActed = z.object({ version: count })
/** POST /api/v1/review/rounds/{id}/urge: everybody with open tasks. */
export const urged = z.object({ experts: count })

/** GET /api/v1/review/rounds/{id}/results, after the end. */
export const results = z.object({
  title: z.string(),
  rules: roundRules,
  rulesDigest: z.string(),
  seed: z.string(),
  list: z.array(
    z.object({
      id: uuid,
      code: z.string(),
      title: z.string(),
      rank: count.nullable(),
      score: count.nullable(),
      spread: count.nullable(),
      scores: z.array(
        z.object({
          expert: count,
          kind: z.enum(['main', 'arbitration']),
          total: count,
          adjusted: count,
          dropped: z.boolean(),
          scores: z.record(z.string(), count),
          opinion: z.string(),
          conclusion: z.string(),
        }),
      ),
    }),
  ),
  /** How strict each expert was: own mean and the mean of all, by the expert’s number. */
  experts: z.array(z.object({ expert: count, items: count, mean: count })),
  mean: count.nullable(),
})
export type Results = z.infer<typeof results>
