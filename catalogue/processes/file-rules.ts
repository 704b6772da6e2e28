import type { Field } from '../field.ts'
import { kindOf } from '../kinds/kinds.ts'

/** Endings of which a copy without identities can be made (server/platform/documents). */
export const blindEndings: readonly string[] = ['docx', 'pdf', 'pptx', 'xlsx', 'jpg', 'jpeg', 'png']

/** What a notice asks of the files of its entries, by the keys of its fields. */
export const fileRuleKeys = ['blind', 'fileFormats', 'mostFiles', 'fileMaxMB'] as const

/** The rules of a notice as its form has them; null or left out where it says nothing. */
export type FileRules = Readonly<Partial<Record<(typeof fileRuleKeys)[number], unknown>>>

/** Whether experts read the entries of a notice without knowing whose they are. */
export const isBlind = ({ blind }: FileRules): boolean => blind === true

const formatsIn = ({ fileFormats }: FileRules): readonly string[] | null =>
  typeof fileFormats === 'string' && fileFormats !== '' ? fileFormats.split('、') : null

const least = (...numbers: readonly unknown[]): number | undefined => {
  const known = numbers.filter((one) => typeof one === 'number')
  return known.length > 0 ? Math.min(...known) : undefined
}

/** A field for files as a notice narrows it: formats, size in MB, how many; every other field as it is. */
export function narrowedField(field: Field, rules: FileRules): Field {
  if (kindOf(field).names !== 'file') return field
  const { accept = blindEndings } = field
  const asked = formatsIn(rules)
  const taken = accept.filter(
    (ending) =>
      (asked === null || asked.includes(ending)) && (!isBlind(rules) || blindEndings.includes(ending)),
  )
  const maxSizeMB = least(field.maxSizeMB, rules.fileMaxMB)
  const most = field.multiple ? least(field.most, rules.mostFiles) : undefined
  return {
    ...field,
    // A notice that asks for what the field never takes leaves the field as it is.
    accept: taken.length > 0 ? taken : accept,
    ...(maxSizeMB !== undefined && { maxSizeMB }),
    ...(most !== undefined && { most }),
  }
}

/** The fields of a form as a notice narrows those for files. */
export const narrowedFields = (
  fields: Readonly<Record<string, Field>>,
  rules: FileRules,
): Readonly<Record<string, Field>> =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, narrowedField(field, rules)]))
