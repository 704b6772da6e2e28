import type { z } from 'zod'
import { envelope, failure } from '../../../catalogue/contract/envelope.ts'
import { uploaded, uploadLimits } from '../../../catalogue/contract/workspace.ts'
import { errors } from '../../../catalogue/errors.ts'
import { mimeOfName, sizeKindOf, tooLargeSentence } from '../../../catalogue/kinds/file-types.ts'
import { api } from './api.ts'
import { ApiError, silent } from './api-error.ts'
import { isDead, signedInAgain } from './dead-session.ts'
import { renewToken, session } from '../session/session.ts'

export type UploadAnswer = z.infer<typeof uploaded>

/** A file on a school's line takes longer than a call: two minutes without a byte moved count as failed. */
const stall = 120_000

/** The largest files that this account may upload, in bytes by kind. */
export const askUploadLimits = () => api.get('/api/v1/upload/limits', { schema: uploadLimits, quiet: true })

/** Every account may upload this many bytes, so the server need not be asked for its limits. */
const alwaysFits = 10 * 1024 * 1024

/** Throws ApiError for a file that is too large, before any of it is sent. */
async function expectFits({ name, size }: File): Promise<void> {
  if (size <= alwaysFits) return
  const kind = sizeKindOf(mimeOfName(name) ?? '')
  const most = (await askUploadLimits())[kind]
  if (size > most)
    throw new ApiError(errors.tooLarge.status, errors.tooLarge.code, tooLargeSentence(kind, most), [])
}

/**
 * Uploads one file. It uses XMLHttpRequest, because fetch does not report the progress of a body.
 * @param options.onProgress share sent, 0 to 1
 * @throws ApiError as `api` does; DOMException AbortError when `signal` aborts
 */
export async function upload(
  file: File,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<UploadAnswer> {
  await expectFits(file)
  return uploadForm('/api/v1/upload/object', formOf(file), { schema: uploaded, onProgress, signal })
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  return form
}

/**
 * Sends a form with a file in it to a call of its own.
 * @throws ApiError as `api` does; DOMException AbortError when `signal` aborts
 */
export async function uploadForm<T>(path: string, form: FormData, sending: UploadOptions<T>): Promise<T> {
  const sent = session()?.token ?? ''
  try {
    return await send(path, form, sent, sending)
  } catch (error) {
    if (isDead(error) && (await signedInAgain(error, { writes: true })))
      return send(path, form, session()?.token ?? '', sending)
    throw error
  }
}

/**
 * Uploads one file from a phone that has scanned the code of a form; no session is needed.
 * @param secret of the code, which counts once
 * @throws ApiError as `api` does
 */
export function uploadByTicket(
  file: File,
  secret: string,
  onProgress: (share: number) => void,
): Promise<UploadAnswer> {
  return send('/api/v1/upload/phone/object', formOf(file), '', {
    schema: uploaded,
    onProgress,
    ticket: secret,
  })
}

interface UploadOptions<T> {
  /** Shape of `data` of the answer. */
  readonly schema: z.ZodType<T>
  readonly onProgress?: ((share: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly ticket?: string
}

function send<T>(path: string, form: FormData, sent: string, sending: UploadOptions<T>): Promise<T> {
  const { schema, onProgress, signal, ticket } = sending
  const answer = envelope(schema)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let watch = setTimeout(abort, stall)
    request.open('POST', path)
    request.responseType = 'json'
    if (ticket !== undefined) request.setRequestHeader('ticket', ticket)
    if (sent !== '') request.setRequestHeader('token', sent)
    request.upload.onprogress = (event) => {
      clearTimeout(watch)
      watch = setTimeout(abort, stall)
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onloadend = () => {
      clearTimeout(watch)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) return reject(new DOMException('upload aborted', 'AbortError'))
      const renewed = request.getResponseHeader('token')
      if (renewed) renewToken(renewed, sent)
      const outcome = answer.safeParse(request.response)
      if (request.status < 300 && outcome.success) return resolve(outcome.data.data)
      reject(faultOf(request))
    }
    if (signal?.aborted) return reject(new DOMException('upload aborted', 'AbortError'))
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

function faultOf(request: XMLHttpRequest): ApiError {
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
