import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { z } from 'zod'
import { LiveServerError } from './provider.ts'

/** Milliseconds in which a live server answers; a room is asked again ten seconds later. */
const patienceMs = 5_000

interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that are an answer: nothing is there. */
  readonly absent?: readonly number[]
}

async function ask(url: string, question: Question, signal?: AbortSignal): Promise<Response | null> {
  const { method = 'GET', headers = {}, absent = [] } = question
  const answer = await fetch(url, {
    method,
    headers,
    // A server that leads elsewhere is not the one that the operator named.
    redirect: 'error',
    ...(signal && { signal }),
  }).catch(() => null)
  if (answer === null) throw new LiveServerError('连不上直播服务器，请核对 LIVE_API，并看服务器是否在运行')
  if (absent.includes(answer.status)) return null
  if (answer.ok) return answer
  throw new LiveServerError(
    answer.status === 401 || answer.status === 403
      ? '直播服务器不允许本平台访问它的接口，请核对它的设置'
      : `直播服务器答复了错误（${answer.status}）`,
  )
}

/** Asks for JSON of a shape. Returns null where `absent` says that nothing is there. Rejects with LiveServerError. */
export async function askJson<T extends z.ZodType>(
  url: string,
  shape: T,
  question: Question = {},
): Promise<z.output<T> | null> {
  const answer = await ask(url, question, AbortSignal.timeout(patienceMs))
  if (answer === null) return null
  const read = shape.safeParse(await answer.json().catch(() => null))
  if (read.success) return read.data
  throw new LiveServerError('直播服务器的答复读不懂，请核对 LIVE_PROVIDER 和服务器的版本')
}

/** Asks for an act whose answer has nothing to read. */
export async function askAct(url: string, question: Question): Promise<void> {
  await (await ask(url, question, AbortSignal.timeout(patienceMs)))?.body?.cancel()
}

/** Whether something lies at an address. */
export async function isThere(url: string): Promise<boolean> {
  const answer = await ask(url, { absent: [404] }, AbortSignal.timeout(patienceMs))
  await answer?.body?.cancel()
  return answer !== null
}

/** The bytes at an address as they come; a recording takes longer than any answer of the API. */
export async function askBytes(url: string, question: Question = {}): Promise<Readable> {
  const answer = await ask(url, question)
  if (!answer?.body) throw new LiveServerError('直播服务器没有给出录像')
  return Readable.fromWeb(answer.body as ReadableStream<Uint8Array>)
}
