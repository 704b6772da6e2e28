import type { z } from 'zod'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A body whose keys are read one by one. Anything but a JSON object is refused as malformed. */
export function objectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new AppError('malformed')
  return body
}

/**
 * What was sent, as the schema reads it; an absent body is an empty one. Faults are 400 with their fields.
 */
export function parsed<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const outcome = schema.safeParse(given ?? {})
  if (outcome.success) return outcome.data
  throw invalidFields(outcome.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
}
