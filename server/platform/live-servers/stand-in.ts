import { Readable } from 'node:stream'
import { z } from 'zod'
import type { LiveSettings } from '../config/live.ts'
import {
  applicationOf,
  newKey,
  typedKey,
  type LiveProvider,
  type KeptRecord,
  type ServerCall,
} from './provider.ts'

/** Seconds of one segment, and how many a playlist names. */
const segmentSeconds = 2
const named = 3

interface StandInStream {
  /** Milliseconds of the stand-in's clock. */
  readonly since: number
}
interface StandInRecording {
  readonly startedAt: Date
  readonly seconds: number
  readonly bytes: Buffer
  /** Milliseconds of the stand-in's clock from which it is listed. */
  readonly from: number
}

/** A live server in this process, for tests and for the demo region: nothing is sent, everything is said. */
export interface StandIn extends LiveProvider {
  /** An encoder begins to send. Whether its key is right is the portal's to say. */
  publish(path: string): void
  /** The signal is lost, or the encoder stops. */
  lose(path: string): void
  /** A recording that is listed so many milliseconds from now. */
  record(path: string, recording: Omit<StandInRecording, 'from'> & { readonly lateMs?: number }): void
  /** The playlist as it stands now; null without a signal. It moves on by a segment every two seconds. */
  playlist(path: string): string | null
}

/** What a test or a journey sends in place of a server. */
const call = z.object({
  action: z.enum(['publish', 'play', 'stopped', 'recorded']),
  path: z.string().max(60),
  key: z.string().max(100).default(''),
  /** Of a recording: when it began, how long it is, its bytes, and how much later it is listed. */
  startedAt: z.iso.datetime().optional(),
  seconds: z.number().positive().optional(),
  bytes: z.base64().optional(),
  lateMs: z.number().int().min(0).default(0),
})

/**
 * Makes a stand-in.
 * @param now milliseconds; a test's own clock
 */
export function standIn(
  { pushUrl, playUrl }: Pick<LiveSettings, 'pushUrl' | 'playUrl'>,
  now: () => number = Date.now,
): StandIn {
  const sending = new Map<string, StandInStream>()
  const kept = new Map<string, StandInRecording[]>()
  const app = applicationOf(pushUrl)
  return {
    name: 'stand-in',
    can: { push: true, record: true, count: true },
    open: async ({ path }) => ({
      pushUrl,
      pushKey: typedKey(path, newKey()),
      playUrl: `${playUrl}/${app}/${path}.m3u8`,
    }),
    signal: async ({ path }) => {
      const stream = sending.get(path)
      return stream
        ? { on: true, since: new Date(stream.since), kbps: 1_180, size: { width: 1280, height: 720 } }
        : { on: false, since: null, kbps: null, size: null }
    },
    recordings: async ({ path }) =>
      (kept.get(path) ?? [])
        .filter(({ from }) => from <= now())
        .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
        .map(({ startedAt, seconds, bytes }): KeptRecord => {
          const name = startedAt.toISOString()
          return { name, startedAt, seconds, read: async () => Readable.from([bytes]) }
        }),
    close: async ({ path }) => void sending.delete(path),
    read: callOf,
    verdict: (agreed) => ({ status: agreed ? 200 : 401, body: {} }),
    carryOut(body) {
      const { action, path, startedAt, seconds, bytes, lateMs } = call.parse(body)
      if (action === 'publish') this.publish(path)
      if (action === 'stopped') this.lose(path)
      if (action === 'recorded' && startedAt !== undefined && seconds !== undefined && bytes !== undefined)
        this.record(path, {
          startedAt: new Date(startedAt),
          seconds,
          bytes: Buffer.from(bytes, 'base64'),
          lateMs,
        })
    },
    publish: (path) => void sending.set(path, { since: now() }),
    lose: (path) => void sending.delete(path),
    record: (path, { lateMs = 0, ...recording }) =>
      void kept.set(path, [...(kept.get(path) ?? []), { ...recording, from: now() + lateMs }]),
    playlist: (path) => {
      const stream = sending.get(path)
      return stream ? playlistAt(Math.floor((now() - stream.since) / 1_000 / segmentSeconds)) : null
    },
  }
}

function callOf(body: unknown): ServerCall | null {
  const read = call.safeParse(body)
  if (!read.success) return null
  const { action, path, key } = read.data
  if (action === 'publish') return { kind: 'publish', path, key }
  if (action === 'play') return { kind: 'play', path, ticket: key }
  return action === 'stopped' ? { kind: 'stopped', path } : { kind: 'recorded', path, file: key }
}

/** A playlist of HLS whose last segment has this number (RFC 8216). */
const playlistAt = (last: number): string => {
  const first = Math.max(0, last - named + 1)
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${segmentSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...numbers.flatMap((number) => [`#EXTINF:${segmentSeconds}.0,`, `segment-${number}.ts`]),
    '',
  ].join('\n')
}
