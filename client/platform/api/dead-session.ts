import { errors } from '../../../catalogue/errors.ts'
import { sessionExpired } from '../session/expiry.ts'
import { ApiError } from './api-error.ts'

/** Whether an answer says that the session has ended: HTTP 401 or error_code 22018. */
export const isDead = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.code === errors.sessionDead.code)

/**
 * Says that the session has ended, in the server's words where it gave any. Resolves to true once the person
 * has signed in again above the page; the call is then repeated.
 * @param call whether the refused call changes something, which a reload would lose
 */
export const signedInAgain = (error: ApiError, call: { readonly writes: boolean }): Promise<boolean> =>
  sessionExpired({ ...call, ...(error.code === errors.sessionDead.code && { why: error.message }) })
