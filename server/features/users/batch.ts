import type { Actor } from '../../../catalogue/access/access.ts'
import type { UserBatch, UserBatchDone } from '../../../catalogue/contract/administration/users.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { refusalOf } from '../../platform/http/refusal.ts'
import { sql } from '../../platform/db/sql.ts'
import { setIdentity } from './identities.ts'
import { noteUser, type Users } from './options.ts'
import { endSessions } from './store.ts'
import { tellPerson } from './told.ts'

interface FoundAccount {
  readonly id: number
  readonly personId: number
  readonly state: 'enabled' | 'disabled'
}

interface BatchAct {
  readonly users: Users
  readonly actor: Actor
  readonly found: FoundAccount
}

type Outcome = 'done' | 'asked'

/**
 * Switches one on or off as its own page does; what is so already stays so, with no second line in the audit.
 */
async function switchTo({ users, actor, found }: BatchAct, on: boolean): Promise<Outcome> {
  if ((found.state === 'enabled') === on) return 'done'
  return setIdentity({ users, actor, personId: found.personId, identityId: found.id }, on)
}

/** Signs an identity out everywhere; it may sign in again. Where nobody is signed in nothing happens. */
async function signOut({ users, actor, found: { id, personId } }: BatchAct): Promise<Outcome> {
  if (id === actor.identityId)
    throw new AppError('wrongState', { message: '自己的登录请在个人中心的“登录设备”里下线' })
  await users.db.transaction(async (tx) => {
    const ended = await endSessions(tx, [id])
    if (ended === 0) return
    await noteUser(tx, actor, 'user.signedOut', { personId })
    await tellPerson(users, tx, personId, { title: '您的登录已由管理员下线' })
  })
  return 'done'
}

const acts: Readonly<Record<UserBatch['act'], (acting: BatchAct) => Promise<Outcome>>> = {
  disable: (acting) => switchTo(acting, false),
  enable: (acting) => switchTo(acting, true),
  signOut,
}

/**
 * One act on several identities, one after the other, each in a transaction of its own; a refused one stops
 * no other. Answers also whose sessions may have ended.
 */
export async function actOnMany(
  users: Users,
  actor: Actor,
  { act, identities }: UserBatch,
): Promise<{ readonly done: UserBatchDone; readonly people: readonly number[] }> {
  const ids = [...new Set(identities)]
  const rows = await users.db.query<FoundAccount>(sql`
    select id, person_id as "personId", state from identity where id = any(${ids}::int[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  const results: UserBatchDone['results'] = []
  for (const identityId of ids) {
    const outcomes: Outcome[] = []
    const message = await refusalOf(async () => {
      const found = known.get(identityId)
      if (!found) throw new AppError('missing')
      outcomes.push(await acts[act]({ users, actor, found }))
    })
    results.push({ identityId, ok: message === null, asked: outcomes.includes('asked'), message })
  }
  return {
    done: { success: results.filter(({ ok }) => ok).length, results },
    people: rows.map(({ personId }) => personId),
  }
}
