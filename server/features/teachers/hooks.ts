import type { Hooks } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'

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
      await tx.execute(sql`
        update teacher
        set name = ${name}, name_sort = ${sortForm(name)}, stage = ${textOr(values['schoolStage'])},
          subject = ${textOr(values['mainSubject'])} where id = ${ownerId}`)
      await tx.execute(
        sql`update person
          set name = ${name}, name_sort = ${sortForm(name)}
          where id = (select person_id from teacher where id = ${ownerId})`,
      )
    },
  }
}
