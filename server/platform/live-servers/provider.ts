import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** One stream at a live server. Its name has lower-case letters, digits and hyphens only. */
export interface Stream {
  readonly path: string
}

/** What an encoder is given, and what viewers fetch. */
export interface PushAccess {
  /** The field 服务器 of an encoder. */
  readonly pushUrl: string
  /** The field 串流密钥 of an encoder: path and key. It is shown once. */
  readonly pushKey: string
  /** The playlist (HLS), without a ticket. */
  readonly playUrl: string
}

/** Whether pictures arrive, and which. */
export interface Signal {
  readonly on: boolean
  /** Since when, where the server says so. */
  readonly since: Date | null
  readonly kbps: number | null
  readonly size: { readonly width: number; readonly height: number } | null
}

/** One unbroken recording of a stream. */
export interface KeptRecord {
  /** The same for one recording, however often it is listed. */
  readonly name: string
  readonly startedAt: Date
  /** null where the server does not say. */
  readonly seconds: number | null
  read(): Promise<Readable>
}

/** What a server asks or says by a call to the portal. `other` is answered and has no effect. */
export type ServerCall =
  | { readonly kind: 'publish'; readonly path: string; readonly key: string }
  | { readonly kind: 'play'; readonly path: string; readonly ticket: string }
  | { readonly kind: 'stopped'; readonly path: string }
  | { readonly kind: 'recorded'; readonly path: string; readonly file: string }
  | { readonly kind: 'own' }
  | { readonly kind: 'other' }

export type ProviderName = 'srs' | 'mediamtx' | 'stand-in' | 'link' | 'relay'

/**
 * A way by which a broadcast reaches its viewers (docs/decisions/0244). Every function rejects with
 * LiveServerError, whose sentence is for the host, when the server does not answer as it should.
 */
export interface LiveProvider {
  readonly name: ProviderName
  /** What it can: take a stream, record it, and count its viewers. */
  readonly can: { readonly push: boolean; readonly record: boolean; readonly count: boolean }
  /** Prepares a stream and makes a new key for it, which holds once the portal keeps it. Nobody is cut off. */
  open(stream: Stream): Promise<PushAccess>
  signal(stream: Stream): Promise<Signal>
  /**
   * Recordings that are finished, in the order in which they began.
   * @param files names that the server told by its calls, for servers that have no list
   */
  recordings(stream: Stream, files: readonly string[]): Promise<readonly KeptRecord[]>
  /** Cuts off whoever sends; he is asked for the key when he comes again. */
  close(stream: Stream): Promise<void>
  /** Reads the body of a call of this server; null for a body that is none. */
  read(body: unknown): ServerCall | null
  /** The body and status by which the server learns that its call is agreed to or refused. */
  verdict(agreed: boolean): { readonly status: number; readonly body: object }
  /** What happens once a call was agreed to; of the stand-in alone, for real servers do it themselves. */
  readonly carryOut?: (body: unknown) => void
}

/** The live server refused or did not answer; the message is a Chinese sentence. */
export class LiveServerError extends Error {
  override name = 'LiveServerError'
}

/** A key of 144 random bits, fit for an address. */
export const newKey = (): string => randomBytes(18).toString('base64url')

/** The parameter of a stream's address that carries its key. */
export const keyParameter = 'key'
/** The parameter of a playlist's address that carries its ticket. */
export const ticketParameter = 'ticket'

/** What an encoder types as 串流密钥. */
export const typedKey = (path: string, key: string): string => `${path}?${keyParameter}=${key}`

/** The key within what `typedKey` made. */
export const keyWithin = (pushKey: string): string =>
  new URLSearchParams(pushKey.slice(pushKey.indexOf('?') + 1)).get(keyParameter) ?? ''

/** The application of a push address: `live` of rtmp://host/live. */
export const applicationOf = (pushUrl: string): string => new URL(pushUrl).pathname.replace(/^\//, '')

/** The name of a stream below its application; null for another application or another form. */
export function pathWithin(application: string, whole: string): string | null {
  const [first, path, ...more] = whole.replace(/^\//, '').split('/')
  return first === application && path !== undefined && more.length === 0 && /^[a-z0-9-]{1,60}$/.test(path)
    ? path
    : null
}
