import type { ForgettingRule } from '../../platform/db/forget.ts'
import { sql } from '../../platform/db/sql.ts'

/** Messages that were written so many days ago, read or not. */
export const forgottenMessages = (days: number): ForgettingRule => ({
  table: 'message',
  oldest: sql`x.id`,
  where: sql`t.created_at < now() - make_interval(days => ${days})`,
})
