import type { FieldFault } from '../../../catalogue/errors.ts'

/** The sentence for an answer without one (specification section 8). */
export const silent = '网络请求超时，请稍后重试；'

/**
 * The sentence for a request that did not reach the server: the server is not slow, and trying again helps.
 */
export const unreachable = '连不上网络或服务器，请检查网络后重试；'

/** Code of a request that did not reach the server. */
export const unreachableCode = -2

/**
 * A request that failed. `status` 0: no answer came. `message` is the server's sentence and is rendered as
 * text.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: readonly FieldFault[]

  constructor(status: number, code: number, message: string, errors: readonly FieldFault[] = []) {
    super(message || silent)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

/** The sentence to show for any thrown value. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : silent
}

/**
 * Whether no answer of the portal came: the network or the server is away, and the same call may go through
 * later.
 */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504))
