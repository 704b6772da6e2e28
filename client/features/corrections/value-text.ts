import type { AnyRecord } from '../../../catalogue/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'

/** A value as its reader may see it, in words; masked ones are text already. */
export function valueText(definition: AnyRecord, key: string, value: unknown): string {
  const field = definition.fields[key]
  if (!field || value === null || value === undefined || value === '') return '未填'
  const values = Array.isArray(value) ? value : [value]
  return values
    .map((one: unknown) =>
      field.schema.safeParse(value).success ? kindOf(field).toText(one, field) : String(one),
    )
    .join('、')
}
