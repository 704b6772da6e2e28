import type { FieldFault } from '../../../catalogue/errors.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError } from '../../platform/api/api-error.ts'

/** Whether somebody else changed the record since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof ApiError && error.code === errors.stale.code

/** Faults of single fields the server named. */
export const faultsOf = (error: unknown): readonly FieldFault[] =>
  error instanceof ApiError ? error.errors : []
