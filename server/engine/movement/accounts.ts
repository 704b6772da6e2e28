import { roleEntry, isRole } from '../../../catalogue/access/roles.ts'
import { sql } from '../../platform/db/sql.ts'
import { accountsOf, placeAccounts, signOut, type Account, type PersonPlace } from '../directory/index.ts'
import type { Tx } from '../engine.ts'
import { tell, type Lines } from './follow.ts'

/** What becomes of the own account of a person who leaves. */
export type AccountEnd = 'readsOwn' | 'readsDays' | 'off'

/** Days for which a person who left may read the own archive. */
const readingDays = 90

const teacherRole = 2

/** A person whose accounts follow. */
export interface AccountsOf {
  readonly person: PersonPlace
  /** The institution that they leave; null where they belonged nowhere. */
  readonly from: { readonly id: number; readonly name: string } | null
  /** Where they come to, or what becomes of the own account. */
  readonly to: { readonly id: number; readonly name: string } | AccountEnd
  readonly by: number | null
}

const isPlace = (to: AccountsOf['to']): to is { readonly id: number; readonly name: string } =>
  typeof to !== 'string'

type PlacedAccount = Pick<Account, 'id' | 'institutionId' | 'state' | 'readsOnly' | 'readsUntil'>

interface AccountChanges {
  readonly placed: readonly PlacedAccount[]
  readonly lines: readonly { readonly title: string; readonly to: string }[]
}

/**
 * The account of a teacher goes along, or reads, or is off; one that they had at the new place is used again.
 */
function ownAccount(mine: readonly Account[], { from, to }: AccountsOf, until: string): AccountChanges {
  const own = mine.filter(({ role, lentBy }) => role === teacherRole && lentBy === null)
  // A person who was registered twice has several ended accounts; at most one of them is in use.
  const here =
    own.find(({ institutionId }) => institutionId === from?.id) ??
    own.find(({ state }) => state === 'enabled') ??
    own[0]
  if (!here) return { placed: [], lines: [] }
  const free = { readsOnly: false, readsUntil: null }
  if (!isPlace(to)) {
    if (to === 'off') return ended(here, '已停用')
    const reading = { readsOnly: true, readsUntil: to === 'readsDays' ? until : null }
    const said = to === 'readsDays' ? `只能查看本人档案，到 ${until}` : '只能查看本人档案'
    return { placed: [{ ...here, ...reading }], lines: [{ title: '教师账号', to: said }] }
  }
  const there = own.find(({ institutionId, id }) => institutionId === to.id && id !== here.id)
  const state = from === null ? 'enabled' : here.state
  const lines = [{ title: '教师账号', to: to.name }]
  if (!there) return { placed: [{ ...here, ...free, institutionId: to.id, state }], lines }
  return {
    placed: [
      { ...here, state: 'disabled' },
      { ...there, ...free, state },
    ],
    lines,
  }
}

const ended = (account: Account, to: string): AccountChanges => ({
  placed: [{ ...account, state: 'disabled' }],
  lines: [{ title: '教师账号', to }],
})

/** Who leaves an institution acts for it no longer. */
function offices(mine: readonly Account[], { from }: AccountsOf): AccountChanges {
  const gone = mine.filter(
    ({ role, lentBy, state, institutionId }) =>
      role !== teacherRole && lentBy === null && state === 'enabled' && institutionId === from?.id,
  )
  return {
    placed: gone.map((account) => ({ ...account, state: 'disabled' })),
    lines: gone.map(({ role }) => ({
      title: isRole(role) ? `${roleEntry(role).label}账号` : '办公账号',
      to: '已停用',
    })),
  }
}

export interface CarriedAccounts {
  /** The accounts of each person, as they were before. */
  readonly before: ReadonlyMap<number, readonly Account[]>
  readonly people: readonly number[]
}

/** Lets the accounts of people follow, ends what was lent, and signs them out. */
export async function carryAccounts(
  tx: Tx,
  all: readonly AccountsOf[],
  lines: Lines,
): Promise<CarriedAccounts> {
  const accounts = await accountsOf(
    tx,
    all.map(({ person }) => person.personId),
  )
  const { until } = await tx.one<{ until: string }>(
    sql`select (now() at time zone 'Asia/Shanghai')::date + ${readingDays}::int as until`,
  )
  const before = new Map<number, readonly Account[]>()
  const placed: PlacedAccount[] = []
  const ends: number[] = []
  for (const one of all) {
    const { personId, teacherId } = one.person
    const mine = accounts.filter((account) => account.personId === personId)
    const changes = [ownAccount(mine, one, until), offices(mine, one)]
    placed.push(...changes.flatMap((change) => change.placed))
    for (const { title, to } of changes.flatMap((change) => change.lines))
      tell(lines, teacherId, { kind: '账号', title, from: one.from?.name ?? '', to })
    const lent = lentOf(accounts, mine, one)
    for (const account of lent)
      tell(lines, teacherId, {
        kind: '代办',
        title: account.personId === personId ? '代同事办理' : '委托同事代办',
        from: one.from?.name ?? '',
        to: '已结束',
      })
    ends.push(...lent.map(({ id }) => id))
    before.set(teacherId, [...mine, ...lent.filter(({ personId: whose }) => whose !== personId)])
  }
  await placeAccounts(tx, placed)
  const others = await signOut(tx, {
    accounts: [...ends, ...placed.map(({ id }) => id)],
    by: all[0]?.by ?? null,
  })
  return { before, people: [...new Set([...all.map(({ person }) => person.personId), ...others])] }
}

/** What the person lent to a colleague, or a colleague to them, at the institution they leave. */
function lentOf(accounts: readonly Account[], mine: readonly Account[], { from }: AccountsOf): Account[] {
  const ids = new Set(mine.map(({ id }) => id))
  return accounts.filter(
    ({ id, lentBy, state, institutionId }) =>
      lentBy !== null &&
      state === 'enabled' &&
      institutionId === from?.id &&
      (ids.has(lentBy) || ids.has(id)),
  )
}
