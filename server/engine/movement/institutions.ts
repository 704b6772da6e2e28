import { AppError } from '../../../catalogue/errors.ts'
import { addDays } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  accountsOf,
  changeMemberships,
  newMembership,
  placeAccounts,
  placeTeachers,
  takeBelongings,
  teachingsAt,
  type TeachingMembership,
} from '../directory/index.ts'
import type { Engine, Tx } from '../engine.ts'
import { carryContents, placeContents } from '../publishing/index.ts'
import { carryPapers, placePapers } from '../papers/index.ts'
import { carryQuestions, placeQuestions } from '../questions/index.ts'
import { carryCollections } from '../sharing/index.ts'
import { ownedBy, placeOwned, takeOver } from '../records/index.ts'
import { letFollow } from './follow.ts'
import { keep } from './ledger.ts'
import { moveAll } from './moves.ts'

/** A change of the structure, as it moves people. */
export interface StructureChange {
  /** First day of the new state, not after today. */
  readonly on: string
  readonly cause: string
  readonly by: number
}

/** What went to another institution. */
export interface CarriedOver {
  readonly people: number
  /** Archives of those who retired or left. */
  readonly archives: number
  readonly postings: number
  readonly groups: number
  readonly contents: number
  /** People who were signed out somewhere. */
  readonly signedOut: readonly number[]
}

/** People with a personnel membership that goes on, at these institutions. */
export const staffOf = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(sql`
      select m.teacher_id as id
      from membership m
      where m.institution_id = any(${[...ids]}::int[]) and m.kind = 'personnel' and m.to_on is null
      order by m.teacher_id`)
  ).map(({ id }) => id)

/**
 * Takes the staff of institutions that are locked themselves: nobody comes any more, and whoever was about to
 * move away has either done so or waits.
 */
async function takeStaff(tx: Tx, ids: readonly number[]): Promise<number[]> {
  await tx.query(sql`
    select id from teacher where institution_id = any(${[...ids]}::int[]) order by id for update`)
  return staffOf(tx, ids)
}

/**
 * Moves everything of institutions to another one: staff, archives of those who left, lessons, groups,
 * contents.
 */
export async function carryOver(
  engine: Engine,
  tx: Tx,
  { from, to, ...act }: StructureChange & { readonly from: readonly number[]; readonly to: number },
): Promise<CarriedOver> {
  const staff = await takeStaff(tx, from)
  const moved = await moveAll(
    engine,
    tx,
    staff.map((teacherId) => ({ teacherId, toInstitutionId: to, ...act })),
    { keepsPosts: true, keepsPostings: true },
  )
  let groups = 0
  let contents = 0
  for (const id of from) {
    groups += await takeOver(engine, tx, { from: id, to })
    contents += await carryContents(tx, id, to)
    await carryQuestions(tx, id, to)
    await carryCollections(tx, id, to)
    await carryPapers(tx, id, to)
  }
  return {
    people: staff.length,
    archives: await carryArchives(engine, tx, from, to),
    postings: await carryTeachings(tx, from, { to, ...act }),
    groups,
    contents,
    signedOut: [...new Set(moved.flatMap(({ people }) => people))],
  }
}

/** Archives of people who belong nowhere any more are kept by another institution from now on. */
export async function carryArchives(
  engine: Engine,
  tx: Tx,
  from: readonly number[],
  to: number,
): Promise<number> {
  const rows = await tx.query<{ id: number; person: number }>(sql`
    select t.id, t.person_id as person
    from teacher t
    where t.institution_id = any(${[...from]}::int[])
    order by t.id
    for update`)
  if (rows.length === 0) return 0
  await placeTeachers(
    tx,
    rows.map(({ id }) => ({ teacherId: id, institutionId: to })),
  )
  await letFollow(
    engine,
    tx,
    rows.map(({ id }) => id),
  )
  const accounts = await accountsOf(
    tx,
    rows.map(({ person }) => person),
  )
  const there = new Set(accounts.flatMap((one) => (one.institutionId === to ? [one.personId] : [])))
  await placeAccounts(
    tx,
    accounts
      .filter(({ role, lentBy, institutionId, personId }) => {
        const own = role === 2 && lentBy === null && !there.has(personId)
        return own && from.includes(institutionId)
      })
      .map((account) => ({ ...account, institutionId: to })),
  )
  return rows.length
}

/**
 * Who taught at one of these institutions for a time does so at another one; nobody at the one that has the
 * file.
 */
async function carryTeachings(
  tx: Tx,
  from: readonly number[],
  { to, on, cause, by }: StructureChange & { readonly to: number },
): Promise<number> {
  const teachings = await teachingsAt(tx, from, addDays(on, -1))
  if (teachings.length === 0) return 0
  const people = await takeBelongings(
    tx,
    teachings.map(({ teacherId }) => teacherId),
  )
  const changes = teachings.flatMap((one) => {
    const person = people.get(one.teacherId)
    return person ? [{ person, ...carried(one, { to, on, home: person.personnel?.institutionId }) }] : []
  })
  await changeMemberships(tx, {
    removed: changes.flatMap(({ removed }) => removed),
    ended: changes.flatMap(({ ended }) => ended.map((one) => ({ ...one, to: addDays(on, -1) }))),
    opened: changes.flatMap(({ opened }) => opened),
  })
  await keep(
    tx,
    changes.map(({ person, ...before }) => ({
      act: { teacherId: person.teacherId, cause, by },
      name: 'teach' as const,
      on,
      person,
      before,
      institutionId: to,
    })),
  )
  return teachings.length
}

function carried(
  teaching: TeachingMembership,
  { to, on, home }: { readonly to: number; readonly on: string; readonly home: number | undefined },
) {
  const { teacherId, id } = teaching
  const began = teaching.from < on
  const next = newMembership({
    teacherId,
    institutionId: to,
    kind: 'teaching',
    from: began ? on : teaching.from,
    to: teaching.to,
    fullTime: teaching.fullTime,
    cause: teaching.cause,
  })
  return {
    ended: began ? [{ teacherId, id, to: teaching.to }] : [],
    removed: began ? [] : [{ ...teaching, kind: 'teaching' as const }],
    opened: home === to ? [] : [next],
  }
}

/** Moves some of the staff to a new institution; groups that only they belong to go along. */
export async function splitOff(
  engine: Engine,
  tx: Tx,
  act: StructureChange & {
    readonly from: number
    readonly to: number
    readonly teacherIds: readonly number[]
  },
): Promise<CarriedOver> {
  const { from, to, teacherIds, on, cause, by } = act
  const staff = new Set(await takeStaff(tx, [from]))
  if (teacherIds.some((id) => !staff.has(id)))
    throw new AppError('stale', { message: '名单里有人已不在该机构，请重新预览' })
  const ids = await ownedBy(engine, tx, { institutionId: from, teacherIds })
  const groups = ids.length === 0 ? 0 : await takeOver(engine, tx, { from, to, ids })
  const moved = await moveAll(
    engine,
    tx,
    teacherIds.map((teacherId) => ({ teacherId, toInstitutionId: to, on, cause, by })),
    { keepsPostings: true, reason: '机构分设' },
  )
  const signedOut = [...new Set(moved.flatMap(({ people }) => people))]
  return { people: teacherIds.length, archives: 0, postings: 0, groups, contents: 0, signedOut }
}

/**
 * Lets everything of institutions follow them to another place of the tree; answers how many people that are.
 */
export async function followInstitutions(engine: Engine, tx: Tx, ids: readonly number[]): Promise<number> {
  const rows = await tx.query<{ id: number }>(sql`
    select t.id from teacher t where t.institution_id = any(${[...ids]}::int[]) order by t.id for update`)
  const teachers = rows.map(({ id }) => id)
  await placeTeachers(
    tx,
    teachers.map((teacherId) => ({ teacherId })),
  )
  await letFollow(engine, tx, teachers)
  await placeOwned(engine, tx, ids)
  await placeContents(tx, ids)
  await placeQuestions(tx, ids)
  await placePapers(tx, ids)
  return teachers.length
}
