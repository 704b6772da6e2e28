import { activityPlace } from '../../../catalogue/processes/activity-place.ts'
import { isOver } from '../../../catalogue/processes/campaign-reading.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { minuteOf, type OfferRules } from '../../../catalogue/seats/offer.ts'
import { waitOrder } from '../../../catalogue/seats/order.ts'
import type { CampaignRow, MoveEntry, PlaceKeeper } from '../../engine/campaigns/index.ts'
import type { Engine, Tx } from '../../engine/engine.ts'
import {
  caseRows,
  lockCase,
  teacherOf,
  type Consequences,
  type Matter,
  type MovedEntry,
  noOutcome,
} from '../../engine/processes/index.ts'
import {
  acceptOffer,
  closeSeats,
  freeSeat,
  joinLine,
  lapseOffer,
  leftFor,
  openSeats,
  resizePlaces,
  serve,
  takeSeat,
  type SeatPolicy,
} from '../../engine/seats/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { activityOf } from './activity.ts'
import { readyForArchive, readyForUnarchive } from './archiving.ts'
import { followSittings } from './sittings.ts'

/** What activities need of the server. */
export interface ActivityNeeds {
  readonly engine: Engine
  /** Moves a place that a seat is offered to. */
  readonly moveEntry: () => MoveEntry
}

export const isActivity = ({ type }: Pick<CampaignRow, 'type'>): boolean => type === researchActivity.name
export const isPlace = ({ definition }: Pick<Matter, 'definition'>): boolean =>
  definition.name === activityPlace.name

/** States in which a place counts for the quota and for the cap of its school. */
const holding = ['invited', 'confirmed', 'offered']

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Hours to answer an offer; none is made in the last hour before the activity. */
const offerRulesOf = (value: CampaignRow['value']): OfferRules => ({
  acceptHours: 48,
  lastOfferHours: 1,
  firstSession: typeof value['startTime'] === 'string' ? value['startTime'] : null,
})

/** Why the school of a teacher has no room left in an activity; null where it has. */
async function capped(tx: Tx, activity: CampaignRow, teacherId: number, own: string): Promise<string | null> {
  const cap = number(activity.value['schoolCap'])
  if (cap === null) return null
  const { many } = await tx.one<{ many: number }>(sql`
    select count(*)::int as many
    from ${caseRows} k
      join teacher t on t.id = k.teacher_id
    where k.campaign_id = ${activity.id}::uuid and k.type = 'activityPlace' and k.id <> ${own}::uuid
      and k.state = any(${holding}::text[]) and coalesce((k.value ->> 'walkedIn')::boolean, false) is false
      and t.institution_id = (select o.institution_id from teacher o where o.id = ${teacherId})`)
  return many >= cap ? `每校至多 ${cap} 人` : null
}

/** Keeps others out who take places of one activity: the cap of a school is counted. */
const lockActivity = (tx: Tx, id: string) =>
  tx.query(sql`select 1 from campaign where id = ${id}::uuid for no key update`)

async function whyNone(tx: Tx, activity: CampaignRow, matter: Matter): Promise<string | null> {
  await lockActivity(tx, activity.id)
  const cap = await capped(tx, activity, teacherOf(matter), matter.id)
  if (cap !== null) return cap
  const left = await leftFor(tx, activity.id, activity.institutionId)
  return left > 0 ? null : '名额已满'
}

/** What moves of places do to seats. */
export const placeEffects: Pick<Consequences['effects'], 'placeTaken'> = {
  placeTaken: {
    applied: async (tx, matter) => {
      const activity = await activityOf(tx, matter)
      const none = await whyNone(tx, activity, matter)
      if (none !== null) return { ...noOutcome, instead: `${none}，可以列入候补` }
      const { id: eventId, institutionId } = activity
      const seat = { eventId, institutionId, holder: matter.id, at: Date.now(), by: matter.by }
      const seatNo = await takeSeat(tx, seat)
      return seatNo === null ? { ...noOutcome, instead: '名额已满' } : { ...noOutcome, value: { seatNo } }
    },
    voided: async () => ({ ...noOutcome, value: { seatNo: null } }),
  },
}

/** One place under way, or that was used, a person and activity. */
export const placeJudges: Pick<Consequences['judges'], 'mayAttend'> = {
  mayAttend: async (db, { id, teacherId, campaignId }) => {
    const other = await db.maybeOne(sql`
      select 1 from ${caseRows} k
      where teacher_id = ${teacherId} and type = 'activityPlace' and campaign_id = ${campaignId}::uuid and handed_in
        and state <> 'cancelled' and id <> ${id}::uuid
      limit 1`)
    return { errors: other ? [{ field: 'form', message: '已经报过名或者收到了邀请' }] : [], warnings: [] }
  },
}

/** Who of a waiting list may have a seat, and how it is asked. */
const policyOf = ({ moveEntry }: ActivityNeeds): SeatPolicy => ({
  unfit: async (tx, eventId, holder) => {
    await lockCase(tx, holder)
    const place = await tx.maybeOne<{ teacherId: number }>(sql`
      select teacher_id as "teacherId" from ${caseRows} k where id = ${holder}::uuid and state = 'waitlisted'`)
    if (!place) return '已经不在候补'
    return capped(tx, await activityOf(tx, { campaignId: eventId }), place.teacherId, holder)
  },
  offered: async (tx, holder, { until, no }) => {
    const value = { acceptBy: minuteOf(until), seatNo: no }
    const asked = { moves: ['offer'], from: ['waitlisted'], by: null, value }
    if (!(await moveEntry()(tx, asked, holder))) throw new AppError('stale')
  },
})

/** Keeps seats and sittings of activities: opened with them, changed with them, closed when they begin. */
export const activityPlaces = (needs: ActivityNeeds): PlaceKeeper => ({
  moved: async (tx, activity, to) => {
    const { id, institutionId, value, state, now } = activity
    if (to === 'draft' || (state === 'draft' && isOver(researchActivity, to))) return
    if (state === 'archived' && to === 'archived')
      throw new AppError('wrongState', { message: '已经归档，要修改请先撤销归档' })
    if (state === 'draft' && String(value['endTime']) <= now)
      throw invalid('endTime', '活动已经结束，不能再开放报名')
    if (to === 'archived') return readyForArchive(tx, activity)
    if (state === 'archived') return readyForUnarchive(tx, activity)
    if (['signup', 'scheduled', 'ongoing'].includes(to)) await followSittings(tx, activity)
    const total = number(value['quota']) ?? 0
    if (state === 'draft')
      return openSeats(tx, id, { institutionId, total, rules: offerRulesOf(value), pooled: true })
    if (!['signup', 'scheduled'].includes(to)) return void (await closeSeats(tx, id))
    await resizePlaces(tx, { id, institutionId }, total)
    await serve(tx, policyOf(needs), { eventId: id, institutionId, at: Date.now(), by: null })
  },
  returned: async () => 0,
})

const reasons: Readonly<Record<string, string>> = {
  decline: '本人不参加',
  cancel: '取消报名',
  lapse: '活动已开始',
  callOff: '活动取消',
}

/** What becomes of seat and waiting list when a place has moved. */
export const placesFollow =
  (needs: ActivityNeeds) =>
  async (tx: Tx, entry: MovedEntry): Promise<void> => {
    const { id, campaignId, from, state, by, move } = entry
    if (campaignId === null) return
    const moment = { eventId: campaignId, holder: id, at: Date.now(), by }
    const policy = policyOf(needs)
    if (state === 'waitlisted') {
      const { institutionId } = await activityOf(tx, entry)
      const facts = { rank: null, trainedUntil: null, locality: null, gap: 0 }
      return joinLine(tx, policy, { ...moment, institutionId, order: waitOrder('time', facts) })
    }
    if (move === 'expire') return lapseOffer(tx, policy, { ...moment, reason: '没有答复', again: false })
    if (state === 'cancelled') return freeSeat(tx, policy, { ...moment, reason: reasons[move] ?? '' })
    if (from === 'offered') await acceptOffer(tx, moment)
  }
