import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { invalidFields } from '../../../catalogue/errors.ts'
import { keptByInstitution } from '../../../catalogue/rules/correctable.ts'

/** Refuses fields that do not exist, are somebody else's to correct, or stand twice. */
export function requireFields(definition: AnyRecord, fields: readonly { key: string }[]): void {
  const errors = fields.flatMap(({ key }, i) => {
    const field = Object.hasOwn(definition.fields, key) ? definition.fields[key] : undefined
    const message =
      field === undefined
        ? '没有该栏目'
        : !keptByInstitution(definition, field)
          ? `“${field.label}”不由学校填写，无需申请更正`
          : fields.findIndex((other) => other.key === key) !== i
            ? `“${field.label}”写了两次`
            : null
    return message === null ? [] : [{ field: `fields.${i}.key`, message }]
  })
  if (errors.length > 0) throw invalidFields(errors)
}

/**
 * Whether an officer may answer a request in their scope: at each level from the school up, but never about
 * themselves.
 */
export const mayAnswer = (
  actor: Actor,
  row: { state: string; asker_person_id: number; owner_person_id: number | null },
): boolean =>
  actor.role >= 3 &&
  actor.role <= 6 &&
  row.state === 'open' &&
  row.asker_person_id !== actor.personId &&
  row.owner_person_id !== actor.personId
