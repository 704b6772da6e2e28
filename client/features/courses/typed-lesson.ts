import { z } from 'zod'
import type { LessonKept } from '../../../catalogue/contract/courses.ts'
import { clockText, secondsIn } from '../../../catalogue/watch/words.ts'

/** A question as it is typed: its places as 12:40. */
const typedQuestion = z.object({
  no: z.int().nullable(),
  second: z.string(),
  from: z.string(),
  kind: z.enum(['single', 'multiple', 'judge']),
  text: z.string(),
  choices: z.array(z.string()),
  right: z.array(z.int()),
  hint: z.string(),
  required: z.boolean(),
})
export type TypedQuestion = z.infer<typeof typedQuestion>

/** A lesson as it is typed, and as a copy of it is kept on this computer. */
export const typedLesson = z.object({
  title: z.string(),
  fileId: z.string().nullable(),
  captionsId: z.string().nullable(),
  slidesId: z.string().nullable(),
  questions: z.array(typedQuestion),
})
export type TypedLesson = z.infer<typeof typedLesson>

/** What the form of a lesson opens with. */
export const typedOf = ({ title, film, questions }: LessonKept): TypedLesson => ({
  title,
  fileId: film?.fileId ?? null,
  captionsId: film?.captionsId ?? null,
  slidesId: film?.slidesId ?? null,
  questions: questions.map((one) => ({
    ...one,
    second: clockText(one.second),
    from: clockText(one.from),
    choices: [...one.choices],
    right: [...one.right],
  })),
})

/** A new question at a second, about the minute before it. */
export const questionAt = (second: number): TypedQuestion => ({
  no: null,
  second: clockText(second),
  from: clockText(Math.max(0, second - 60)),
  kind: 'single',
  text: '',
  choices: ['', ''],
  right: [],
  hint: '',
  required: true,
})

/** The two choices of a statement that is true or not. */
export const judged = ['对', '不对']

/** What is wrong with the places that were typed, by field; what they mean, where nothing is. */
export function sentOf(typed: TypedLesson): {
  readonly faults: Readonly<Record<string, string>>
  readonly questions: readonly object[]
} {
  const faults: Record<string, string> = {}
  const questions = typed.questions.map((one, n) => {
    const [second, from] = [secondsIn(one.second), secondsIn(one.from)]
    if (second === null) faults[`questions.${n}.second`] = '请写成 12:40 这样'
    if (from === null) faults[`questions.${n}.from`] = '请写成 11:40 这样'
    return { ...one, second: second ?? 0, from: from ?? 0 }
  })
  return { faults, questions }
}
