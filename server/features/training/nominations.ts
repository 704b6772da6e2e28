import type { Actor } from '../../../catalogue/access/access.ts'
import type { ApprovalReport, NominationReport } from '../../../catalogue/contract/training/enrolments.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { closedForEntries, type CampaignRow, type HostedRow } from '../../engine/campaigns/index.ts'
import {
  beginCaseFor,
  caseRows,
  entryMover,
  makeMove,
  type CaseNeeds,
  type Matter,
} from '../../engine/processes/index.ts'
import type { Tx } from '../../engine/engine.ts'
import { joined } from '../../platform/db/database.ts'
import { refusedBecause } from '../../platform/db/refused.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

interface Nomination {
  readonly actor: Actor
  readonly project: CampaignRow
  readonly teachers: readonly number[]
  readonly reason: string
  readonly exceptionReason: string
}

/** Recommends teachers of the actor's school, each by itself; the others stay where they are. */
export async function nominate(processing: CaseNeeds, asked: Nomination): Promise<NominationReport> {
  const { actor, project } = asked
  if (project.value['invited'] === true)
    throw new AppError('wrongState', { message: '该项目由主办单位邀请参加，不接受推荐' })
  const own = sql`t.institution_id = ${actor.institutionId}`
  return addEach(processing, asked, {
    move: 'recommend',
    word: '推荐',
    among: own,
    others: '只能推荐本校教师',
  })
}

/** Invites teachers within the reach of the host, each by itself; everybody is asked to agree. */
export async function invite(
  processing: CaseNeeds,
  asked: Nomination & { readonly project: HostedRow },
): Promise<NominationReport> {
  const { actor, project } = asked
  if (!project.isMine) throw new AppError('forbidden', { message: '邀请由主办单位办理' })
  if (project.value['invited'] !== true)
    throw new AppError('wrongState', { message: '该项目由教师报名、学校推荐，不由主办单位邀请' })
  const among = scopeCondition(actor, 't', 'id')
  const others = '只能邀请本单位范围内的教师'
  return addEach(processing, asked, { move: 'invite', word: '邀请', among, others })
}

/** How an office begins an entry of somebody else. */
export type EntryMoveName = 'recommend' | 'invite'

interface EntryWay {
  readonly move: EntryMoveName
  readonly word: string
  /** Condition on `teacher t`, and what is said of others. */
  readonly among: Sql
  readonly others: string
}

async function addEach(
  processing: CaseNeeds,
  asked: Nomination,
  { move, word, among, others }: EntryWay,
): Promise<NominationReport> {
  const { actor, project, teachers, reason, exceptionReason } = asked
  const entry = { actor, project, given: { reason, exceptionReason } }
  const closed = closedForEntries(project)
  if (closed !== null) throw new AppError('wrongState', { message: `${closed}，不能${word}` })
  const own = await processing.db.query<{ id: number; name: string; person: number }>(sql`
    select t.id, t.name, t.person_id as person from teacher t
    where t.id = any(${[...teachers]}::int[]) and ${among}`)
  const names = new Map(own.map(({ id, name }) => [id, name]))
  if (teachers.some((id) => !names.has(id))) throw invalid('teachers', others)
  if (own.some(({ person }) => person === actor.personId))
    throw invalid('teachers', `不能${word}您本人，请由同事办理`)
  const report: NominationReport = { done: [], refused: [] }
  for (const teacherId of new Set(teachers))
    try {
      report.done.push({ teacherId, ...(await addOne(processing, entry, { teacherId, move })) })
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      report.refused.push({ teacherId, name: names.get(teacherId) ?? '', message: because })
    }
  return report
}

/** Refuses an entry of somebody who does not fit the project now, with what does not hold. */
export async function requireFit(
  { judges }: CaseNeeds['consequences'],
  tx: Tx,
  entry: Pick<Matter, 'id' | 'teacherId' | 'value' | 'campaignId'> & { readonly actor: Actor },
): Promise<void> {
  const definition = trainingEnrolment
  const apart = { parties: {}, ofCase: null, contentId: null, by: entry.actor.identityId }
  const { errors } = await judges.mayEnrol(tx, { ...entry, ...apart, definition })
  if (errors.length > 0) throw invalidFields(errors)
}

interface NewEntry {
  readonly actor: Actor
  readonly project: CampaignRow
  /** Fields of the form of an enrolment. */
  readonly given: Readonly<Record<string, unknown>>
}

/** Begins an entry and hands it in, or does neither. */
export function addOne(
  processing: CaseNeeds,
  { actor, project, given }: NewEntry,
  { teacherId, move: name }: { readonly teacherId: number; readonly move: EntryMoveName },
): Promise<{ id: string; state: string }> {
  const { db, consequences } = processing
  return db.transaction(async (tx) => {
    await tx.query(sql`select 1 from teacher where id = ${teacherId} for update`)
    const begun = { actor, definition: trainingEnrolment, teacherId, given, campaign: project }
    const id = await beginCaseFor({ db: joined(db, tx), consequences }, begun)
    await requireFit(consequences, tx, { id, teacherId, value: given, campaignId: project.id, actor })
    const move = { moves: [name], from: ['draft'], by: actor.identityId }
    if (!(await entryMover(processing)(tx, move, id))) throw new AppError('stale')
    return tx.one<{ id: string; state: string }>(
      sql`select id, state from ${caseRows} k where id = ${id}::uuid`,
    )
  })
}

/** So many are decided within the time that a request may take; the others wait for the next press. */
const mostApproved = 100

/**
 * Approves what waits for the actor's office in a project and has no hint, each by itself: what has one is
 * decided by a person who read it.
 */
export async function approveAll(
  processing: CaseNeeds,
  actor: Actor,
  { id: campaignId }: CampaignRow,
): Promise<ApprovalReport> {
  const { db } = processing
  const where = sql`
    from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    where k.campaign_id = ${campaignId}::uuid and k.type = 'trainingEnrolment' and k.state = 'recommending'
      and k.holder_institution_id = ${actor.institutionId} and k.holder_role = ${actor.role}
      and t.person_id <> ${actor.personId} and k.value ->> 'hints'`
  // Those with a hint stay, and must not stand in the way of the others.
  const [waiting, { stay }] = await Promise.all([
    db.query<{ id: string; version: number; name: string }>(sql`
      select k.id, k.version, t.name ${where} is null order by k.holder_since, k.id limit ${mostApproved}`),
    db.one<{ stay: number }>(sql`select count(*)::int as stay ${where} is not null`),
  ])
  const report: ApprovalReport = { approved: 0, waitlisted: 0, stay, refused: [] }
  for (const { id, version, name } of waiting) {
    try {
      const asked = { actor, definition: trainingEnrolment, id, action: 'approve', version }
      await makeMove(processing, { ...asked, reason: '', value: {} })
      const { state } = await db.one<{ state: string }>(
        sql`select state from ${caseRows} k where id = ${id}::uuid`,
      )
      report[state === 'waitlisted' ? 'waitlisted' : 'approved'] += 1
    } catch (error) {
      const because = refusedBecause(error)
      if (because === null) throw error
      report.refused.push({ id, name, message: because })
    }
  }
  return report
}
