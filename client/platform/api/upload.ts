import type { z } from 'zod'
import { envelope } from '../../../catalogue/contract/envelope.ts'
import { uploaded, uploadLimits } from '../../../catalogue/contract/uploads.ts'
import { errors } from '../../../catalogue/errors.ts'
import { mimeOfName, sizeKindOf, tooLargeSentence } from '../../../catalogue/kinds/file-types.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { faultOf, sendBody } from './body-request.ts'
import { isDead, signedInAgain } from './dead-session.ts'
import { session } from '../session/session.ts'
import { uploadInParts, type PartsOptions } from './upload-in-parts.ts'

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

/** Files of more bytes go in parts, so that a line that breaks does not cost all of them. */
const wholeBytes = 8 * 1024 * 1024

/**
 * Uploads one file: in one request, or in parts that go on where they stopped.
 * @param options.onProgress share sent, 0 to 1
 * @param options.signal its reason `givenUp` removes what the server has of the file
 * @throws ApiError as `api` does; DOMException AbortError when `signal` aborts
 */
export async function upload(file: File, options: PartsOptions = {}): Promise<UploadAnswer> {
  const { onProgress, signal } = options
  await expectFits(file)
  if (file.size > wholeBytes) return uploadInParts(file, options)
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

async function send<T>(path: string, form: FormData, token: string, sending: UploadOptions<T>): Promise<T> {
  const { schema, onProgress, signal, ticket } = sending
  const headers = ticket === undefined ? {} : { ticket }
  const request = await sendBody({
    method: 'POST',
    path,
    token,
    headers,
    body: form,
    stall,
    onProgress,
    signal,
  })
  const outcome = envelope(schema).safeParse(request.response)
  if (request.status < 300 && outcome.success) return outcome.data.data
  throw faultOf(request)
}
