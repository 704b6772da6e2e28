import type { AnyRecord, Field } from '../define.ts'

/** Who writes: the teacher the record is about, or the institution that keeps it. */
export type Side = 'teacher' | 'institution'

/** Label of the side that writes a field, shown to the other side. */
export const writtenBy = { teacher: '由本人填写', institution: '由学校填写' } as const satisfies Record<
  Side,
  string
>

/** Whether only an authority above the owner's institution writes records of this type. */
export const keptAbove = ({ keptBy }: AnyRecord): boolean => keptBy === 'superior'

/** Whether a value takes effect when it is saved, without a draft and a review. */
export function takesEffectAtOnce(definition: AnyRecord, side: Side): boolean {
  return (
    definition.regime === 'own' ||
    definition.regime === 'recorded' ||
    (definition.regime === 'mixed' && side === 'institution')
  )
}

/** Whether this side writes a field. Whoever registers a mixed record for the first time fills it whole. */
export function writes(definition: AnyRecord, field: Field, side: Side, isNew: boolean): boolean {
  if (field.derived) return false
  if (isNew || definition.regime === 'own' || definition.regime === 'reviewed') return true
  return sideOf(definition, field) === side
}

/** The side that writes a field of an existing record. */
export function sideOf(definition: AnyRecord, field: Field): Side {
  return field.writableBy ?? (definition.regime === 'recorded' ? 'institution' : 'teacher')
}
