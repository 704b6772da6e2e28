import type { FieldFault } from '../../catalogue/errors.ts'

/** What people read when the server said nothing (specification section 8). */
export const silent = '网络请求超时，请稍后重试；'

/** A request that failed. `status` 0: no answer came. `message` is the server's sentence and is rendered as text. */
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

/** The sentence to show for whatever was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : silent
}
