import { z } from 'zod'
import { dayText, filledText, page, paging, typedText, uuid } from './envelope.ts'

/** Most people of one task, and most tasks of an office that are under way. */
export const mostPeople = 50_000
export const mostTasks = 30

/** Where a person of a task stands: has to complete something, has done so, or no longer belongs to the scope. */
export const personStates = ['waiting', 'done', 'left'] as const
export type PersonState = (typeof personStates)[number]
export const personStateWords: Readonly<Record<PersonState, string>> = {
  waiting: '待补齐',
  done: '已补齐',
  left: '不再属于范围',
}

const place = z.int('单位编号应为整数').positive().max(2_147_483_647)

/** Who has to complete something: whoever has no record of a type, or whom a kept query finds. */
const taskSubject = z.strictObject({
  type: z.string('请选择档案').max(80).optional(),
  queryId: z.int('请选择查询').positive().max(2_147_483_647).optional(),
  place: place.optional(),
})
export type TaskSubject = z.output<typeof taskSubject>

export const taskPreviewBody = z.strictObject({ subject: taskSubject })
/** POST /api/v1/archive-task: begins a task. */
export const taskBody = z.strictObject({
  subject: taskSubject,
  title: filledText('任务名称', 60),
  note: typedText('要求', 500).default(''),
  dueOn: dayText(),
})
export type TaskBody = z.output<typeof taskBody>
export const taskChange = z.strictObject({
  version: z.int(),
  title: filledText('任务名称', 60),
  note: typedText('要求', 500),
  dueOn: dayText(),
})
export type TaskChange = z.output<typeof taskChange>
export const taskEnding = z.strictObject({ version: z.int() })

export const taskParams = z.object({ id: uuid })
export const tasksAsked = z.strictObject({
  ...paging,
  state: z.enum(['open', 'ended'], '没有这种状态').default('open'),
})
export type TasksAsked = z.output<typeof tasksAsked>
export const taskPeopleAsked = z.strictObject({
  ...paging,
  place: z.coerce.number('单位编号应为整数').pipe(place).optional(),
  state: z.enum(personStates, '没有这种状态').optional(),
})
export type TaskPeopleAsked = z.output<typeof taskPeopleAsked>

/** Numbers of people by where they stand, within what the reader may see. */
const progress = { people: z.int(), done: z.int(), left: z.int(), waiting: z.int() }
const taskLine = z.object({
  id: z.string(),
  title: z.string(),
  office: z.string(),
  mine: z.boolean(),
  beganOn: z.string(),
  dueOn: z.string(),
  endedOn: z.string().nullable(),
  ...progress,
})
export type TaskLine = z.infer<typeof taskLine>
export const taskPage = page(taskLine)
export type TaskPage = z.infer<typeof taskPage>

const placeLine = z.object({ id: z.int(), name: z.string(), ...progress })
export type TaskPlace = z.infer<typeof placeLine>
export const taskView = taskLine.extend({
  note: z.string(),
  type: z.string().nullable(),
  sentence: z.string(),
  version: z.int(),
  /** When it was last counted. */
  lookedAt: z.string(),
  urgedOn: z.string().nullable(),
  /** One step below the reader's office, those with most to do first. */
  places: z.array(placeLine),
})
export type TaskView = z.infer<typeof taskView>

export const taskPreview = z.object({
  people: z.int(),
  /** More people than one task may have. */
  tooMany: z.boolean(),
  sentence: z.string(),
  places: z.array(z.object({ name: z.string(), people: z.int() })),
})
export type TaskPreview = z.infer<typeof taskPreview>

const taskPerson = z.object({
  teacherId: z.int(),
  name: z.string(),
  institution: z.string(),
  state: z.enum(personStates),
  /** When it got there. */
  at: z.string(),
})
export type TaskPerson = z.infer<typeof taskPerson>
export const taskPeople = page(taskPerson)
export const urged = z.object({ offices: z.int(), people: z.int() })
