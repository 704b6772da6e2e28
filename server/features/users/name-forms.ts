import { fillNameForms } from '../../engine/directory/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/**
 * Fills missing forms of names once a minute, so that people who were loaded without them are found by every
 * reading.
 */
export const nameFormsJob = (db: Database): KeptJob => ({
  name: 'users.name-forms',
  label: '姓名拼音整理',
  every: 60,
  run: async () => (await fillNameForms(db)) > 0,
})
