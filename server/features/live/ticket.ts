import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../../platform/crypto/keys.ts'
import { keyWithin, ticketParameter, typedKey } from '../../platform/live-servers/index.ts'

type Macs = Pick<Keys, 'mac'>

const hour = 3_600_000

const same = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

const macOf = (keys: Macs, path: string, until: number): string =>
  keys.mac('live.play', `${path} ${until}`).toString('base64url').slice(0, 32)

/**
 * The playlist with a ticket. It is the same for everybody for an hour and is good for one to two hours: a
 * ticket for each viewer would defeat every cache between him and the server.
 * @returns the address, and when its ticket ends (milliseconds)
 */
export function ticketed(keys: Macs, room: { readonly path: string; readonly playUrl: string }, now: number) {
  const until = (Math.floor(now / hour) + 2) * hour
  const ticket = `${until}.${macOf(keys, room.path, until)}`
  return { url: `${room.playUrl}?${ticketParameter}=${ticket}`, until }
}

/** Whether a ticket is one for this stream and has not ended. */
export function isTicket(keys: Macs, path: string, ticket: string, now: number): boolean {
  const [until = '', mac = ''] = ticket.split('.')
  if (!/^\d{13}$/.test(until) || Number(until) < now) return false
  return same(Buffer.from(mac), Buffer.from(macOf(keys, path, Number(until))))
}

/** What is kept of a key: from it nobody can send. */
export const keyHash = (keys: Macs, key: string): Buffer => keys.mac('live.key', key)

export const isKey = (keys: Macs, key: string, hash: Buffer): boolean => same(keyHash(keys, key), hash)

/** Seconds for which the key of a trial is good. */
const trialSeconds = 3_600

/** The stream of a trial, whose name says when it began. */
export const trialPath = (now: number, drawn: string): string => `trial-${Math.floor(now / 1_000)}-${drawn}`

/** The key of a trial follows from its stream: nothing of it is kept. */
export const trialKey = (keys: Macs, path: string): string =>
  typedKey(path, keys.mac('live.trial', path).toString('base64url').slice(0, 24))

/** Whether a stream is one of a trial that is still on. */
export function isTrial(path: string, now: number): boolean {
  const began = Number(/^trial-(\d{10})-[a-z0-9]{8}$/.exec(path)?.[1] ?? Number.NaN)
  return now / 1_000 - began < trialSeconds
}

export const isTrialKey = (keys: Macs, path: string, key: string): boolean =>
  same(Buffer.from(keyWithin(trialKey(keys, path))), Buffer.from(key))
