import {
  finishedUpload,
  unfinishedUploads,
  type UnfinishedUpload,
} from '../../../catalogue/contract/uploads.ts'
import { errors } from '../../../catalogue/errors.ts'
import { session } from '../session/session.ts'
import { ApiError, sentenceOf } from './api-error.ts'
import { api } from './api.ts'
import { faultOf, sendBody, type BodyRequest } from './body-request.ts'
import { isDead, signedInAgain } from './dead-session.ts'
import type { UploadPause } from './upload-pause.ts'

const megabyte = 1024 * 1024
/** Aimed duration of one part in milliseconds; a broken connection loses at most one part. */
const partMs = 10_000
/** Smallest and largest part in bytes. */
const [smallest, largest] = [megabyte, 8 * megabyte]
/** Milliseconds without a byte moved after which a part is sent again. */
const stall = 30_000
/** Milliseconds to wait for a lost network. */
const patience = 30 * 60_000
/** Milliseconds between two attempts at most. */
const longestPause = 15_000

const path = '/api/v1/tus'

/** Reason of an abort that gives an upload up; after any other one it can go on later. */
export const givenUp = 'given up'

export interface PartsOptions {
  readonly onProgress?: ((share: number) => void) | undefined
  /** Called when the network is lost and when it is back. */
  readonly onWaiting?: ((isWaiting: boolean) => void) | undefined
  readonly pause?: UploadPause | undefined
  readonly signal?: AbortSignal | undefined
}

/** Bytes of the next part, when this one took so many milliseconds. */
export const nextPartBytes = (bytes: number, ms: number): number =>
  Math.round(Math.min(largest, Math.max(smallest, (bytes * partMs) / Math.max(1, ms))))

/** The uploads of this account that are not finished. */
export const askUnfinished = () => api.get(path, { schema: unfinishedUploads, quiet: true })

/** Deletes an unfinished upload with its received bytes. */
export const giveUp = (id: string) => tus({ method: 'DELETE', path: `${path}/${id}` })

type TusRequest = Pick<BodyRequest, 'method' | 'path' | 'headers' | 'body' | 'onProgress' | 'signal'>

async function tus(asked: TusRequest): Promise<XMLHttpRequest> {
  const token = session()?.token ?? ''
  const headers = { 'Tus-Resumable': '1.0.0', ...asked.headers }
  const answer = await sendBody({ ...asked, headers, token, stall })
  if (answer.status < 200 || answer.status > 299) throw faultOf(answer)
  return answer
}

const base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

async function begin({ name, size, lastModified }: File, signal: AbortSignal | undefined): Promise<string> {
  const answer = await tus({
    method: 'POST',
    path,
    signal,
    headers: {
      'Upload-Length': String(size),
      'Upload-Metadata': `filename ${base64(name)},modified ${base64(String(lastModified))}`,
    },
  })
  return (answer.getResponseHeader('Location') ?? '').split('/').at(-1) ?? ''
}

/** Unfinished upload of the same file from an earlier attempt, also from before a reload. */
const earlier = (all: readonly UnfinishedUpload[], { name, size, lastModified }: File) =>
  all.find((one) => one.name === name && one.bytes === size && one.modified === lastModified)

/** Whether the same request may go through later: no answer, too many requests, a part that came damaged. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status === 429 ||
    error.status === errors.checksum.status ||
    (error.status >= 502 && error.status <= 504))

const isMisplaced = (error: unknown): boolean => error instanceof ApiError && error.code === errors.stale.code

/** Whether a part was stopped by a pause. */
const isHeld = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Waits, but not longer than until the line is back. */
function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      clearTimeout(timer)
      removeEventListener('online', over)
      signal?.removeEventListener('abort', over)
      done()
    }
    const timer = setTimeout(over, ms)
    addEventListener('online', over)
    signal?.addEventListener('abort', over)
  })
}

/**
 * Uploads a file in parts that go on where they stopped: after a line that broke, a pause, a reload of the
 * page with the same file chosen again, a restart of the server, a session that ended.
 * @throws ApiError; DOMException AbortError when `signal` aborts
 */
export async function uploadInParts(file: File, options: PartsOptions) {
  const { signal, onWaiting } = options
  let id: string | undefined
  let lastMove = Date.now()
  for (let failures = 0; ; failures += 1) {
    try {
      id ??= earlier(await askUnfinished(), file)?.id ?? (await begin(file, signal))
      await sendRest(file, id, options, () => {
        failures = 0
        lastMove = Date.now()
        onWaiting?.(false)
      })
      return await finished(id, signal)
    } catch (error) {
      if (signal?.aborted) return await ended(id, signal, error)
      if (isHeld(error) || isMisplaced(error)) continue
      if (isDead(error) && (await signedInAgain(error, { writes: true }))) continue
      if (!isPassing(error)) throw error
      if (Date.now() - lastMove > patience) throw kept(error)
      onWaiting?.(true)
      await waited(Math.min(longestPause, 500 * 2 ** failures), signal)
    }
  }
}

const kept = (error: ApiError): ApiError =>
  new ApiError(
    error.status,
    error.code,
    `${sentenceOf(error).replace(/[；。]$/, '')}。已传的部分保留 7 天，重新选择同一个文件会接着传`,
  )

async function ended(id: string | undefined, signal: AbortSignal, error: unknown): Promise<never> {
  if (signal.reason === givenUp && id !== undefined) await giveUp(id).catch(() => undefined)
  throw error
}

/** Sends what the server has not stored yet, part by part; `moved` hears of each stored part. */
async function sendRest(
  file: File,
  id: string,
  { onProgress, pause, signal }: PartsOptions,
  moved: () => void,
): Promise<void> {
  const known = (await askUnfinished()).find((one) => one.id === id)
  // Finished already, where the answer was lost: the last call finds the file.
  let received = known?.received ?? file.size
  let partBytes = smallest
  while (received < file.size) {
    await pause?.released(signal)
    const start = received
    const end = Math.min(file.size, start + partBytes)
    onProgress?.(start / file.size)
    const began = performance.now()
    const part = pause?.during(signal)
    const answer = await tus({
      method: 'PATCH',
      path: `${path}/${id}`,
      headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(start) },
      body: file.slice(start, end),
      signal: part?.signal ?? signal,
      onProgress: (share) => onProgress?.((start + share * (end - start)) / file.size),
    }).finally(part?.over)
    received = Number(answer.getResponseHeader('Upload-Offset'))
    partBytes = nextPartBytes(end - start, performance.now() - began)
    moved()
  }
  onProgress?.(1)
}

/** Asks until the server has put the parts together. */
async function finished(id: string, signal: AbortSignal | undefined) {
  for (;;) {
    const { file } = await api.post(`${path}/${id}/file`, {
      schema: finishedUpload,
      quiet: true,
      ...(signal && { signal }),
    })
    if (file) return file
    await waited(1_000, signal)
  }
}
