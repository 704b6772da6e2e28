import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { handKinds, todoHand } from './todo-hands.ts'

/** The groups of to-dos, in the order of their tabs. */
export const todoKinds = {
  archive: '档案',
  content: '内容',
  case: '流程',
  review: '专家评审',
  correction: '更正与确认',
  second: '第二人同意',
  app: '应用申请',
} as const
export type TodoKind = keyof typeof todoKinds
const kindNames = Object.keys(todoKinds) as [TodoKind, ...TodoKind[]]

/** Beyond the limit, due within three days, and everything else; lists come in this order. */
export const urgencies = ['overdue', 'soon', 'later'] as const
export type Urgency = (typeof urgencies)[number]

/** What may be done to a to-do within the list. */
export const todoActs = ['approve', 'return', 'confirm'] as const
export type TodoAct = (typeof todoActs)[number]

/** What who handed an item in may do to it. */
export const handedInActs = ['withdraw', 'urge'] as const
export type HandedInAct = (typeof handedInActs)[number]

/** A to-do, and a submission, by source, type and number: `record.studyExperience.0197…`. */
export const todoId = z
  .string({ error: '缺少事项编号' })
  .regex(/^[a-z]{1,20}\.[A-Za-z]{1,40}\.[0-9a-f-]{1,40}$/, '事项编号不对')

const words = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')

/** The place of the last item read, as the answer before gave it. */
const after = z.string().max(200, '翻页位置不对').optional()
const size = z.coerce
  .number({ error: '每页条数应为整数' })
  .int('每页条数应为整数')
  .min(1, '每页至少 1 条')
  .max(100, '每页至多 100 条')
  .default(20)

const narrowing = {
  kind: z.enum(kindNames, { error: '没有该类别' }).optional(),
  /** Record type, content type or process. */
  type: z
    .string()
    .regex(/^[A-Za-z]{1,40}$/, '没有这种事项')
    .optional(),
  urgency: z.enum(urgencies, { error: '没有这个时限分组' }).optional(),
  /** An institution within the scope: items about it and what is below it. */
  place: z.coerce.number({ error: '单位编号应为整数' }).int().positive().max(2147483647).optional(),
  /** Handed to the reader, or about which the reader was asked. */
  mine: z.enum(handKinds, { error: '应为 hand 或 opinion' }).optional(),
  /** Letters of a person's name, or of a headline. */
  q: words(30).optional(),
  order: z.enum(['urgent', 'newest'], { error: '没有这种顺序' }).default('urgent'),
}

/** GET /api/v1/todo */
export const todoQuery = z.strictObject({ ...narrowing, after, pageSize: size })
export type TodoQuery = z.output<typeof todoQuery>
/** GET /api/v1/todo/{id}: the neighbours are those of the same list. */
export const todoItemQuery = z.strictObject(narrowing)
export type TodoItemQuery = z.output<typeof todoItemQuery>

export const todoItem = z.object({
  id: todoId,
  kind: z.enum(kindNames),
  /** Name of the record type, content type or process, and what people call it. */
  type: z.string(),
  typeTitle: z.string(),
  title: z.string(),
  note: z.string(),
  owner: z.string().nullable(),
  institution: z.string().nullable(),
  since: z.string(),
  waitingDays: z.int(),
  /** The last day on which it is in time; null for no limit. */
  dueOn: z.string().nullable(),
  urgency: z.enum(urgencies),
  /** When the office above was told that it is overdue. */
  escalatedAt: z.string().nullable(),
  version: z.int().nullable(),
  acts: z.array(z.enum(todoActs)),
  link: z.string(),
  /** What officials of the office handed to each other, or asked each other, about it. */
  hands: z.array(todoHand),
})
export type TodoItem = z.infer<typeof todoItem>

/** `after` goes on reading; null at the end. */
export const todoPage = z.object({
  list: z.array(todoItem),
  total: z.int(),
  totalMore: z.literal(true).optional(),
  after: z.string().nullable(),
})
export type TodoPage = z.infer<typeof todoPage>

/** One to-do between its neighbours in the list that was narrowed alike. */
export const todoBetween = z.object({
  item: todoItem,
  previous: todoId.nullable(),
  next: todoId.nullable(),
})
export type TodoBetween = z.infer<typeof todoBetween>

/** GET /api/v1/todo/counts: each at most 10 000. */
export const todoCounts = z.object({
  total: z.int(),
  overdue: z.int(),
  soon: z.int(),
  /** Since when the oldest waits. */
  oldest: z.string().nullable(),
  kinds: z.array(z.object({ kind: z.enum(kindNames), count: z.int() })),
  types: z.array(z.object({ kind: z.enum(kindNames), type: z.string(), title: z.string(), count: z.int() })),
})
export type TodoCounts = z.infer<typeof todoCounts>

const reason = words(500)

/** POST /api/v1/todo/{id}/{act} */
export const todoActBody = z.strictObject({
  reason: reason.optional(),
  version: z.int('版本号应为整数').optional(),
})
export type TodoActBody = z.output<typeof todoActBody>

/** POST /api/v1/todo/batch */
export const todoBatch = z.strictObject({
  ids: z.array(todoId, { error: '请选择事项' }).min(1, '请选择事项').max(100, '一次至多办理 100 件'),
  act: z.enum(todoActs, { error: '没有这种办理' }),
  reason: reason.optional(),
})
export type TodoBatch = z.output<typeof todoBatch>
export const todoBatchResult = z.object({
  success: z.int(),
  results: z.array(z.object({ id: todoId, ok: z.boolean(), message: z.string().nullable() })),
})
export type TodoBatchResult = z.infer<typeof todoBatchResult>

/** GET /api/v1/todo/submitted: what I handed in; `open`: not decided yet. */
export const submittedQuery = z.strictObject({
  state: z.enum(['open', 'ended'], { error: '没有这个分组' }).default('open'),
  kind: narrowing.kind,
  after,
  pageSize: size,
})
export type SubmittedQuery = z.output<typeof submittedQuery>

export const submittedItem = z.object({
  id: todoId,
  kind: z.enum(kindNames),
  typeTitle: z.string(),
  title: z.string(),
  note: z.string(),
  /** Where it stands: `waiting` for an office, `back` with me, decided well or ill. */
  standing: z.enum(['waiting', 'back', 'done', 'refused']),
  standingText: z.string(),
  level: z.enum(['school', 'area', 'city', 'province']).nullable(),
  /** The office that has it, and since when. */
  holder: z.string().nullable(),
  since: z.string(),
  waitingDays: z.int(),
  /** Median days that the office takes; null for too few decisions. */
  usualDays: z.number().nullable(),
  dueOn: z.string().nullable(),
  submittedAt: z.string().nullable(),
  urgedAt: z.string().nullable(),
  track: z.array(z.object({ label: z.string(), state: z.enum(['done', 'current', 'next']) })),
  version: z.int().nullable(),
  acts: z.array(z.enum(handedInActs)),
  link: z.string(),
})
export type SubmittedItem = z.infer<typeof submittedItem>
export const submittedPage = z.object({
  list: z.array(submittedItem),
  total: z.int(),
  totalMore: z.literal(true).optional(),
  after: z.string().nullable(),
})
export type SubmittedPage = z.infer<typeof submittedPage>

/**
 * GET /api/v1/todo/offices: offices below the caller's, or below `place`, the one with most overdue first.
 */
export const officesQuery = z.strictObject({
  place: narrowing.place,
  page: z.coerce.number({ error: '页码应为整数' }).int('页码应为整数').min(1).max(500).default(1),
})
export type OfficesQuery = z.output<typeof officesQuery>
export const officeFigures = z.object({
  id: z.int(),
  name: z.string(),
  level: z.string(),
  open: z.int(),
  overdue: z.int(),
  oldest: z.string().nullable(),
  /** Decisions of the last 90 days, at most 500 of them, and the median of their working days. */
  decided: z.int(),
  medianDays: z.number().nullable(),
  /** Whether there are offices below it. */
  hasBelow: z.boolean(),
})
export type OfficeFigures = z.infer<typeof officeFigures>
export const officesPage = z.object({
  place: z.object({ id: z.int(), name: z.string() }),
  list: z.array(officeFigures),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})
export type OfficesPage = z.infer<typeof officesPage>

/** GET /api/v1/todo/offices/{id}: what is behind a figure. */
export const officeItemsQuery = z.strictObject({
  figure: z.enum(['open', 'overdue', 'decided'], { error: '没有这个数' }).default('open'),
  after,
  pageSize: size,
})
export type OfficeItemsQuery = z.output<typeof officeItemsQuery>
export const officeItem = z.object({
  id: z.string(),
  typeTitle: z.string(),
  title: z.string(),
  since: z.string(),
  /** When it was decided; null while it waits. */
  decidedAt: z.string().nullable(),
  /** Working days that it has waited, or did. */
  days: z.int(),
  overdue: z.boolean(),
})
export type OfficeItem = z.infer<typeof officeItem>
export const officeItems = z.object({
  office: z.object({ id: z.int(), name: z.string() }),
  list: z.array(officeItem),
  total: z.int(),
  totalMore: z.literal(true).optional(),
  after: z.string().nullable(),
})
