import type { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'

/**
 * The arguments of a call the specification writes with a query and browsers send with a body: one of the
 * two, checked by one schema. Values of the body win. Throws `invalid` with the fields.
 */
export function argumentsOf<T extends z.ZodType>(schema: T, query: unknown, body: unknown): z.output<T> {
  const given = { ...(typeof query === 'object' ? query : {}), ...(typeof body === 'object' ? body : {}) }
  const outcome = schema.safeParse(given)
  if (outcome.success) return outcome.data
  const faults = outcome.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('invalid', { errors: faults, ...(faults[0] && { message: faults[0].message }) })
}
