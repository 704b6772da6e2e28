import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'

/**
 * A value of a type that may be saved, whatever the type declares. `newFile` uploads a picture as the writer.
 */
export async function sampleValue(
  definition: AnyContent,
  newFile: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const value: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(definition.fields)) {
    // What everybody reads: a sample is read back by a visitor.
    if (definition.sharing === key) value[key] = '9'
    else if (definition.audience?.visibility === key) value[key] = '2'
    else if (key === definition.audience?.areas || key === definition.audience?.roles) continue
    else if (kindOf(field).names === 'file') value[key] = field.multiple ? [await newFile()] : await newFile()
    else if (definition.addresses?.includes(key)) value[key] = '/home/messageData/policy'
    else if (field.example !== undefined) value[key] = field.example
    else if (field.default !== undefined) value[key] = field.default
    else if (field.dict)
      value[key] = field.multiple
        ? selectable(field.dict)
            .slice(0, 1)
            .map(({ code }) => code)
        : selectable(field.dict)[0]?.code
    else
      value[key] = kindOf(field)
        .good.map((one) => one.value)
        .find((one) => field.schema.safeParse(one).success)
  }
  return value
}
