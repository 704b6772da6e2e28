import { z } from 'zod'
import type { AnyContent } from '../../contents/define.ts'
import type { Field } from '../../define.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { codeAndLabel, contentFile } from './portal.ts'

function shapeOf(field: Field): z.ZodType {
  const { names, json = z.string() } = kindOf(field)
  if (names === 'file') return field.multiple ? z.array(contentFile) : contentFile.nullable()
  return (field.multiple ? z.array(json) : json).nullable()
}

/** What readers are given of a content: its fields as declared, with where it comes from. */
export function publicShape(definition: AnyContent) {
  return z.object({
    id: z.number().int(),
    is_top: z.boolean(),
    publish_time: z.string(),
    publisher: z.string(),
    words: z.record(z.string(), z.string()),
    phase: codeAndLabel.nullable(),
    ...Object.fromEntries(Object.entries(definition.fields).map(([key, field]) => [key, shapeOf(field)])),
  })
}
