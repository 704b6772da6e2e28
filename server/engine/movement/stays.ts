import { AppError, invalid } from '../../../catalogue/errors.ts'
import { addDays } from '../../platform/clock/clock.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  changeMemberships,
  newMembership,
  placeTeachers,
  takeBelongings,
  teachingsAfter,
  type PersonPlace,
} from '../directory/index.ts'
import type { Engine, Tx } from '../engine.ts'
import { leavePosts, withdrawFor } from '../records/index.ts'
import { carryAccounts, type AccountEnd } from './accounts.ts'
import type { Act, ActOutcome } from './act.ts'
import { endingOf, openTargets, requireAfter, requireCome, requirePersonnel } from './checks.ts'
import { letFollow, tell, type Lines } from './follow.ts'
import { keep } from './ledger.ts'
import { teachingsEndedBy, tellPosts, tellTeachings } from './moves.ts'

/** A person leaves: retires, resigns, dies. */
export interface Departure extends Act {
  /** First day without a membership, at most tomorrow: the day after a death may be. */
  readonly on: string
  /** Code of dictionary employmentStatus. */
  readonly status: string
  readonly account: AccountEnd
  /** Whether what is under review goes on, or is withdrawn. */
  readonly openItems: 'finish' | 'withdraw'
}

/** A person comes, or comes back. */
export interface Arrival extends Act {
  readonly institutionId: number
  /** First day there, not after today. */
  readonly on: string
  readonly status: string
}

async function takeOne(tx: Tx, teacherId: number): Promise<PersonPlace> {
  const person = (await takeBelongings(tx, [teacherId])).get(teacherId)
  if (!person) throw new AppError('missing')
  return person
}

/** Ends the memberships of a person; the archive stays with the last institution. */
export async function endPersonnel(
  engine: Engine,
  tx: Tx,
  leaving: Departure,
): Promise<ActOutcome & { readonly fromInstitutionId: number }> {
  const { teacherId, on, status, account, openItems, by = null } = leaving
  requireCome(on, addDays(await databaseDay(tx), 1))
  const person = await takeOne(tx, teacherId)
  const from = requirePersonnel(person)
  requireAfter(person, from, on)
  const last = addDays(on, -1)
  const teachings = await teachingsAfter(tx, [{ teacherId, day: last }])
  const own = endingOf(teacherId, from, on)
  const taught = teachingsEndedBy(teachings, on)
  const removed = [...own.removed, ...taught.removed]
  const ended = [...own.ended, ...taught.ended.map(({ id }) => ({ teacherId, id, to: last }))]
  await changeMemberships(tx, { removed, ended })
  await placeTeachers(tx, [{ teacherId, status }])
  const members = [{ teacherId, institutionId: from.institutionId }]
  const posts = await leavePosts(engine, tx, { members, by, reason: '离开本单位' })
  const withdrawn =
    openItems === 'withdraw'
      ? await withdrawFor(engine, tx, { ownerIds: [teacherId], by, reason: '已离开单位，不再办理' })
      : []
  const lines: Lines = new Map()
  if (withdrawn.length > 0)
    tell(lines, teacherId, {
      kind: '待审核的记录',
      title: `${withdrawn.length} 条`,
      from: from.institution,
      to: '已撤回',
    })
  tellTeachings(lines, teachings, last)
  tellPosts(engine, lines, posts, from.institution)
  const place = { id: from.institutionId, name: from.institution }
  const accounts = await carryAccounts(tx, [{ person, from: place, to: account, by }], lines)
  const daysBefore = new Map([from, ...teachings].map(({ id, to }) => [id, to]))
  const before = {
    ended: ended.map(({ id }) => ({ teacherId, id, to: daysBefore.get(id) ?? null })),
    removed,
    withdrawn,
    posts,
    accounts: accounts.before.get(teacherId) ?? [],
  }
  await keep(tx, [{ act: leaving, name: 'end', on, person, before, institutionId: from.institutionId }])
  return {
    teacherId,
    fromInstitutionId: from.institutionId,
    handover: lines.get(teacherId) ?? [],
    people: accounts.people,
  }
}

/**
 * Opens a personnel membership of a person who has none, and brings the archive and the own account there.
 */
export async function beginPersonnel(engine: Engine, tx: Tx, coming: Arrival): Promise<ActOutcome> {
  const { teacherId, institutionId, on, status, cause, by = null } = coming
  requireCome(on, await databaseDay(tx))
  const target = (await openTargets(tx, [institutionId], 'institutionId')).get(institutionId)
  const person = await takeOne(tx, teacherId)
  const { personnel } = person
  if (!target) throw new AppError('missing')
  if (personnel && personnel.to === null)
    throw new AppError('wrongState', { message: `${person.name}的人事关系在${personnel.institution}` })
  if (personnel && personnel.to !== null && on <= personnel.to)
    throw invalid(
      'effectiveOn',
      `生效日期要晚于${person.name}在${personnel.institution}的末日 ${personnel.to}`,
    )
  const opened = newMembership({
    teacherId,
    institutionId: target.id,
    kind: 'personnel',
    from: on,
    to: null,
    fullTime: false,
    cause,
  })
  await changeMemberships(tx, { opened: [opened] })
  await placeTeachers(tx, [{ teacherId, institutionId: target.id, status }])
  const lines = await letFollow(engine, tx, [teacherId])
  const accounts = await carryAccounts(tx, [{ person, from: null, to: target, by }], lines)
  const before = { opened: [opened], accounts: accounts.before.get(teacherId) ?? [] }
  await keep(tx, [{ act: coming, name: 'begin', on, person, before, institutionId: target.id }])
  return { teacherId, handover: lines.get(teacherId) ?? [], people: accounts.people }
}

/** Changes the status alone (code of dictionary employmentStatus): long sick leave, back from it. */
export async function changeStatus(tx: Tx, change: Act & { readonly status: string }): Promise<void> {
  const person = await takeOne(tx, change.teacherId)
  await placeTeachers(tx, [{ teacherId: change.teacherId, status: change.status }])
  await keep(tx, [
    { act: change, name: 'status', on: null, person, before: {}, institutionId: person.institutionId },
  ])
}

/** Lessons at another institution than the own, for a time. */
export interface TeachingElsewhere extends Act {
  readonly institutionId: number
  /** First and last day, `YYYY-MM-DD`; without a last day until it is ended. */
  readonly from: string
  readonly to: string | null
  /** Whether it takes the whole of the person's time; one such at a time. */
  readonly fullTime: boolean
}

/** Adds lessons at another institution, beside the personnel membership. */
export async function addTeaching(tx: Tx, added: TeachingElsewhere): Promise<void> {
  const { teacherId, institutionId, from, to, fullTime, cause } = added
  if (to !== null && to < from) throw invalid('to', '结束日期不能早于开始日期')
  const target = (await openTargets(tx, [institutionId], 'institutionId')).get(institutionId)
  const person = await takeOne(tx, teacherId)
  const personnel = requirePersonnel(person)
  if (!target) throw new AppError('missing')
  if (from < personnel.from)
    throw invalid('from', `开始日期不能早于${person.name}到${personnel.institution}的首日 ${personnel.from}`)
  if (personnel.institutionId === target.id)
    throw invalid('institutionId', `${person.name}的人事关系就在${target.name}，无需再设任教关系`)
  const beside = (await teachingsAfter(tx, [{ teacherId, day: addDays(from, -1) }])).find(
    (one) =>
      (to === null || one.from <= to) && ((fullTime && one.fullTime) || one.institutionId === target.id),
  )
  if (beside) {
    const until = beside.to === null ? '' : `到 ${beside.to}`
    throw new AppError('wrongState', {
      message: `${person.name}自 ${beside.from} ${until}已在${beside.institution}任教，结束后才能再办`,
    })
  }
  const opened = newMembership({
    teacherId,
    institutionId: target.id,
    kind: 'teaching',
    from,
    to,
    fullTime,
    cause,
  })
  await changeMemberships(tx, { opened: [opened] })
  await keep(tx, [
    { act: added, name: 'teach', on: from, person, before: { opened: [opened] }, institutionId: target.id },
  ])
}

/**
 * Ends the lessons that a cause began, with this last day; lessons that would end before they began never
 * were. Nothing happens where they ended by then.
 */
export async function endTeaching(tx: Tx, ending: Act & { readonly lastDay: string }): Promise<void> {
  const { teacherId, cause, lastDay } = ending
  const person = await takeOne(tx, teacherId)
  const mine = (await teachingsAfter(tx, [{ teacherId, day: lastDay }])).filter((one) => one.cause === cause)
  if (mine.length === 0) return
  const { ended, removed } = teachingsEndedBy(mine, addDays(lastDay, 1))
  await changeMemberships(tx, { removed, ended: ended.map(({ id }) => ({ teacherId, id, to: lastDay })) })
  const before = { ended: ended.map(({ id, to }) => ({ teacherId, id, to })), removed }
  const institutionId = mine[0]?.institutionId ?? null
  await keep(tx, [
    { act: ending, name: 'endTeaching', on: addDays(lastDay, 1), person, before, institutionId },
  ])
}

/** Whether an institution that somebody goes back to is still open. */
export async function requireOpenAgain(tx: Tx, institutionId: number | null): Promise<void> {
  const closed = await tx.maybeOne<{ name: string }>(sql`
    select name from institution where id = ${institutionId} and closed_on is not null`)
  if (closed) throw new AppError('wrongState', { message: `${closed.name}已撤销，不能再回到那里` })
}
