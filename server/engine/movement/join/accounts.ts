import { accountsOf, passIdentities, placeAccounts, signOut, type Account } from '../../directory/index.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Tx } from '../../engine.ts'
import type { JoinedPerson } from './joining.ts'

const teacherRole = 2

type PlacedAccount = Pick<Account, 'id' | 'institutionId' | 'state' | 'readsOnly' | 'readsUntil'>

/** What becomes of the accounts of both: which pass, which stay behind and end, and how each is placed. */
interface AccountSettlement {
  readonly passing: readonly Account[]
  readonly left: readonly Account[]
  readonly placed: readonly PlacedAccount[]
}

const isOwn = ({ role, lentBy }: Account): boolean => role === teacherRole && lentBy === null

/** The teacher's account that goes on: one at the institution, else one of the kept person, else any. */
function goesOn(own: readonly Account[], { home, kept }: JoinedPerson): Account | undefined {
  const mine = own.filter(({ personId }) => personId === kept.personId)
  return (
    mine.find(({ institutionId }) => institutionId === home) ??
    own.find(({ institutionId }) => institutionId === home) ??
    mine[0] ??
    own[0]
  )
}

function settle(accounts: readonly Account[], joining: JoinedPerson): AccountSettlement {
  const { kept, joined, home, leaves } = joining
  const ofPerson = (id: number) =>
    accounts.filter(({ personId, lentBy }) => personId === id && lentBy === null)
  const [mine, theirs] = [ofPerson(kept.personId), ofPerson(joined.personId)]
  const has = (one: Account) =>
    mine.some(({ role, institutionId }) => role === one.role && institutionId === one.institutionId)
  const passing = theirs.filter((one) => !has(one))
  const left = theirs.filter(has)
  const own = [...mine, ...passing].filter(isOwn)
  const live = goesOn(own, joining)
  const enabled = [...own, ...left.filter(isOwn)].some(({ state }) => state === 'enabled')
  const placed = [...mine, ...passing].flatMap((one): PlacedAccount[] => {
    if (one.id === live?.id)
      return [{ ...one, institutionId: home ?? one.institutionId, state: enabled ? 'enabled' : 'disabled' }]
    if (isOwn(one)) return [{ ...one, state: 'disabled' }]
    // Who leaves an institution acts for it no longer.
    return one.state === 'enabled' && leaves.includes(one.institutionId)
      ? [{ ...one, state: 'disabled' }]
      : []
  })
  const all = [...placed, ...left.map((one): PlacedAccount => ({ ...one, state: 'disabled' }))]
  const found = new Map(accounts.map((one) => [one.id, one]))
  // Whoever is signed in on an account that stays as it is goes on working.
  const changed = all.filter((one) => {
    const was = found.get(one.id)
    return was?.state !== one.state || was.institutionId !== one.institutionId
  })
  return { passing, left, placed: changed }
}

/** Where messages of an account that ended are read from now on. */
function readAt(from: Account, accounts: readonly Account[], joining: JoinedPerson): number | undefined {
  if (isOwn(from))
    return goesOn(
      accounts.filter((one) => isOwn(one)),
      joining,
    )?.id
  const { kept } = joining
  return accounts.find(
    ({ personId, role, institutionId }) =>
      personId === kept.personId && role === from.role && institutionId === from.institutionId,
  )?.id
}

/** What was lent to or by accounts that end or pass; it is lent anew by whoever lent it. */
const lentWith = (
  accounts: readonly Account[],
  changed: readonly number[],
  { joined }: JoinedPerson,
): number[] =>
  accounts
    .filter(
      ({ lentBy, state, personId }) =>
        lentBy !== null && state === 'enabled' && (personId === joined.personId || changed.includes(lentBy)),
    )
    .map(({ id }) => id)

async function passMessages(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    update ${sql.id('message')} m
    set identity_id = ${to}
    where m.identity_id = ${from}
      and not exists (select 1 from message o
        where o.identity_id = ${to} and o.event_id is not null and o.event_id = m.event_id)`)
}

/**
 * Leaves one account of the teacher, with the password of the person who is kept, and passes offices on. Ends
 * the sessions of every account that changed. Answers the accounts as they were, and who was signed out.
 */
export async function joinAccounts(
  tx: Tx,
  joining: JoinedPerson,
  by: number,
): Promise<{ readonly before: readonly Account[]; readonly people: readonly number[] }> {
  const { kept, joined } = joining
  const accounts = await accountsOf(tx, [kept.personId, joined.personId])
  const { passing, left, placed } = settle(accounts, joining)
  const own = [
    ...accounts.filter(({ personId, lentBy }) => personId === kept.personId && lentBy === null),
    ...passing,
  ]
  const ended = new Set(placed.filter(({ state }) => state === 'disabled').map(({ id }) => id))
  // Two enabled accounts of one place may not meet on the way, so those that end do so first.
  await placeAccounts(
    tx,
    placed.toSorted((a, b) => Number(b.state === 'disabled') - Number(a.state === 'disabled')),
  )
  await passIdentities(
    tx,
    passing.map(({ id }) => id),
    kept.personId,
  )
  for (const one of [...passing.filter(({ id }) => ended.has(id)), ...left]) {
    const to = readAt(one, own, joining)
    if (to !== undefined && to !== one.id) await passMessages(tx, one.id, to)
  }
  const changed = [...new Set([...placed, ...passing, ...left].map(({ id }) => id))]
  const others = await signOut(tx, { accounts: [...changed, ...lentWith(accounts, changed, joining)], by })
  return { before: accounts, people: [...new Set([kept.personId, joined.personId, ...others])] }
}
