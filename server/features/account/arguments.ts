import type { z } from 'zod'
import { parsed } from '../../platform/http/body.ts'

/**
 * The arguments of a call the specification writes with a query and browsers send with a body: one of the
 * two, checked by one schema. Values of the body win. Throws `invalid` with the fields.
 */
export function argumentsOf<T extends z.ZodType>(schema: T, query: unknown, body: unknown): z.output<T> {
  return parsed(schema, {
    ...(typeof query === 'object' ? query : {}),
    ...(typeof body === 'object' ? body : {}),
  })
}
