import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { isShownByBrowser } from '../../../catalogue/kinds/file-types.ts'

/** What is sent: a file, or the PDF made of it. */
export interface SentFile {
  readonly name: string
  readonly mime: string
  readonly bytes: number
  readonly caching?: string
  /** Names these bytes, so that a sender goes on with a part only where the file is the same. */
  readonly etag?: string
  /** Whether pages of another host may play it: a cache hands recordings out under its own name. */
  readonly elsewhere?: boolean
  readonly read: (part?: { start: number; end: number }) => Promise<Readable>
}

/**
 * The part of a file that `Range` asks for; undefined: all of it, null: none that there is. One part is all
 * that players ask for.
 */
export function partOf(
  range: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '')
  const [, from = '', to = ''] = asked ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return start > end || start >= bytes ? null : { start, end }
}

/**
 * The range that counts: one that was asked for another state of the file (`If-Range`) does not, so the whole
 * file is sent (RFC 9110, 13.1.5).
 */
export const rangeFor = (
  { range, 'if-range': known }: Readonly<Record<string, string | string[] | undefined>>,
  etag: string,
): string | undefined =>
  typeof range === 'string' && (known === undefined || known === etag) ? range : undefined

/**
 * Sends a file as what it is: never sniffed, never framed, never run. The bytes are asked for first: a
 * storage that is away is answered in words, and one that breaks off ends the line.
 */
export async function sendFile(
  reply: FastifyReply,
  file: SentFile,
  how: 'inline' | 'attachment',
  range: string | undefined,
) {
  const part = partOf(range, file.bytes)
  const body = part === null ? null : await file.read(part)
  const disposition = how === 'inline' && isShownByBrowser(file.mime) ? 'inline' : 'attachment'
  void reply
    .header('content-type', file.mime)
    .header('accept-ranges', 'bytes')
    .header('content-disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', file.caching ?? 'private, max-age=300')
    .header('cross-origin-resource-policy', file.elsewhere ? 'cross-origin' : 'same-origin')
  if (file.etag !== undefined) void reply.header('etag', file.etag)
  if (part === null) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send('')
  if (part === undefined) return reply.header('content-length', file.bytes).send(body)
  return reply
    .code(206)
    .header('content-length', part.end - part.start + 1)
    .header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
    .send(body)
}
