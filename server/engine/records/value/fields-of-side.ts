import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import type { Actor } from '../../../../catalogue/access/access.ts'
import { takesEffectAtOnce, writes, type Side } from '../../../../catalogue/rules/sides.ts'
import { prepared } from '../../prepared/index.ts'

/** The side of the record that the actor writes. */
const sideOf = (actor: { readonly role: number }): Side => (actor.role === 2 ? 'teacher' : 'institution')

/** Whether the actor's side writes a field of an existing record. */
export function writesField(actor: Actor, definition: AnyRecord): (field: Field) => boolean {
  const side = sideOf(actor)
  return (field) => writes(definition, field, side, false)
}

/**
 * Whether the teacher and the institution each write some of the fields. Then neither can correct faults of
 * the other's fields.
 */
export const twoWriters = (definition: AnyRecord): boolean =>
  definition.regime === 'mixed' || prepared(definition).contributes

/** Keys of `definition` that the actor's side writes. */
export const ownKeys = (actor: { readonly role: number }, definition: AnyRecord): readonly string[] =>
  prepared(definition).writtenBy[sideOf(actor)]

/** Keys whose faults the actor can correct; undefined means every key. */
export const answersFor = (
  actor: { readonly role: number },
  definition: AnyRecord,
): ReadonlySet<string> | undefined =>
  twoWriters(definition) ? new Set(ownKeys(actor, definition)) : undefined

/** Whether what the actor writes takes effect at once instead of waiting for a review. */
export const bornApplied = (definition: AnyRecord, actor: Actor): boolean =>
  takesEffectAtOnce(definition, sideOf(actor))
