import type { Actor } from '../../../catalogue/access/access.ts'
import { showsNumber, type PurposeCode } from '../../../catalogue/forms/define.ts'
import { formOf } from '../../../catalogue/forms/forms.ts'

/**
 * Whether a paper opens values that are sealed to an office: by its purpose, or because its words name the
 * end of the number. What is a teacher's own is open to them already.
 */
export function opensSealed({ role }: Actor, form: string, purpose: PurposeCode | null): boolean {
  if (role === 2) return false
  const declared = formOf(form)
  return purpose !== null || (declared !== undefined && showsNumber(declared))
}
