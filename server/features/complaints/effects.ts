import { AppError } from '../../../catalogue/errors.ts'
import { freeze, removeFrozen, thaw, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { publicityEnds } from '../../engine/campaigns/index.ts'
import { type Consequences, type Matter, neverVoided, noOutcome } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** Working days in which an author answers, and in which the right holder may sue after that. */
const days = 15

/** The content of a complaint with its case. @throws AppError `missing` */
function frozenOf({ contentId, id }: Matter) {
  if (contentId === null) throw new AppError('missing')
  return { id: contentId, caseId: id }
}

type OwnEffects = 'contentFrozen' | 'contentThawed' | 'contentRemoved' | 'counterGiven'

/** What a complaint does to the resource that it is about (resources.md, 4.9). */
export const complaintEffects = (publishing: PublishingNeeds): Pick<Consequences['effects'], OwnEffects> => ({
  contentFrozen: {
    applied: async (tx, matter) => {
      await freeze(publishing, tx, frozenOf(matter))
      return { ...noOutcome, value: { counterBy: await publicityEnds(tx, days) } }
    },
    voided: neverVoided,
  },
  counterGiven: {
    applied: async (tx) => ({ ...noOutcome, value: { restoreOn: await publicityEnds(tx, days) } }),
    voided: neverVoided,
  },
  contentThawed: {
    applied: async (tx, matter) => {
      await thaw(publishing, tx, frozenOf(matter))
      return noOutcome
    },
    voided: neverVoided,
  },
  contentRemoved: {
    applied: async (tx, matter) => {
      if (!matter.actor) throw new AppError('forbidden')
      await removeFrozen(publishing, tx, matter.actor, frozenOf(matter))
      return noOutcome
    },
    voided: neverVoided,
  },
})

/** A complaint is about what readers see now. */
export const complaintJudges: Pick<Consequences['judges'], 'mayFreeze'> = {
  mayFreeze: async (db, { contentId }) => {
    const shown = await db.maybeOne(sql`
      select 1 from content
      where id = ${contentId} and live is not null and publish_at <= now()
        and coalesce(take_down_at > now(), true)`)
    const message = '该资源已经不在展示，无需受理；可以写明情况不予受理'
    return { errors: shown ? [] : [{ field: 'work', message }], warnings: [] }
  },
}
