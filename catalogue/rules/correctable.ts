import type { AnyRecord, Field } from '../define.ts'

/**
 * Whether an institution writes a field about a teacher, so that the teacher can only ask for a correction.
 */
export function keptByInstitution(definition: AnyRecord, field: Field): boolean {
  if (field.derived || definition.owner !== 'teacher') return false
  if (definition.regime === 'recorded') return field.writableBy !== 'teacher'
  return definition.regime === 'mixed' && field.writableBy === 'institution'
}

/**
 * Keys of the fields a teacher may ask to have corrected, in the order of the form; none where there is
 * nothing to ask.
 */
export const correctableKeys = (definition: AnyRecord): string[] =>
  definition.pages.form
    .flatMap((section) => section.fields as readonly string[])
    .filter((key) => {
      const field = definition.fields[key]
      return field !== undefined && keptByInstitution(definition, field)
    })
