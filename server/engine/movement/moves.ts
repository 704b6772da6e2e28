import { AppError, invalid } from '../../../catalogue/errors.ts'
import { addDays } from '../../platform/clock/clock.ts'
import { databaseDay } from '../../platform/db/today.ts'
import {
  changeMemberships,
  newMembership,
  placeTeachers,
  takeBelongings,
  teachingsAfter,
  type PersonPlace,
  type LastDay,
  type Membership,
  type Personnel,
  type TeachingMembership,
} from '../directory/index.ts'
import type { Engine, Tx } from '../engine.ts'
import { leavePosts, type Post } from '../records/index.ts'
import { carryAccounts } from './accounts.ts'
import type { Act, ActOutcome } from './act.ts'
import { endingOf, openTargets, requireAfter, requireCome, requirePersonnel, type Target } from './checks.ts'
import { letFollow, tell, type Lines } from './follow.ts'
import { keep } from './ledger.ts'

/** One person moves to another institution. */
export interface Move extends Act {
  readonly toInstitutionId: number
  /** First day there, `YYYY-MM-DD`, not after today; the former membership ends the day before. */
  readonly on: string
  /** Where the person is expected to be; refused when they are elsewhere by now. */
  readonly fromInstitutionId?: number | undefined
}

export interface MoveOutcome extends ActOutcome {
  readonly fromInstitutionId: number
  /** Where they came to: the successor of an institution that was merged meanwhile. */
  readonly toInstitutionId: number
}

/** How people move. */
export interface Manner {
  /** Groups go along as a whole, so nobody loses a post in them. */
  readonly keepsPosts?: boolean
  /** Only lessons at the institution that people come to end. */
  readonly keepsPostings?: boolean
  /** Names the act in the timeline of groups. */
  readonly reason?: string
}

interface MoveTask {
  readonly move: Move
  readonly person: PersonPlace
  readonly from: Personnel
  readonly target: Target
}

function check(move: Move, person: PersonPlace, target: Target): MoveTask {
  const from = requirePersonnel(person)
  if (move.fromInstitutionId !== undefined && move.fromInstitutionId !== from.institutionId)
    throw new AppError('wrongState', { message: `${person.name}的人事关系已在${from.institution}` })
  if (from.institutionId === target.id)
    throw invalid('toInstitutionId', `${person.name}的人事关系就在${target.name}`)
  requireAfter(person, from, move.on)
  return { move, person, from, target }
}

/** Teaching memberships that end with the day before `on`: their last days, and those that never begin. */
export function teachingsEndedBy(
  teachings: readonly TeachingMembership[],
  on: string,
): { readonly ended: readonly TeachingMembership[]; readonly removed: readonly Membership[] } {
  return {
    ended: teachings.filter(({ from }) => from < on),
    removed: teachings.filter(({ from }) => from >= on).map((one) => ({ ...one, kind: 'teaching' as const })),
  }
}

/** Tells of teaching memberships that end. */
export function tellTeachings(lines: Lines, teachings: readonly TeachingMembership[], last: string): void {
  for (const { teacherId, institution, from } of teachings)
    tell(lines, teacherId, {
      kind: '任教关系',
      title: institution,
      from: institution,
      to: from > last ? '不再开始' : `${last} 结束`,
    })
}

/** Tells of posts that people gave up. */
export function tellPosts(engine: Engine, lines: Lines, posts: readonly Post[], from: string): void {
  for (const { teacherId, type, name } of posts)
    tell(lines, teacherId, { kind: engine.records[type]?.title ?? type, title: name, from, to: '已移出' })
}

/** Takes institutions and people, in this order, and checks every move. */
async function takeAll(tx: Tx, moves: readonly Move[]): Promise<MoveTask[]> {
  const today = await databaseDay(tx)
  for (const { on } of moves) requireCome(on, today)
  const targets = await openTargets(
    tx,
    moves.map(({ toInstitutionId }) => toInstitutionId),
    'toInstitutionId',
  )
  const people = await takeBelongings(
    tx,
    moves.map(({ teacherId }) => teacherId),
  )
  return moves.flatMap((move) => {
    const person = people.get(move.teacherId)
    const target = targets.get(move.toInstitutionId)
    return person && target ? [check(move, person, target)] : []
  })
}

/** Moves any number of people, each as `Move` says; all or none. */
export async function moveAll(
  engine: Engine,
  tx: Tx,
  moves: readonly Move[],
  { keepsPosts = false, keepsPostings = false, reason = '人事关系调动' }: Manner = {},
): Promise<MoveOutcome[]> {
  if (moves.length === 0) return []
  const all = await takeAll(tx, moves)
  const changed = await changeAll(tx, all, keepsPostings)
  const by = moves[0]?.by ?? null
  const members = all.map(({ move, from }) => ({
    teacherId: move.teacherId,
    institutionId: from.institutionId,
  }))
  const posts = keepsPosts ? [] : await leavePosts(engine, tx, { members, by, reason })
  const postsOf = (id: number) => posts.filter(({ teacherId }) => teacherId === id)
  const lines = await letFollow(
    engine,
    tx,
    members.map(({ teacherId }) => teacherId),
  )
  for (const { from, move } of all) {
    tellTeachings(lines, changed.teachings(move.teacherId), addDays(move.on, -1))
    tellPosts(engine, lines, postsOf(move.teacherId), from.institution)
  }
  const accounts = await carryAll(tx, all, lines)
  await keep(
    tx,
    all.map(({ move, person, target }) => ({
      act: move,
      name: 'move' as const,
      on: move.on,
      person,
      institutionId: target.id,
      before: {
        ...changed.before(move.teacherId),
        accounts: accounts.before.get(move.teacherId) ?? [],
        posts: postsOf(move.teacherId),
      },
    })),
  )
  return all.map(({ move, from, target }) => ({
    teacherId: move.teacherId,
    fromInstitutionId: from.institutionId,
    toInstitutionId: target.id,
    handover: lines.get(move.teacherId) ?? [],
    people: accounts.people,
  }))
}

const carryAll = (tx: Tx, all: readonly MoveTask[], lines: Lines) =>
  carryAccounts(
    tx,
    all.map(({ move, person, from, target }) => ({
      person,
      from: { id: from.institutionId, name: from.institution },
      to: target,
      by: move.by ?? null,
    })),
    lines,
  )

/** What changes of the memberships of one person. */
interface MembershipChanges {
  readonly ended: readonly LastDay[]
  readonly removed: readonly Membership[]
  readonly opened: readonly Membership[]
  /** Lessons elsewhere that end. */
  readonly lessons: readonly TeachingMembership[]
}

function changing(
  { move, from, target }: MoveTask,
  lessons: readonly TeachingMembership[],
): MembershipChanges {
  const { teacherId, on, cause } = move
  const own = endingOf(teacherId, from, on)
  const taught = teachingsEndedBy(lessons, on)
  const opened = newMembership({
    teacherId,
    institutionId: target.id,
    kind: 'personnel',
    from: on,
    to: null,
    fullTime: false,
    cause,
  })
  const last = addDays(on, -1)
  return {
    ended: [...own.ended, ...taught.ended.map(({ id }) => ({ teacherId, id, to: last }))],
    removed: [...own.removed, ...taught.removed],
    opened: [opened],
    lessons,
  }
}

/** Ends the former memberships, opens the new ones and places the people. */
async function changeAll(tx: Tx, all: readonly MoveTask[], keepsPostings: boolean) {
  const found = await teachingsAfter(
    tx,
    all.map(({ move }) => ({ teacherId: move.teacherId, day: addDays(move.on, -1) })),
  )
  const changes = new Map(
    all.map((moving) => {
      const { teacherId } = moving.move
      const ending = found.filter(
        (one) => one.teacherId === teacherId && (!keepsPostings || one.institutionId === moving.target.id),
      )
      return [teacherId, { ...changing(moving, ending), from: moving.from }]
    }),
  )
  const lists = [...changes.values()]
  await changeMemberships(tx, {
    removed: lists.flatMap(({ removed }) => removed),
    ended: lists.flatMap(({ ended }) => ended),
    opened: lists.flatMap(({ opened }) => opened),
  })
  await placeTeachers(
    tx,
    all.map(({ move, target }) => ({ teacherId: move.teacherId, institutionId: target.id })),
  )
  return {
    teachings: (teacherId: number) => changes.get(teacherId)?.lessons ?? [],
    before: (teacherId: number) => {
      const change = changes.get(teacherId)
      return change ? foundBy(change) : { opened: [], ended: [], removed: [] }
    },
  }
}

/** The last days that memberships had before they were ended. */
function foundBy({
  opened,
  ended,
  removed,
  lessons,
  from,
}: MembershipChanges & { readonly from: Personnel }) {
  const daysBefore = new Map([[from.id, from.to], ...lessons.map(({ id, to }) => [id, to] as const)])
  return {
    opened: opened.map(({ teacherId, id }) => ({ teacherId, id })),
    ended: ended.map(({ teacherId, id }) => ({ teacherId, id, to: daysBefore.get(id) ?? null })),
    removed,
  }
}
