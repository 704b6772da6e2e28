import { AppError } from '../../../catalogue/errors.ts'
import { type Consequences, noOutcome } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** Cases under expert review are not decided by hand until their round is closed. */
export const reviewEffects: Pick<Consequences['effects'], 'reviewEnded'> = {
  reviewEnded: {
    applied: async (tx, { id }) => {
      const open = await tx.maybeOne<{ title: string }>(sql`
        select r.title
        from review_item i
        join review_round r on r.id = i.round_id
        where i.ref = ${id}::uuid and r.state = 'open' limit 1`)
      if (open)
        throw new AppError('wrongState', { message: `专家正在评审（${open.title}），评审结束后才能办理` })
      return noOutcome
    },
    voided: async () => noOutcome,
  },
}
