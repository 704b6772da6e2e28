import { z } from 'zod'
import { filledText, page, paging, typedText, uuid } from './envelope.ts'
import { contentState } from './portal/portal.ts'
import { longest } from './watch.ts'

const number = (name: string) =>
  z.coerce
    .number(`${name}应为整数`)
    .int(`${name}应为整数`)
    .positive(`${name}应为正数`)
    .max(2_147_483_647, `${name}过大`)
const courseId = number('课程编号')
const code = z.string().max(10).optional()

export const courseParams = z.object({ id: courseId })
export const lessonParams = z.object({ id: courseId, lesson: uuid })
export const learnerParams = z.object({ id: courseId, lesson: uuid, teacher: number('学员编号') })

/** GET /api/v1/courses: the courses that an office keeps or looks after. */
export const coursesAsked = z.strictObject({
  ...paging,
  q: typedText('关键词', 60).optional(),
  state: contentState.optional(),
  subject: code,
  grants: z.enum(['1', '0'], '学时请选给或不给').optional(),
  /** Only those that the office keeps itself. */
  own: z.literal('1').optional(),
})
export const courseLine = z.object({
  id: z.int(),
  title: z.string(),
  org: z.string(),
  state: contentState,
  subject: z.string().nullable(),
  hours: z.number().nullable(),
  lessons: z.int(),
  seconds: z.int(),
  learners: z.int(),
  complete: z.int(),
})
export const coursePage = page(courseLine)
export type CourseLine = z.infer<typeof courseLine>

/** A question of a lesson, with its right choices: for who writes it. */
const question = z.strictObject({
  /** null for a new one. */
  no: z.int().min(1).max(32_000).nullable(),
  second: z.int('检查题的位置应为整秒').min(1, '检查题不能在第一秒以前').max(longest, '检查题超出了录像'),
  from: z.int('片段的开始应为整秒').min(0, '片段的开始不能小于 0').max(longest, '片段超出了录像'),
  kind: z.enum(['single', 'multiple', 'judge'], '请选题型'),
  text: filledText('题目', 500),
  choices: z.array(filledText('选项', 200)).max(6, '选项至多 6 个'),
  right: z.array(z.int().min(0).max(5)).min(1, '请标出正确选项').max(6),
  hint: typedText('提示', 300).default(''),
  required: z.boolean().default(true),
})
export type Question = z.infer<typeof question>

const media = {
  fileId: uuid.nullable().default(null),
  captionsId: uuid.nullable().default(null),
  slidesId: uuid.nullable().default(null),
  /** As the browser read it; the server believes an mp4 alone. */
  seconds: z
    .number('录像的长度应为数字')
    .min(0, '录像的长度不能小于 0')
    .max(longest, '录像不能长过一天')
    .nullable()
    .default(null),
}

/** POST /api/v1/courses/{id}/lessons */
export const lessonMade = z.strictObject({ title: filledText('课时名称', 100), ...media })

/** PUT /api/v1/courses/{id}/lessons/{lesson}: the lesson with its questions, whole. */
export const lessonSaved = z.strictObject({
  version: z.int(),
  title: filledText('课时名称', 100),
  ...media,
  questions: z.array(question).max(30, '一个课时至多 30 道检查题').default([]),
})
export type LessonSaved = z.infer<typeof lessonSaved>

/** PUT /api/v1/courses/{id}/order */
export const lessonOrder = z.strictObject({ lessons: z.array(uuid).max(200, '课时至多 200 个') })

const film = z.object({
  no: z.int(),
  fileId: z.string(),
  name: z.string(),
  type: z.enum(['video', 'audio']),
  url: z.string(),
  captionsId: z.string().nullable(),
  captions: z.string().nullable(),
  slidesId: z.string().nullable(),
  slides: z.string().nullable(),
  seconds: z.int(),
})
export type LessonFilm = z.infer<typeof film>

/** A lesson as those read it who write or look after the course. */
export const lessonKept = z.object({
  id: z.string(),
  title: z.string(),
  version: z.int(),
  film: film.nullable(),
  learners: z.int(),
  questions: z.array(question).readonly(),
})
export type LessonKept = z.infer<typeof lessonKept>

/** GET /api/v1/courses/{id} */
export const courseView = z.object({
  id: z.int(),
  title: z.string(),
  state: contentState,
  org: z.string(),
  hours: z.number().nullable(),
  rate: z.number(),
  threshold: z.int(),
  lateMinutes: z.int(),
  mayEdit: z.boolean(),
  lessons: z.array(lessonKept).readonly(),
})
export type CourseView = z.infer<typeof courseView>

/** GET /api/v1/courses/{id}/learners */
export const learnersAsked = z.strictObject({
  ...paging,
  q: typedText('姓名', 60).optional(),
  state: z.enum(['learning', 'complete'], '请选在学或已完成').optional(),
})
export const learnerLine = z.object({
  teacherId: z.int(),
  name: z.string(),
  institution: z.string(),
  /** Seconds counted, of all lessons. */
  seconds: z.int(),
  lessons: z.int(),
  complete: z.int(),
  done: z.boolean(),
  hours: z.number(),
  heardAt: z.string(),
  /** The lesson heard last: where to begin to look. */
  lesson: z.string(),
})
export const learnerPage = page(learnerLine)
export type LearnerLine = z.infer<typeof learnerLine>

/** GET /api/v1/learning: courses that a teacher learns or may begin. */
export const learningAsked = z.strictObject({
  ...paging,
  q: typedText('关键词', 60).optional(),
  state: z.enum(['learning', 'complete', 'new'], '没有该状态').optional(),
  subject: code,
})
const learningLine = z.object({
  id: z.int(),
  title: z.string(),
  subject: z.string().nullable(),
  lecturer: z.string(),
  hours: z.number().nullable(),
  lessons: z.int(),
  seconds: z.int(),
  counted: z.int(),
  complete: z.int(),
  done: z.boolean(),
  /** Hours that it gave this teacher. */
  given: z.number(),
})
export type LearningLine = z.infer<typeof learningLine>
export const learningPage = page(learningLine).extend({
  /** The lesson heard last that is not complete; null where there is none. */
  goOn: z
    .object({
      course: z.int(),
      title: z.string(),
      lesson: z.string(),
      lessonTitle: z.string(),
      at: z.int(),
      device: z.string(),
    })
    .nullable(),
})
export type LearningPage = z.infer<typeof learningPage>

/** GET /api/v1/learning/{id}: a course as its learner sees it. */
export const learningView = z.object({
  id: z.int(),
  title: z.string(),
  subject: z.string().nullable(),
  lecturer: z.string(),
  lecturerUnit: z.string(),
  hours: z.number().nullable(),
  creditKind: z.string().nullable(),
  byLesson: z.boolean(),
  rate: z.number(),
  threshold: z.int(),
  lateMinutes: z.int(),
  given: z.number(),
  lessons: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        film,
        counted: z.int(),
        complete: z.boolean(),
      }),
    )
    .readonly(),
})
export type LearningView = z.infer<typeof learningView>
export type LearningLesson = LearningView['lessons'][number]

/** GET /api/v1/courses/{id}/outline: lessons with their length, for everybody who may see the course. */
export const courseOutline = z.object({
  lessons: z.array(z.object({ title: z.string(), seconds: z.int() })).readonly(),
  learners: z.int(),
})
export type CourseOutline = z.infer<typeof courseOutline>
