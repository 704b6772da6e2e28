import type { Archive } from '../../../catalogue/declarations/judge.ts'
import { asksArchive, trainedUntil, unmetConditions } from '../../../catalogue/declarations/training-judge.ts'
import { draft, isOver } from '../../../catalogue/processes/campaign-reading.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { minuteOf, type OfferRules } from '../../../catalogue/seats/offer.ts'
import { waitOrder, type WaitFacts, type WaitOrder } from '../../../catalogue/seats/order.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import {
  campaignById,
  type CampaignRow,
  type MoveEntry,
  type PlaceKeeper,
} from '../../engine/campaigns/index.ts'
import type { Engine, Queryable, Tx } from '../../engine/engine.ts'
import { caseRows, lockCase, teacherOf, type Matter, type MovedEntry } from '../../engine/processes/index.ts'
import {
  acceptOffer,
  closeSeats,
  freeSeat,
  joinLine,
  lapseOffer,
  leaveLine,
  openSeats,
  resizePlaces,
  returnSeats,
  serve,
  setOfferRules,
  type SeatPolicy,
} from '../../engine/seats/index.ts'
import { fixAttendance } from '../../engine/presence/index.ts'
import { countYear } from '../../engine/ledger/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { account } from './follow-registrations.ts'
import { goingOf } from './going.ts'
import { isRanked, rankedOrder, ranksFollow, type EntryRanks } from './ranks.ts'
import { followTimetable } from './sessions.ts'

/** What the seats of training need of the server. */
export interface SeatNeeds {
  readonly engine: Engine
  /** What the conditions of projects read of a person. */
  readonly archiveOf: (db: Queryable, teacherId: number) => Promise<Archive>
  /** Titles of courses of teaching research that are on show, by number. */
  readonly courseTitles: (db: Queryable, courses: readonly number[]) => Promise<ReadonlyMap<number, string>>
  readonly ranks: EntryRanks
  /** Moves an entry that a seat is offered to. */
  readonly moveEntry: () => MoveEntry
}

type ProjectValue = CampaignRow['value']

/** Whether the entries of a campaign, or a case, have seats. */
export const isProject = ({ type }: Pick<CampaignRow, 'type'>): boolean => type === trainingProject.name
export const hasSeat = ({ definition }: Pick<Matter, 'definition'>): boolean =>
  definition.name === trainingEnrolment.name

export const isPooled = (value: ProjectValue): boolean => value['pooled'] === true
const whole = (value: unknown, without: number): number => (typeof value === 'number' ? value : without)

/** The rules by which free seats of a project are offered. */
function offerRulesOf(value: ProjectValue): OfferRules {
  const sessions: readonly { readonly startsAt?: unknown }[] = Array.isArray(value['sessions'])
    ? value['sessions']
    : []
  const starts = sessions.flatMap(({ startsAt }) => (typeof startsAt === 'string' ? startsAt : []))
  const begins = typeof value['startDate'] === 'string' ? `${value['startDate']}T08:00` : null
  return {
    acceptHours: whole(value['acceptHours'], 48),
    lastOfferHours: whole(value['lastOfferHours'], 12),
    firstSession: starts.toSorted()[0] ?? begins,
  }
}

/** The project of an entry. */
export async function projectOf(
  db: Queryable,
  { campaignId }: Pick<Matter, 'campaignId'>,
): Promise<CampaignRow> {
  const row = campaignId === null ? undefined : await campaignById(db, campaignId)
  if (!row) throw new AppError('missing')
  return row
}

/** What of a project's conditions does not hold for a teacher today. */
export async function unmetFor(
  { archiveOf }: Pick<SeatNeeds, 'archiveOf'>,
  db: Queryable,
  teacherId: number,
  project: CampaignRow,
) {
  const { value } = project
  const archive = asksArchive(value) ? await archiveOf(db, teacherId) : {}
  const going = value['noOverlap'] === true ? await goingOf(db, teacherId, project.id) : []
  const urbanRural = await urbanRuralOf(db, teacherId)
  return unmetConditions(value, { archive, going, urbanRural }, today())
}

/** The code of the dictionary urbanRural of a teacher's school; null where nothing says it. */
async function urbanRuralOf(db: Queryable, teacherId: number): Promise<string | null> {
  const row = await db.maybeOne<{ code: string | null }>(sql`
    select i.urban_rural as code
    from teacher t join institution i on i.id = t.institution_id where t.id = ${teacherId}`)
  return row?.code ?? null
}

interface Entry {
  readonly state: string
  readonly teacherId: number
  readonly offers: number
}

async function entryOf(tx: Tx, id: string): Promise<Entry | undefined> {
  return tx.maybeOne<Entry>(sql`
    select state, teacher_id as "teacherId", coalesce((value ->> 'offers')::int, 0) as offers
    from ${caseRows} k where id = ${id}::uuid`)
}

/** Who of a line may have a seat, and how it is asked. */
export const seatPolicy = (needs: SeatNeeds): SeatPolicy => ({
  unfit: async (tx, eventId, holder) => {
    await lockCase(tx, holder)
    const entry = await entryOf(tx, holder)
    if (!entry || entry.state !== 'waitlisted') return '已经不在候补'
    const project = await projectOf(tx, { campaignId: eventId })
    const unmet = await unmetFor(needs, tx, entry.teacherId, project)
    return unmet.find(({ advisory }) => !advisory)?.message ?? null
  },
  offered: async (tx, holder, { until, no }) => {
    const entry = await entryOf(tx, holder)
    const value = { acceptBy: minuteOf(until), offers: (entry?.offers ?? 0) + 1, seatNo: no }
    const moved = await needs.moveEntry()(
      tx,
      { moves: ['offer'], from: ['waitlisted'], by: null, value },
      holder,
    )
    if (!moved) throw new AppError('stale')
  },
})

/** Refuses a timetable with courses that are not on show: nobody could watch them. */
async function requireCourses(
  { courseTitles }: SeatNeeds,
  tx: Tx,
  { value }: Pick<CampaignRow, 'value'>,
): Promise<void> {
  const numbers = listOf(value['sessions']).flatMap(({ course }) =>
    typeof course === 'number' ? course : [],
  )
  if (numbers.length === 0) return
  const known = await courseTitles(tx, numbers)
  const unknown = numbers.find((one) => !known.has(one))
  if (unknown !== undefined) throw invalid('sessions', `没有编号为 ${unknown} 的、已发布的教研课程`)
}

/** Sessions follow the timetable until attendance is fixed, which the assessment does. */
async function sessionsFollow(tx: Tx, project: CampaignRow, to: string): Promise<void> {
  if (['recruiting', 'preparing', 'ongoing'].includes(to)) await followTimetable(tx, project)
  if (to === 'assessing' && project.state !== to)
    await fixAttendance(tx, project.id, { by: null, now: Date.now() })
}

/** Keeps the seats of projects: opened with them, changed with their quota, closed when they begin. */
export const projectSeats = (needs: SeatNeeds): PlaceKeeper => ({
  moved: async (tx, project, to) => {
    const { id, institutionId, value, state } = project
    if (to === draft || (state === draft && isOver(trainingProject, to))) return
    // Asked when the timetable is written, not when a project goes on: a course may have been taken down since.
    if (state === draft || state === to) await requireCourses(needs, tx, project)
    await sessionsFollow(tx, project, to)
    const [rules, total] = [offerRulesOf(value), whole(value['quota'], 0)]
    if (state === draft) return openSeats(tx, id, { institutionId, total, rules, pooled: isPooled(value) })
    if (!['recruiting', 'preparing'].includes(to)) return void (await closeSeats(tx, id))
    await setOfferRules(tx, id, rules)
    await resizePlaces(tx, { id, institutionId }, total)
    await serve(tx, seatPolicy(needs), { eventId: id, institutionId, at: Date.now(), by: null })
  },
  returned: (tx, { id }) => returnSeats(tx, seatPolicy(needs), { eventId: id, at: Date.now(), by: null }),
})

/** What becomes of seat and line when an entry has moved. */
export const seatsFollow =
  (needs: SeatNeeds) =>
  async (tx: Tx, entry: MovedEntry): Promise<void> => {
    const { id, campaignId, from, state, by } = entry
    if (campaignId === null) return
    // Before the line is joined or served: it is ordered by the ranks.
    await ranksFollow(needs, tx, entry)
    const moment = { eventId: campaignId, holder: id, at: Date.now(), by }
    const policy = seatPolicy(needs)
    const lapses = from === 'offered' && entry.move === 'expire'
    if (state === 'waitlisted' && !lapses) return wait(needs, tx, entry)
    if (lapses)
      return lapseOffer(tx, policy, { ...moment, reason: '没有答复', again: state === 'waitlisted' })
    // Later than the start the seat was used, whatever becomes of the entry.
    if (['returned', 'cancelled', 'draft'].includes(state) && from !== 'learning')
      return freeSeat(tx, policy, { ...moment, reason: reasons[entry.move] ?? '' })
    if (from === 'offered') await acceptOffer(tx, moment)
    if (from === 'waitlisted' && state !== 'offered') await leaveLine(tx, moment)
  }

const reasons: Readonly<Record<string, string>> = {
  withdraw: '撤回报名',
  return: '退回',
  decline: '本人不参加',
  expire: '没有答复',
  cancel: '取消报名',
  callOff: '项目取消',
}

async function wait(needs: SeatNeeds, tx: Tx, entry: MovedEntry): Promise<void> {
  const project = await projectOf(tx, entry)
  const { id, campaignId, by, actor } = entry
  if (campaignId === null) return
  const institutionId = isPooled(project.value)
    ? project.institutionId
    : (actor?.institutionId ?? project.institutionId)
  const order = isRanked(project)
    ? await rankedOrder(needs, tx, entry)
    : await orderOf(needs, tx, teacherOf(entry), project)
  await joinLine(tx, seatPolicy(needs), {
    eventId: campaignId,
    holder: id,
    institutionId,
    order,
    at: Date.now(),
    by,
  })
}

/** Where a teacher comes in the line of a project. */
async function orderOf(
  { archiveOf }: SeatNeeds,
  tx: Tx,
  teacherId: number,
  { value }: CampaignRow,
): Promise<WaitOrder> {
  if (value['byNeed'] !== true) return waitOrder('time', noFacts)
  const archive = await archiveOf(tx, teacherId)
  const year = Number(today().slice(0, 4))
  const { count } = await countYear(tx, { ownerId: teacherId, account, year })
  return waitOrder('need', {
    ...noFacts,
    trainedUntil: trainedUntil(archive['trainingRegistration'] ?? []),
    locality: localityOf(await urbanRuralOf(tx, teacherId)),
    gap: count.gap,
  })
}

const noFacts: WaitFacts = { rank: null, trainedUntil: null, locality: null, gap: 0 }

/** The group of a code of the dictionary urbanRural: its first digits say it. */
function localityOf(code: string | null): WaitFacts['locality'] {
  if (code === null) return null
  return code.startsWith('2') ? '3' : code.startsWith('12') ? '2' : '1'
}
