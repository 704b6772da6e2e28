import type { AnyRecord } from '../define.ts'
import type { Field } from '../field.ts'
import type { ImportColumn } from './define.ts'

type More = Partial<Omit<ImportColumn, 'key' | 'field'>>

/** Heads under which people keep the number of a person's document. */
export const idCardTwins = [
  '身份证号',
  '身份证号码',
  '身份证',
  '证件号码',
  '证件号',
  '身份证件号码',
  '公民身份号码',
]

/** A column of its own field. */
export const column = (key: string, field: Field, more: More = {}): ImportColumn => ({
  key,
  head: field.label,
  field,
  required: field.required ? 'yes' : 'no',
  ...more,
})

/**
 * A column for a field of a record. Conditions of the field are judged with the whole record, so that the
 * column says only that there is one.
 */
export function columnFor(definition: AnyRecord, key: string, more: More = {}): ImportColumn {
  const field = definition.fields[key]
  if (!field) throw new Error(`${definition.name} has no field ${key}`)
  return {
    key,
    head: field.label,
    field,
    required: field.required ? 'yes' : field.requiredWhen ? 'conditional' : 'no',
    ...(field.help !== undefined && { note: field.help }),
    ...(field.example !== undefined && { example: field.example }),
    ...(field.cascadeFrom !== undefined && { dependsOn: field.cascadeFrom }),
    ...more,
  }
}
