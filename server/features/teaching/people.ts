import type { Actor } from '../../../catalogue/access/access.ts'
import type { z } from 'zod'
import type {
  CandidatesFound,
  invitationsMade,
  PlacesReport,
} from '../../../catalogue/contract/teaching/activities.ts'
import { hasCode } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { activityPlace } from '../../../catalogue/processes/activity-place.ts'
import { namedLike, scopeCondition } from '../../engine/access/index.ts'
import type { HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { beginCaseFor, caseRows, entryMover, type CaseNeeds } from '../../engine/processes/index.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { joined } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql } from '../../platform/db/sql.ts'

/** Days for which an invitation holds a place, at most (teaching-research.md, 4, Seats). */
const invitationDays = 7

/** Teachers within the reach of the host, by name, with their place in the activity. */
export async function candidatesFor(
  db: Queryable,
  actor: Actor,
  activity: HostedRow,
  {
    q,
    page,
    pageSize,
  }: { readonly q?: string | undefined; readonly page: number; readonly pageSize: number },
): Promise<CandidatesFound> {
  const where = sql`${scopeCondition(actor, 't')} and t.status = '11' ${q ? sql`and ${namedLike('t', q)}` : sql.empty}`
  const [list, { total }] = await Promise.all([
    db.query<CandidatesFound['list'][number]>(sql`
      with e as materialized (
        select distinct on (k.teacher_id) k.teacher_id, k.state from ${caseRows} k
        where k.type = 'activityPlace' and k.campaign_id = ${activity.id}::uuid and k.handed_in
        order by k.teacher_id, k.id desc)
      select t.id as "teacherId", t.name, coalesce(i.name, '') as institution, t.subject, e.state
      from teacher t
      left join institution i on i.id = t.institution_id
      left join e on e.teacher_id = t.id
      where ${where}
      order by t.name_sort, t.id limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from teacher t where ${where}`),
  ])
  return { list, total, page, pageSize }
}

type Task = Omit<z.infer<typeof invitationsMade>, 'teachers'>

interface Request {
  readonly actor: Actor
  readonly activity: HostedRow
  readonly teachers: readonly number[]
}

/** Invites people, each by itself; whoever cannot be is named with the reason. */
export function invite(processing: CaseNeeds, adding: Request, task: Task): Promise<PlacesReport> {
  const { state, value, now } = adding.activity
  requireHost(adding, ['signup', 'scheduled'], '报名中和待开始的活动才能邀请')
  if (!hasCode('memberRole', task.memberRole)) throw invalid('memberRole', '没有这种角色')
  if (task.lessonTitle !== '' && !hasCode('subject', task.lessonSubject ?? ''))
    throw invalid('lessonSubject', '授课的请选择学科')
  if (task.lessonGrade !== null && !hasCode('grade', task.lessonGrade))
    throw invalid('lessonGrade', '没有该年级')
  const week = minuteOf(Date.now() + invitationDays * 86_400_000)
  const ends = [state === 'signup' ? value['signupEnd'] : null, value['startTime'], week].flatMap((one) =>
    typeof one === 'string' && one > now ? [one] : [],
  )
  const written = {
    ...task,
    lessonTitle: task.lessonTitle || null,
    speechTitle: task.speechTitle || null,
    answerBy: ends.toSorted()[0] ?? week,
  }
  return addEach(processing, adding, { move: 'invite', written })
}

/** Adds people who came without a place, over the quota, too. */
export function walkIn(processing: CaseNeeds, adding: Request): Promise<PlacesReport> {
  requireHost(adding, ['scheduled', 'ongoing', 'ended'], '开放报名截止以后才能登记现场加入')
  return addEach(processing, adding, { move: 'walkIn', written: { walkedIn: true } })
}

function requireHost({ activity }: Request, states: readonly string[], otherwise: string): void {
  if (!activity.isMine) throw new AppError('forbidden', { message: '本次活动由其他单位主办' })
  if (!states.includes(activity.state)) throw new AppError('wrongState', { message: otherwise })
}

interface PlaceMove {
  readonly move: 'invite' | 'walkIn'
  readonly written: Readonly<Record<string, unknown>>
}

async function addEach(processing: CaseNeeds, adding: Request, added: PlaceMove): Promise<PlacesReport> {
  const ids = [...new Set(adding.teachers)]
  const found = await processing.db.query<{ id: number; name: string }>(sql`
    select t.id, t.name from teacher t
    where t.id = any(${ids}::int[]) and t.status = '11' and ${scopeCondition(adding.actor, 't')}`)
  const names = new Map(found.map(({ id, name }) => [id, name]))
  if (ids.some((id) => !names.has(id))) throw invalid('teachers', '只能选择本单位管理范围内的在职教师')
  const report: PlacesReport = { done: [], refused: [] }
  for (const teacherId of ids)
    try {
      report.done.push({ teacherId, ...(await addOne(processing, adding, added, teacherId)) })
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      report.refused.push({ teacherId, name: names.get(teacherId) ?? '', message: because })
    }
  return report
}

/** Begins a place and hands it in, or does neither. */
function addOne(
  processing: CaseNeeds,
  { actor, activity }: Request,
  { move, written }: PlaceMove,
  teacherId: number,
): Promise<{ id: string; state: string }> {
  const { db, consequences } = processing
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from teacher where id = ${teacherId} for update`)
    const begun = { actor, definition: activityPlace, teacherId, given: {}, campaign: activity }
    const id = await beginCaseFor({ db: joined(db, tx), consequences }, begun)
    const { errors } = await consequences.judges.mayAttend(tx, {
      id,
      definition: activityPlace,
      teacherId,
      value: {},
      parties: {},
      campaignId: activity.id,
      ofCase: null,
      contentId: null,
      actor,
      by: actor.identityId,
    })
    if (errors.length > 0) throw invalidFields(errors)
    const asked = { moves: [move], from: ['draft'], by: actor.identityId, value: written }
    if (!(await entryMover(processing)(tx, asked, id))) throw new AppError('stale')
    return tx.one<{ id: string; state: string }>(
      sql`select id, state from ${caseRows} k where id = ${id}::uuid`,
    )
  })
}
