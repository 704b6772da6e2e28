import type { FastifyRequest } from 'fastify'
import type { OutsideEntered } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Door } from './doors.ts'
import type { OutsideNeeds } from './needs.ts'
import type { ProvenNumber } from './visits.ts'

/** Throws forbidden for whoever is no administrator: a door says more of a person in a trial than in a sign-in. */
export function requireTrier({ actor }: FastifyRequest): number {
  if (actor?.role !== 1 || actor.viewedBy !== undefined)
    throw new AppError('forbidden', { message: '只有系统管理员可以试登录' })
  return actor.identityId
}

/** What a door said of somebody, for the administrator who tried it. Nobody is signed in and nothing is bound. */
export async function trialOf(
  { db }: OutsideNeeds,
  { name, label }: Door,
  request: FastifyRequest,
  {
    confirmed,
    facts,
  }: {
    readonly confirmed: ProvenNumber
    readonly facts: readonly (readonly [name: string, value: string])[]
  },
): Promise<OutsideEntered> {
  const by = requireTrier(request)
  await note(db, { by, action: 'outside.tried', facts: { provider: name } })
  const claims = [['用来认人的号', confirmed.subject] as const, ...facts].slice(0, 100)
  return {
    provider: name,
    label,
    result: null,
    unbound: null,
    ticket: null,
    back: null,
    claims: claims.map(([claim, value]) => ({ name: claim.slice(0, 200), value: value.slice(0, 500) })),
  }
}
