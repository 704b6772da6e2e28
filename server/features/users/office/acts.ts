import type { Actor } from '../../../../catalogue/access/access.ts'
import type { IssuedCodes } from '../../../../catalogue/contract/administration/office-accounts.ts'
import type {
  IssuedPassword,
  OfficeAccountDraft,
} from '../../../../catalogue/contract/administration/users.ts'
import { AppError } from '../../../../catalogue/errors.ts'
import { sql } from '../../../platform/db/sql.ts'
import { setIdentity } from '../identities.ts'
import { noteUser, type Users } from '../options.ts'
import { countingTaken, endSessions, resetPassword, unlock } from '../store.ts'
import { handOver, tellPerson } from '../told.ts'
import { openAccount } from './open.ts'
import { keptAccount, keptAccounts, partly, requireGivable, requireWholly, type KeptAccount } from './kept.ts'

/**
 * Gives an account of a level below the office. The one-time password goes to the phone; without one it is
 * answered, once.
 */
export async function giveAccount(
  users: Users,
  actor: Actor,
  draft: OfficeAccountDraft,
): Promise<IssuedPassword> {
  const { role } = draft
  const institutionId = draft.institutionId ?? actor.institutionId
  await requireGivable(users.db, actor, { role, institutionId })
  const password = await users.newPassword()
  const opened = { ...draft, institutionId }
  const id = await countingTaken(users, actor, opened, () =>
    users.db.transaction((tx) => openAccount({ users, tx, actor }, opened, password.hash)),
  )
  return { id, ...handOver(users, draft.mobile, password.plain), waits: false }
}

interface AccountAct {
  readonly users: Users
  readonly actor: Actor
  readonly account: KeptAccount
}

async function signOut({ users, actor, account: { identityId, personId } }: AccountAct): Promise<void> {
  await users.db.transaction(async (tx) => {
    if ((await endSessions(tx, [identityId])) === 0) return
    await noteUser(tx, actor, 'user.signedOut', { personId })
    await tellPerson(users, tx, personId, { title: '您的登录已由上级单位下线' })
  })
}

const switchTo = async ({ users, actor, account: { identityId, personId } }: AccountAct, on: boolean) => {
  await setIdentity({ users, actor, personId, identityId }, on)
}

const acts = {
  enable: (acting: AccountAct) => switchTo(acting, true),
  disable: (acting: AccountAct) => switchTo(acting, false),
  signOut,
  unlock: async ({ users, actor, account }: AccountAct) => {
    requireWholly(account)
    await unlock(users, actor, account.personId)
  },
} as const

/** One act on one account of the office's keeping. Answers whose sessions may have ended. */
export async function actOnAccount(
  users: Users,
  actor: Actor,
  identityId: number,
  act: keyof typeof acts,
): Promise<number> {
  const account = await keptAccount(users.db, actor, identityId)
  await acts[act]({ users, actor, account })
  return account.personId
}

/**
 * Gives each account a one-time password in place of what it had; a phone gets it, else it is answered, to be
 * printed. One that may not be given leaves the others alone.
 */
export async function issueCodes(
  users: Users,
  actor: Actor,
  identities: readonly number[],
): Promise<{ readonly codes: IssuedCodes; readonly people: readonly number[] }> {
  const ids = [...new Set(identities)]
  const known = new Map((await keptAccounts(users.db, actor, ids)).map((one) => [one.identityId, one]))
  if (known.size < ids.length) throw new AppError('missing')
  const list: IssuedCodes['list'] = []
  const people: number[] = []
  for (const account of known.values()) {
    const { identityId, name, institution, loginName } = account
    const refused = refusalOf(account)
    const issued = refused === null ? await resetPassword(users, actor, account.personId) : null
    if (issued) people.push(account.personId)
    list.push({
      identityId,
      name,
      institution,
      account: loginName,
      password: issued?.password ?? null,
      sentTo: issued?.sentTo ?? null,
      refused,
    })
  }
  return { codes: { list }, people }
}

/**
 * The same for the account of one teacher, by the number in the roll. 404 where the teacher has none, or out
 * of reach.
 */
export async function issueForTeacher(users: Users, actor: Actor, teacherId: number) {
  const account = await users.db.maybeOne<{ id: number }>(sql`
    select a.id
    from teacher t
    join identity a on a.person_id = t.person_id and a.role = 2 and a.lent_by is null
    where t.id = ${teacherId}
    order by a.state = 'enabled' desc, a.id
    limit 1`)
  if (!account) throw new AppError('missing')
  return issueCodes(users, actor, [account.id])
}

function refusalOf({ wholly, state }: KeptAccount): string | null {
  if (!wholly) return partly
  return state === 'disabled' ? '账号已停用，先启用' : null
}
