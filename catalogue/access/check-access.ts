import type { AnyRecord } from '../define.ts'
import type { Verb } from '../flows/review.ts'
import { ownerKinds } from './access.ts'
import { matrixOf } from './matrix.ts'
import { roles } from './roles.ts'

/** Verbs that some role must have: of every type, and of every reviewed type. */
const always: readonly (Verb | 'see')[] = ['see', 'create', 'edit']
const ofChains: readonly (Verb | 'see')[] = ['submit', 'approve', 'return', 'reject']

/**
 * Start-up checks of a declaration against the permission table. C221: the owner is of a kind without scope
 * and place, so that nobody could be allowed to read its records. C222: the permission table gives no role a
 * verb that the type needs.
 */
export function checkAccess(definition: AnyRecord): { code: string; message: string }[] {
  const { name, owner, regime, review } = definition
  if (!(ownerKinds as readonly string[]).includes(owner))
    return [{ code: 'C221', message: `${name}: nothing judges records and files of an owner “${owner}”` }]
  const granted = new Set(roles.flatMap(({ role }) => [...matrixOf(role, definition).keys()]))
  return [...always, ...(review ? ofChains : [])]
    .filter((verb) => !granted.has(verb))
    .map((verb) => ({
      code: 'C222',
      message: `${name}: no role may ${verb} what is ${regime} and belongs to a ${owner}`,
    }))
}
