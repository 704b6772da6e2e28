import { selectable } from '../dictionaries/dictionaries.ts'
import type { Field } from '../define.ts'
import { kindOf, readText } from '../kinds/kinds.ts'
import type { AnyContent } from './define.ts'

/**
 * A public value for any type of content. The demo region and tests use it for types without hand-written
 * ones.
 * @param nextFile the id of a file for each file field
 */
export function sampleOf(definition: AnyContent, nextFile: () => string): Record<string, unknown> {
  const { audience, sharing, addresses, shelf } = definition
  const fixed: Record<string, unknown> = {
    ...(sharing !== undefined && { [sharing]: '9' }),
    ...(audience && { [audience.visibility]: '2' }),
    ...Object.fromEntries((addresses ?? []).map((key) => [key, '/home/messageData/policy'])),
  }
  // Parts stand in the place of the one file.
  const left = new Set([audience?.areas, audience?.roles, ...(shelf?.parts ?? [])])
  return Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([key]) => !left.has(key))
      .map(([key, field]) => [key, fixed[key] ?? sampleOfField(field, nextFile)]),
  )
}

/** A value that a field takes. */
export function sampleOfField(field: Field, nextFile: () => string): unknown {
  const { names, good } = kindOf(field)
  if (field.lines)
    return [
      Object.fromEntries(
        Object.entries(field.lines).map(([key, cell]) => [key, sampleOfField(cell, nextFile)]),
      ),
    ]
  if (names === 'file') return field.multiple ? [nextFile()] : nextFile()
  if (field.example !== undefined) {
    const read = readText(field, field.example)
    return 'value' in read ? read.value : field.example
  }
  if (field.default !== undefined) return field.default
  if (field.dict) {
    const [first] = selectable(field.dict)
    return field.multiple ? (first ? [first.code] : []) : first?.code
  }
  return good.map((one) => one.value).find((one) => field.schema.safeParse(one).success)
}
