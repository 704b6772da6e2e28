import { errors } from '../../../catalogue/errors.ts'
import { sessionExpired } from '../session/expiry.ts'
import { ApiError } from './api-error.ts'

/** Whether an answer says that the session has ended: HTTP 401 or error_code 22018. */
export const isDead = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.code === errors.sessionDead.code)

/**
 * Says that the session has ended, in the server's words where it gave any, and asks to sign in again. Resolves to
 * true once that is done; the call is then repeated.
 */
export const signedInAgain = (error: ApiError): Promise<boolean> =>
  error.code === errors.sessionDead.code ? sessionExpired(error.message) : sessionExpired()
