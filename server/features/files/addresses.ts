import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'

/** Seconds an address of a file works. */
export const addressSeconds = 300

/** How an address hands a file out; `pdf`: the PDF that is made of it; `small`: a small copy of a picture. */
export const mode = z.enum(['preview', 'download', 'pdf', 'small'])
export type Mode = z.infer<typeof mode>

export const signature = (keys: Keys, id: string, until: number, how: Mode): string =>
  keys.mac('file', `${id}|${until}|${how}`).toString('base64url')

const signed = (keys: Keys, id: string, how: Mode, until: number) =>
  `/files/${id}?mode=${how}&until=${until}&sign=${signature(keys, id, until, how)}`
const now = () => Math.floor(Date.now() / 1000)

/** An address of a file for the next minutes. */
export const addressOf = (keys: Keys, id: string, how: Mode): string =>
  signed(keys, id, how, now() + addressSeconds)

/**
 * Where a person's photo can be fetched for a day, as long as a session and its successor live; empty for
 * none.
 */
export const photoAddress = (keys: Keys, id: string | null): string =>
  id === null ? '' : signed(keys, id, 'preview', now() + 24 * 3600)

/**
 * An address of a published file that anybody may use until the end of tomorrow; the same all day long, so
 * that a browser keeps what it has.
 */
export const publicAddress = (keys: Keys, id: string, how: Mode): string =>
  signed(keys, id, how, (Math.floor(Date.now() / 86_400_000) + 2) * 86_400)

/**
 * Where a published recording is played: at the cache of recordings, if there is one, under the address that it
 * has here (docs/decisions/0286).
 * @param cache origin of the cache; undefined for none
 */
export const filmAddress = (keys: Keys, cache: string | undefined, id: string): string =>
  `${cache ?? ''}${publicAddress(keys, id, 'preview')}`
