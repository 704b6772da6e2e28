import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { Field } from '../../../catalogue/define.ts'
import { sampleOf } from '../../../catalogue/contents/sample.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'

const takesPicture = ({ accept }: Field): boolean => accept === undefined || accept.includes('jpg')

/**
 * A value of a type that may be saved. `newFile` uploads a picture as the writer, one for each file field that
 * takes one; the others stay empty.
 */
export async function sampleValue(
  definition: AnyContent,
  newFile: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const files: string[] = []
  for (const field of Object.values(definition.fields))
    if (kindOf(field).names === 'file') files.push(takesPicture(field) ? await newFile() : '')
  return sampleOf(definition, () => files.shift() ?? '')
}
