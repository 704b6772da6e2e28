import { useQueryClient } from '@tanstack/react-query'
import { UndoBar, type TakeBack } from '../../engine/review/undo/undo-bar.tsx'
import { offerUndo } from '../../engine/review/undo/undo-store.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { key, moveQuestion, readQuestion } from './use-questions.ts'

const type = 'question'

/** Offers to take back the agreement just given to a question. */
export const offerQuestionUndo = (id: number, summary: string): void =>
  offerUndo([{ type, id: `${type}/${id}`, summary }])

/** Takes agreements back one by one, each at the version that the question has now. */
const takeBack: TakeBack = (keys) =>
  Promise.all(
    keys.map(async (one) => {
      const id = Number(one.slice(type.length + 1))
      try {
        const { version } = await readQuestion(id)
        await moveQuestion(id, 'undo', { version })
        return { id: one, ok: true }
      } catch (error) {
        return { id: one, ok: false, message: sentenceOf(error) }
      }
    }),
  )

/** The agreements of the last minutes to questions. */
export function QuestionUndo() {
  const cache = useQueryClient()
  return (
    <UndoBar
      type={type}
      takeBack={takeBack}
      onUndone={() => void cache.invalidateQueries({ queryKey: [key] })}
    />
  )
}
