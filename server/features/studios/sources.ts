import type { Consequences } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { studiosWhere } from './studio.ts'

/** What a yearly report is filled in with: the studio that the teacher hosts. */
export const studioSources: Pick<Consequences['sources'], 'ownStudio'> = {
  ownStudio: async (db, teacherId) => {
    const [studio] = await studiosWhere(
      db,
      sql`k.teacher_id = ${teacherId} and k.state in ('active', 'annualReview')`,
    )
    return studio ? { studio: studio.name } : {}
  },
}
