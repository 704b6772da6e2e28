import { followBasicInformation, followTitleLevels } from '../../engine/directory/index.ts'
import type { AppliedVersion, Hooks, Tx } from '../../engine/engine.ts'

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/**
 * The teacher's row repeats the name, the stage, the subject and the level of the title, by which lists sort
 * and search. It follows the basic information in the same transaction, also back to an earlier version; the
 * level is derived from appointments, so it follows what is derived.
 */
export function teacherHooks(): Hooks {
  const follow = async (tx: Tx, teacherId: number, values: AppliedVersion['values']) => {
    const name = textOr(values['name'])
    if (name === null) return
    await followBasicInformation(tx, teacherId, {
      name,
      stage: textOr(values['schoolStage']),
      subject: textOr(values['mainSubject']),
    })
  }
  return {
    applied: (tx, { ownerId, values }) => follow(tx, ownerId, values),
    voided: async (tx, { ownerId, now }) => {
      if (now !== null) await follow(tx, ownerId, now)
    },
    derived: (tx, { ownerId, values }) =>
      followTitleLevels(tx, [{ id: ownerId, level: textOr(values['titleLevel']) }]),
    repeated: (values) => ({ titleLevel: textOr(values['titleLevel']) }),
  }
}
