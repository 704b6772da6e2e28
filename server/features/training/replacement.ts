import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { replacementAsked, replacementMade } from '../../../catalogue/contract/training/rosters.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Tx } from '../../engine/engine.ts'
import {
  beginCaseFor,
  caseRows,
  entryMover,
  lockCase,
  type CaseNeeds,
  type Matter,
} from '../../engine/processes/index.ts'
import { replaceHolder } from '../../engine/seats/index.ts'
import { joined } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseAttendance } from './attendance.ts'
import { requireFit } from './nominations.ts'

interface Replacement {
  readonly processing: CaseNeeds
  readonly actor: Actor
  readonly project: CampaignRow
  readonly teacherId: number
}

interface Leaver {
  readonly state: string
  readonly teacherId: number
  readonly className: string | null
}

/**
 * Gives the seat and the class of an entry to another teacher, who is asked unless that one agreed already.
 * What was attended stays with whom. @throws AppError `wrongState` where the newcomer cannot attend enough
 */
export async function replace(
  processing: CaseNeeds,
  actor: Actor,
  project: CampaignRow & { readonly isMine: boolean },
  { entry, teacherId, reason }: z.output<typeof replacementAsked>,
): Promise<z.output<typeof replacementMade>> {
  if (!project.isMine) throw new AppError('forbidden', { message: '接替由主办单位办理' })
  const { db } = processing
  return db.transaction(async (tx) => {
    const replacement = { processing: { ...processing, db: joined(db, tx) }, actor, project, teacherId }
    const leaver = await leaverOf(tx, project, entry)
    const late = leaver.state === 'learning'
    if (leaver.teacherId === teacherId) throw invalid('teacherId', '不能由本人接替')
    if (late) await requireReachable(tx, replacement, leaver)
    const newcomer = await newcomerOf(tx, replacement)
    const moment = { eventId: project.id, at: Date.now(), by: actor.identityId }
    // The seat goes first: neither of the two moves finds one to give away.
    const seatNo = await replaceHolder(tx, { ...moment, holder: entry, newcomer: newcomer.id, reason })
    const move = entryMover(replacement.processing)
    const by = actor.identityId
    const gone = await move(tx, { moves: ['replace'], from: ['confirmed', 'learning'], by }, entry)
    const value = { seatNo, className: leaver.className, late }
    const came = await move(
      tx,
      { moves: ['takeOver'], from: ['draft', 'waitlisted'], by, value },
      newcomer.id,
    )
    if (!gone || !came) throw new AppError('stale')
    const { state } = await tx.one<{ state: string }>(
      sql`select state from ${caseRows} k where id = ${newcomer.id}::uuid`,
    )
    return { id: newcomer.id, state, seatNo }
  })
}

async function leaverOf(tx: Tx, project: CampaignRow, entry: string): Promise<Leaver> {
  await lockCase(tx, entry)
  const found = await tx.maybeOne<Leaver>(sql`
    select k.state, k.teacher_id as "teacherId", k.value ->> 'className' as "className"
    from ${caseRows} k
    where k.id = ${entry}::uuid and k.campaign_id = ${project.id}::uuid and k.type = 'trainingEnrolment'`)
  if (!found) throw new AppError('missing')
  if (found.state !== 'confirmed' && found.state !== 'learning')
    throw new AppError('wrongState', { message: '报名成功或者学习中的学员才能由他人接替' })
  return found
}

/** What is over counts as not attended for whoever comes now. */
async function requireReachable(
  tx: Tx,
  { project, teacherId }: Replacement,
  { className }: Leaver,
): Promise<void> {
  if (project.state !== 'ongoing') throw new AppError('wrongState', { message: '培训中的项目才能接替学员' })
  const { of } = await courseAttendance(tx, project.id, [{ teacherId, className }], Date.now())
  const attendance = of.get(teacherId)
  if (attendance && !attendance.reachable)
    throw new AppError('wrongState', {
      message: `已经上了 ${attendance.due} 场，还有 ${attendance.left} 场，接替的学员达不到到课率要求`,
    })
}

/** The entry of the newcomer: one that waits, or a new one. */
async function newcomerOf(
  tx: Tx,
  { processing, actor, project, teacherId }: Replacement,
): Promise<{ id: string }> {
  const teacher = await tx.maybeOne<{ person: number }>(sql`
    select t.person_id as person from teacher t
    where t.id = ${teacherId} and ${scopeCondition(actor, 't', 'id')} for update`)
  if (!teacher) throw invalid('teacherId', '只能由本单位范围内的教师接替')
  if (teacher.person === actor.personId) throw invalid('teacherId', '不能由您本人接替，请由同事办理')
  const waiting = await tx.maybeOne<{ id: string; value: Matter['value'] }>(sql`
    select k.id, k.value from ${caseRows} k
    where k.campaign_id = ${project.id}::uuid and k.teacher_id = ${teacherId} and k.type = 'trainingEnrolment'
      and k.state = 'waitlisted'`)
  const definition = trainingEnrolment
  const value = waiting?.value ?? {}
  const id =
    waiting?.id ??
    (await beginCaseFor(processing, { actor, definition, teacherId, given: value, campaign: project }))
  // Asked of who waits as well: what did hold at handing in may hold no longer.
  const entry = { id, teacherId, value, campaignId: project.id, actor }
  await requireFit(processing.consequences, tx, entry)
  return { id }
}
