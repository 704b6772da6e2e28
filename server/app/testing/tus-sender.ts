import { createHash } from 'node:crypto'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer of the portal; status 0 where the line broke before one came. */
interface TusAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const broken: TusAnswer = { status: 0, headers: {}, body: '' }

interface TusRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** The line breaks after so many bytes of the body. */
  readonly breakAfter?: number
}

/** A line to the portal of somebody who is signed in. */
export interface TusLine {
  /** http://host:port; it may change while the portal is started again. */
  readonly url: () => string
  readonly token: string
}

async function answerIn(response: IncomingMessage): Promise<TusAnswer> {
  const content = await buffer(response).catch(() => null)
  if (content === null) return broken
  return { status: response.statusCode ?? 0, headers: response.headers, body: content.toString() }
}

/** One request over a line that may break. */
export function send({ url, token }: TusLine, what: TusRequest): Promise<TusAnswer> {
  const { method, path, headers, body, breakAfter } = what
  return new Promise((done) => {
    const request = ask(url() + path, {
      method,
      headers: {
        'tus-resumable': '1.0.0',
        token,
        ...headers,
        ...(body && { 'content-length': String(body.length) }),
      },
      agent: false,
    })
    request.on('error', () => done(broken))
    request.on('response', (response) => done(answerIn(response)))
    if (!body || breakAfter === undefined) return void request.end(body)
    request.write(body.subarray(0, breakAfter), () => setTimeout(() => request.destroy(), 20))
  })
}

/** What is sent: so many bytes, made when they are wanted. */
export interface SentContent {
  readonly name: string
  readonly bytes: number
  readonly slice: (start: number, end: number) => Uint8Array
}

const digestOf = (body: Uint8Array) => createHash('sha256').update(body).digest('base64')
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Begins an upload; answers its path. Throws where the portal refuses it. */
export async function begin(line: TusLine, { name, bytes }: SentContent): Promise<string> {
  const { status, headers, body } = await send(line, {
    method: 'POST',
    path: '/api/v1/tus',
    headers: { 'upload-length': String(bytes), 'upload-metadata': `filename ${base64(name)}` },
  })
  if (status !== 201) throw new Error(`not begun: ${status} ${body}`)
  return String(headers.location)
}

/** How a line behaves: where it breaks in the part that begins here, and what happens before it. */
export interface Mishaps {
  readonly partBytes: number
  readonly withChecksum?: boolean
  /** Bytes of the part after which the line breaks; undefined where it holds. */
  readonly breakAt?: (start: number) => number | undefined
  readonly before?: (start: number) => Promise<void>
}

/**
 * Sends a content from where the portal says it stands, as often as it takes, and finishes it. Answers the
 * last answer and how often the portal was asked where to go on.
 */
export async function sendAll(line: TusLine, path: string, content: SentContent, mishaps: Mishaps) {
  let resumed = 0
  let at = 0
  while (at < content.bytes) {
    await mishaps.before?.(at)
    const body = content.slice(at, Math.min(content.bytes, at + mishaps.partBytes))
    const breakAfter = mishaps.breakAt?.(at)
    const { status, headers } = await send(line, {
      method: 'PATCH',
      path,
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(at),
        ...(mishaps.withChecksum && { 'upload-checksum': `sha256 ${digestOf(body)}` }),
      },
      body,
      ...(breakAfter !== undefined && { breakAfter: Math.min(breakAfter, body.length - 1) }),
    })
    if (status === 204) {
      at = Number(headers['upload-offset'])
      continue
    }
    at = await resumedAt(line, path)
    resumed += 1
  }
  return { resumed, ...(await finish(line, path)) }
}

/** Where to go on; asks again while the portal is away. */
async function resumedAt(line: TusLine, path: string): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, headers } = await send(line, { method: 'HEAD', path })
    if (status === 200) return Number(headers['upload-offset'])
    if (status >= 400 && status < 500) throw new Error(`the upload is gone: ${status}`)
    await pause(50)
  }
  throw new Error('the portal did not come back')
}

/** The file that became of a whole upload. */
export async function finish(line: TusLine, path: string) {
  for (;;) {
    const { status, body } = await send(line, { method: 'POST', path: `${path}/file` })
    const answer = JSON.parse(body) as {
      msg: string
      data: { file?: { id: string; name: string; mime: string; bytes: number } | null } | null
    }
    if (status !== 200 || answer.data?.file)
      return { status, msg: answer.msg, file: answer.data?.file ?? null }
    await pause(100)
  }
}
