import { AppError } from '../../../catalogue/errors.ts'
import {
  changeMemberships,
  placeAccounts,
  placeTeachers,
  signOut,
  takeBelongings,
  unplaceTeachers,
} from '../directory/index.ts'
import type { Engine, Tx } from '../engine.ts'
import { rejoinPosts, submitAgainFor } from '../records/index.ts'
import type { Act, ActOutcome } from './act.ts'
import { letFollow } from './follow.ts'
import { takeFromLedger, type KeptAct } from './ledger.ts'
import { requireOpenAgain } from './stays.ts'

/**
 * Restores what a cause changed for a person: memberships, place, status, accounts, posts, submissions. 409
 * once something later happened to the person. What was lent to a deputy has to be lent anew.
 */
export async function takeBackMove(engine: Engine, tx: Tx, act: Act): Promise<ActOutcome> {
  const { teacherId, cause, by } = act
  const person = (await takeBelongings(tx, [teacherId])).get(teacherId)
  if (!person) throw new AppError('missing')
  const acts = await takeFromLedger(tx, teacherId, cause)
  const first = acts.at(-1)
  if (!first) throw new AppError('wrongState')
  const { status, institutionId } = first.before
  if (institutionId !== person.institutionId) await requireOpenAgain(tx, institutionId)
  for (const { before } of acts)
    await changeMemberships(tx, { removed: before.opened, ended: before.ended, opened: before.removed })
  await placeTeachers(tx, [{ teacherId, status, institutionId: institutionId ?? undefined }])
  if (institutionId === null) await unplaceTeachers(tx, [teacherId])
  await submitAgainFor(
    tx,
    acts.flatMap(({ before }) => before.withdrawn),
  )
  const lines = await letFollow(engine, tx, [teacherId])
  const posts = acts.flatMap(({ before }) => before.posts)
  await rejoinPosts(engine, tx, { posts, by: by ?? null, reason: '撤销人事变动' })
  return { teacherId, handover: lines.get(teacherId) ?? [], people: await accountsBack(tx, acts, by ?? null) }
}

async function accountsBack(tx: Tx, acts: readonly KeptAct[], by: number | null): Promise<number[]> {
  const own = acts.flatMap(({ before }) => before.accounts.filter(({ lentBy }) => lentBy === null))
  if (own.length === 0) return []
  // Of several acts the one that came first knows what was before all of them; acts are the newest first.
  const known = new Map(own.map((account) => [account.id, account]))
  await placeAccounts(tx, [...known.values()])
  await signOut(tx, { accounts: [...known.keys()], by })
  return [...new Set(own.map(({ personId }) => personId))]
}
