import { fillSortForms } from '../../engine/directory/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** Fills missing sort forms of names once a minute, so that people who were loaded without one are found. */
export const nameFormsJob = (db: Database, sortForm: (text: string) => string): KeptJob => ({
  name: 'users.name-forms',
  label: '姓名拼音整理',
  every: 60,
  run: async () => (await fillSortForms(db, sortForm)) > 0,
})
