import type { FieldFault } from '../../../catalogue/errors.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError } from '../../platform/api/api-error.ts'

/** Whether the server refused because the record was changed since it was read (409). */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === errors.stale.code

/** The faults by field that the server answered with; none for other errors. */
export const faultsOf = (error: unknown): readonly FieldFault[] =>
  error instanceof ApiError ? error.errors : []
