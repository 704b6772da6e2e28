import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { useWholeForm } from '../../engine/form/use-whole-form.ts'
import { readQuestion, writeNew, writeQuestion } from './use-questions.ts'

/** A question while it is written. `onShown` gets what the server made of a save: texts typeset and faults. */
export const useQuestionForm = (
  question: QuestionDetail | null,
  start: QuestionValue,
  onShown: (detail: QuestionDetail) => void,
) =>
  useWholeForm<QuestionValue, QuestionDetail>({
    opened: question,
    start,
    valueOf: ({ draft }) => draft,
    schema: questionValue,
    kind: 'question',
    create: async (value, idempotencyKey) => readQuestion((await writeNew(value, idempotencyKey)).id),
    write: writeQuestion,
    read: readQuestion,
    onShown,
  })

export type QuestionForm = ReturnType<typeof useQuestionForm>
