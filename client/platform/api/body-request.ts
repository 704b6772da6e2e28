import { failure } from '../../../catalogue/contract/envelope.ts'
import { errors } from '../../../catalogue/errors.ts'
import { renewToken } from '../session/session.ts'
import { ApiError, silent } from './api-error.ts'

export interface BodyRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly token: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: FormData | Blob
  /** Milliseconds without a byte moved after which the request counts as failed. */
  readonly stall: number
  /** Called with the share of the body that was sent, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

const aborted = () => new DOMException('upload aborted', 'AbortError')

/**
 * Sends a body that takes a while. It uses XMLHttpRequest, because fetch does not report the progress of a
 * body. Resolves with every answer, and with status 0 where none came.
 * @throws DOMException AbortError when `signal` aborts
 */
export function sendBody(asked: BodyRequest): Promise<XMLHttpRequest> {
  const { method, path, token, headers = {}, body, stall, onProgress, signal } = asked
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted())
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let watch = setTimeout(abort, stall)
    request.open(method, path)
    request.responseType = 'json'
    if (token !== '') request.setRequestHeader('token', token)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      clearTimeout(watch)
      watch = setTimeout(abort, stall)
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onloadend = () => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) return reject(aborted())
      const renewed = request.getResponseHeader('token')
      if (renewed) renewToken(renewed, token)
      resolve(request)
    }
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}

/** The error of an unsuccessful answer. */
export function faultOf(request: XMLHttpRequest): ApiError {
  const told = failure.safeParse(request.response)
  if (told.success)
    return new ApiError(request.status, told.data.error_code, told.data.msg, told.data.data?.errors ?? [])
  const tooLarge = request.status === 413
  return new ApiError(
    request.status,
    tooLarge ? errors.tooLarge.code : 0,
    tooLarge ? errors.tooLarge.sentence : silent,
  )
}
