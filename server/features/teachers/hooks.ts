import type { Hooks } from '../../engine/engine.ts'
import { followBasicInformation } from '../../engine/directory/index.ts'

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The teacher's row repeats what lists sort and search by; it follows the basic information in the same
 * transaction, so that a name changed there is changed everywhere.
 */
export function teacherHooks(sortForm: (text: string) => string): Hooks {
  return {
    applied: async (tx, { ownerId, values }) => {
      const name = textOr(values['name'])
      if (name === null) return
      await followBasicInformation(tx, ownerId, {
        name,
        nameSort: sortForm(name),
        stage: textOr(values['schoolStage']),
        subject: textOr(values['mainSubject']),
      })
    },
  }
}
