import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { writableKeys } from './codec.ts'

/** Which side of the record the actor writes: the teacher's fields or the institution's. */
export function sideOf(actor: Actor): 'teacher' | 'institution' {
  return actor.role === 2 ? 'teacher' : 'institution'
}

/** Whether the actor's side writes a field of an existing record. */
export function writesField(actor: Actor, definition: AnyRecord): (field: Field) => boolean {
  const usual = definition.regime === 'recorded' ? 'institution' : 'teacher'
  return (field) =>
    (field.writableBy ?? usual) === sideOf(actor) ||
    definition.regime === 'own' ||
    definition.regime === 'reviewed'
}

/**
 * Whether the teacher and the institution each write some of the fields, so that neither answers for the
 * other's.
 */
export const twoWriters = (definition: AnyRecord): boolean =>
  definition.regime === 'mixed' ||
  Object.values(definition.fields).some((field) => field.writableBy === 'teacher')

/** Keys of `definition` that the actor's side writes. */
export function ownKeys(actor: Actor, definition: AnyRecord): string[] {
  const writes = writesField(actor, definition)
  return writableKeys(definition).filter((key) => writes(definition.fields[key] as Field))
}

/** Whether what the actor writes takes effect at once instead of waiting for a review. */
export const bornApplied = (definition: AnyRecord, actor: Actor): boolean =>
  definition.regime === 'own' ||
  definition.regime === 'recorded' ||
  (definition.regime === 'mixed' && sideOf(actor) === 'institution')
