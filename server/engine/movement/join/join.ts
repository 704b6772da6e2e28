import { AppError } from '../../../../catalogue/errors.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { note } from '../../../platform/audit/note.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  aliasPerson,
  changeMemberships,
  placeTeachers,
  takeBelongings,
  type Account,
  type PersonPlace,
  type Membership,
} from '../../directory/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { ownerOf } from '../../access/index.ts'
import {
  amend,
  collisions,
  deriveAnew,
  fromStored,
  joinRecords,
  leavePosts,
  renamePosts,
  versionsOf,
  type StoredValue,
} from '../../records/index.ts'
import type { HandoverLine } from '../act.ts'
import { letFollow, type Lines } from '../follow.ts'
import { keep } from '../ledger.ts'
import { tellPosts } from '../moves.ts'
import { joinAccounts } from './accounts.ts'
import type { JoinedPerson } from './joining.ts'
import { joinedMemberships, type JoinedMemberships, type Turn } from './memberships.ts'
import { passEntries } from '../../ledger/index.ts'
import { countPeopleAnew } from '../../person-facts/index.ts'
import { passWatched } from '../../watch/index.ts'
import { followTables } from './tables.ts'

/** What is decided of two numbers of one human. */
export interface JoinOrder {
  /** The number that goes on, with its account and password. */
  readonly keptId: number
  /** The number that becomes an alias of it. */
  readonly joinedId: number
  readonly turn: Turn | null
  /** Records in force of either that give way to another one. */
  readonly voided: readonly string[]
  /**
   * Values that a record of the joined number, or of the kept one, gets once it is theirs; in stored form.
   */
  readonly amended: readonly {
    readonly definition: AnyRecord
    readonly recordId: string
    readonly value: StoredValue
  }[]
  readonly by: number
  readonly reason: string
  /** The choice in short, for the ledger. */
  readonly chosen: object
}

export interface JoinDone {
  readonly id: string
  readonly handover: readonly HandoverLine[]
  /** People who were signed out; the caller drops their sessions from its cache. */
  readonly people: readonly number[]
  /** Institutions of both before, and where they belong now. */
  readonly leaves: readonly number[]
  readonly home: number | null
}

/** Both people as they are found, locked. */
export interface TwinsTaken {
  readonly kept: PersonPlace
  readonly joined: PersonPlace
  readonly memberships: Readonly<Record<'kept' | 'joined', readonly Membership[]>>
}

/**
 * Locks two people in the order of their numbers and reads their memberships. 404 where one of them is not
 * there.
 */
export async function takeTwins(tx: Tx, keptId: number, joinedId: number): Promise<TwinsTaken> {
  const people = await takeBelongings(tx, [keptId, joinedId])
  const [kept, joined] = [people.get(keptId), people.get(joinedId)]
  if (!kept || !joined) throw new AppError('missing')
  const all = await tx.query<Membership>(sql`
    select id, teacher_id as "teacherId", institution_id as "institutionId", kind, from_on as "from", to_on as "to",
      full_time as "fullTime", cause
    from membership
    where teacher_id in (${keptId}, ${joinedId})
    order by from_on`)
  const of = (id: number) => all.filter(({ teacherId }) => teacherId === id)
  return { kept, joined, memberships: { kept: of(keptId), joined: of(joinedId) } }
}

const faults: Readonly<Record<NonNullable<JoinedMemberships['fault']>, string>> = {
  needsTurn: '两份档案有同一天在两个单位的人事关系，请选定以哪一份为准和从哪一天起',
  gap: '所选的一份在这一天没有人事关系，请另选日期',
}

/**
 * The memberships of both as those of one. 400 with the field `on` where a day is needed, or does not fit.
 */
export function requireJoinable(taken: TwinsTaken, turn: Turn | null): JoinedMemberships {
  const { kept, joined } = taken.memberships
  const answer = joinedMemberships(kept, joined, turn)
  if (answer.fault !== null) {
    const message = faults[answer.fault]
    throw new AppError('invalid', { message, errors: [{ field: 'on', message }] })
  }
  return answer
}

/**
 * Where the person belongs once there is one: the open membership, else the last one, else who has the
 * archive.
 */
function homeOf({ kept, joined, memberships }: TwinsTaken, list: readonly Membership[]) {
  const homes = list.filter(({ kind }) => kind === 'personnel')
  const last =
    homes.find(({ to }) => to === null) ??
    homes.toSorted((a, b) => (a.to ?? '').localeCompare(b.to ?? '')).at(-1)
  const home = last?.institutionId ?? kept.institutionId ?? joined.institutionId
  const fromJoined = memberships.joined.some(({ id }) => id === last?.id)
  return { home, status: fromJoined ? joined.status : kept.status }
}

async function settleMemberships(tx: Tx, taken: TwinsTaken, list: readonly Membership[]): Promise<void> {
  const { kept, joined } = taken.memberships
  const opened = list.map((one) => ({ ...one, teacherId: taken.kept.teacherId }))
  await changeMemberships(tx, { removed: [...kept, ...joined], opened })
}

/** Groups of the institution that goes on name the number that goes on; those of others lose both. */
async function settlePosts(
  engine: Engine,
  tx: Tx,
  { kept, joined, home }: JoinedPerson,
  { by, reason, lines }: Pick<JoinOrder, 'by' | 'reason'> & { readonly lines: Lines },
): Promise<void> {
  for (const { teacherId, institutionId } of [kept, joined]) {
    if (institutionId === null) continue
    const member = { teacherId, institutionId }
    if (institutionId !== home) {
      const posts = await leavePosts(engine, tx, { members: [member], by, reason })
      const { name } = await tx.one<{ name: string }>(
        sql`select name from institution where id = ${institutionId}`,
      )
      tellPosts(
        engine,
        lines,
        posts.map((post) => ({ ...post, teacherId: kept.teacherId })),
        name,
      )
    } else if (teacherId === joined.teacherId)
      await renamePosts(engine, tx, { member, to: kept.teacherId, by, reason })
  }
}

type AmendedField = JoinOrder['amended'][number]

/** A number of staff that was chosen may be a colleague's at the school of the one who goes on. */
async function requireNoCollision(
  engine: Engine,
  tx: Tx,
  { keptId, definition, recordId, value }: AmendedField & { readonly keptId: number },
): Promise<void> {
  const owner = await ownerOf(tx, 'teacher', keptId)
  if (!owner) throw new AppError('missing')
  const plain = fromStored(engine.keys, definition, recordId, value)
  const asked = { db: tx, records: engine.records, definition, owner, recordId, plain, locked: true }
  const { errors } = await collisions(asked)
  const [first] = errors
  if (first) throw new AppError('duplicate', { errors, message: first.message })
}

async function settleRecords(engine: Engine, tx: Tx, order: JoinOrder) {
  const { keptId, joinedId, voided, amended, by, reason } = order
  const passed = await joinRecords(engine, tx, { from: joinedId, to: keptId, voided, by, reason })
  for (const { definition, recordId, value } of amended) {
    const [held] = await versionsOf(tx, [{ ownerId: keptId, recordId }])
    if (!held) continue
    await requireNoCollision(engine, tx, { keptId, definition, recordId, value })
    await amend(engine, tx, { definition, held, value, by, reason })
  }
  await deriveAnew(engine, tx, keptId)
  return passed
}

interface Entry {
  readonly order: JoinOrder
  readonly taken: TwinsTaken
  readonly accounts: readonly Account[]
  readonly moved: object
}

/** Keeps what both were before, and which rows went where (docs/how-to/undo-a-join.md). */
async function keepJoin(tx: Tx, { order, taken, accounts, moved }: Entry): Promise<string> {
  const id = uuidv7()
  const { keptId, joinedId, by, reason, chosen } = order
  const names = await tx.query(sql`
    select id as person, login_name as "loginName" from person
    where id in (${taken.kept.personId}, ${taken.joined.personId})`)
  const { kept, joined, memberships } = taken
  const before = { kept, joined, memberships, accounts, names }
  await tx.execute(sql`
    insert into person_join (id, kept_id, joined_id, by_identity, reason, chosen, before, moved)
    values (${id}, ${keptId}, ${joinedId}, ${by}, ${reason}, ${sql.json(chosen)}, ${sql.json(before)},
      ${sql.json(moved)})`)
  // Figures follow the ledger of moves, and what moved one of them before cannot be taken back any more.
  const act = { cause: `join:${id}`, by }
  const line = { name: 'join', on: order.turn?.on ?? null, before: {} } as const
  await keep(tx, [
    { ...line, act: { ...act, teacherId: keptId }, person: kept, institutionId: kept.institutionId },
    { ...line, act: { ...act, teacherId: joinedId }, person: joined, institutionId: joined.institutionId },
  ])
  return id
}

/**
 * Makes one person of two numbers: memberships, records with their history, cases, posts, messages and
 * accounts go to the number that is kept; the other one becomes an alias that leads to it. One transaction of
 * the caller, who holds `taken`. What was under review goes on at the office of where the person belongs now.
 */
export async function joinPeople(
  engine: Engine,
  tx: Tx,
  taken: TwinsTaken,
  order: JoinOrder,
): Promise<JoinDone> {
  const { list } = requireJoinable(taken, order.turn)
  const { home, status } = homeOf(taken, list)
  const leaves = [taken.kept, taken.joined].flatMap(({ institutionId }) =>
    institutionId === null || institutionId === home ? [] : [institutionId],
  )
  const joining: JoinedPerson = { kept: taken.kept, joined: taken.joined, home, leaves }
  // The ledger names what people signed in with, which the alias loses.
  const accounts = await joinAccounts(tx, joining, order.by)
  const id = await keepJoin(tx, { order, taken, accounts: accounts.before, moved: {} })
  await settleMemberships(tx, taken, list)
  await aliasPerson(tx, taken.kept, taken.joined)
  await placeTeachers(tx, [{ teacherId: order.keptId, status, institutionId: home ?? undefined }])
  const records = await settleRecords(engine, tx, order)
  await passEntries(tx, { from: joining.joined.teacherId, to: joining.kept.teacherId, by: order.by })
  await passWatched(tx, { from: joining.joined.teacherId, to: joining.kept.teacherId })
  const tables = await followTables(engine, tx, joining)
  await countPeopleAnew(tx, [joining.joined.teacherId, joining.kept.teacherId])
  const lines: Lines = await letFollow(engine, tx, [order.keptId])
  await settlePosts(engine, tx, joining, { ...order, lines })
  await tx.execute(sql`
    update person_join
    set moved = ${sql.json({ records, tables, voided: order.voided })}
    where id = ${id}`)
  await note(tx, {
    by: order.by,
    action: 'person.joined',
    ownerId: order.keptId,
    personId: taken.kept.personId,
    facts: { join: id, joined: order.joinedId, reason: order.reason },
  })
  return { id, handover: lines.get(order.keptId) ?? [], people: accounts.people, leaves, home }
}
