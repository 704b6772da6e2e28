import type { AnyRecord } from '../define.ts'
import type { Verb } from '../flows/review.ts'
import { ownerKinds } from './access.ts'
import { matrixOf } from './matrix.ts'
import { roles } from './roles.ts'

/** Verbs without which a type is of no use: to everybody's, and to what is reviewed. */
const always: readonly (Verb | 'see')[] = ['see', 'create', 'edit']
const ofChains: readonly (Verb | 'see')[] = ['submit', 'approve', 'return', 'reject']

/**
 * Faults of a declaration that permission cannot judge.
 * C213: the owner is of a kind that has neither scope nor place, so that its records, files and messages
 * would reach nobody or the wrong ones. C214: the permission table gives no role a verb the type needs.
 */
export function checkAccess(definition: AnyRecord): { code: string; message: string }[] {
  const { name, owner, regime, review } = definition
  if (!(ownerKinds as readonly string[]).includes(owner))
    return [{ code: 'C213', message: `${name}: nothing judges records and files of an owner “${owner}”` }]
  const granted = new Set(roles.flatMap(({ role }) => [...matrixOf(role, definition).keys()]))
  return [...always, ...(review ? ofChains : [])]
    .filter((verb) => !granted.has(verb))
    .map((verb) => ({
      code: 'C214',
      message: `${name}: no role may ${verb} what is ${regime} and belongs to a ${owner}`,
    }))
}
