import { z } from 'zod'
import { livePhases } from '../../live/phase.ts'
import { page, paging } from '../envelope.ts'
import { contentId } from '../portal/portal.ts'

/** GET /api/v1/lives/{id}: one broadcast as whoever is signed in sees it. */
export const liveAsked = z.object({ id: contentId })

export const liveWays = ['push', 'link', 'relay'] as const

export const liveView = z.object({
  id: z.number().int(),
  title: z.string(),
  lecturer: z.string(),
  org: z.string(),
  /** 'YYYY-MM-DDTHH:MM', Asia/Shanghai. */
  startTime: z.string(),
  endTime: z.string(),
  way: z.enum(liveWays),
  phase: z.enum(livePhases),
  /** Where a link or a relay leads, while it can be watched; of a host that the portal leads to. */
  address: z.string().nullable(),
  /** The playlist with its ticket, while pictures come; null otherwise. */
  playUrl: z.string().nullable(),
  /** Milliseconds since 1970 at which the ticket ends. */
  playUntil: z.number().nullable(),
  /** The caller conducts it: the lecturer who asked for it, or the office that publishes it. */
  host: z.boolean(),
  /** Of a host: whether there is a room, and what the portal knows of it. */
  room: z
    .object({
      openedAt: z.string(),
      askedAt: z.string().nullable(),
      kbps: z.number().nullable(),
      size: z.string().nullable(),
      fault: z.string().nullable(),
    })
    .nullable(),
  /** Whether this installation has a live server. */
  served: z.boolean(),
  /** People who watched; of a host. */
  viewers: z.number().int().nullable(),
  /** What the caller has been credited: seconds of the time on air. */
  own: z.object({ seconds: z.number(), ofSeconds: z.number(), percent: z.number(), present: z.boolean() }),
})
export type LiveView = z.output<typeof liveView>

/** GET /api/v1/lives: broadcasts with a room of this portal that the caller conducts, the newest first. */
export const conductedAsked = z.strictObject({ ...paging })
export const conductedLives = page(
  liveView
    .pick({ id: true, title: true, lecturer: true, startTime: true, endTime: true, phase: true })
    .extend({ opened: z.boolean(), viewers: z.number().int() }),
)
export type ConductedLives = z.output<typeof conductedLives>

/** POST /api/v1/lives/{id}/room and .../key: shown once. */
export const pushAccess = z.object({ pushUrl: z.string(), pushKey: z.string() })
export type PushAccess = z.output<typeof pushAccess>

/** GET /api/v1/lives/{id}/checks: what a lecturer looks at before it begins. */
export const liveChecks = z.array(
  z.object({
    key: z.enum(['server', 'signal', 'picture', 'sound', 'upload']),
    state: z.enum(['fine', 'bad', 'unknown']),
    /** What was found, and what to do where it is bad. */
    words: z.string(),
  }),
)
export type LiveChecks = z.output<typeof liveChecks>

/** POST /api/v1/lives/{id}/beat: the player plays. */
export const liveBeat = z.strictObject({
  /** A number that the page made; two pages of one person are two devices. */
  device: z.string().regex(/^[\w-]{8,40}$/, '设备编号应为 8 到 40 个字母和数字'),
})
export const liveBeatHeard = z.object({
  phase: z.enum(livePhases),
  /** Milliseconds until the next beat. */
  nextMs: z.number().int(),
})

/** GET /api/v1/lives/{id}/attendance: who was there, for the host. */
export const liveAttendance = z.object({
  ofSeconds: z.number().int(),
  list: z.array(
    z.object({
      name: z.string(),
      school: z.string(),
      seconds: z.number().int(),
      percent: z.number(),
      present: z.boolean(),
    }),
  ),
  more: z.boolean(),
})
export type LiveAttendance = z.output<typeof liveAttendance>

/** GET /api/v1/liveServer: the live server of this installation, for whoever runs it. */
export const liveServer = z.object({
  provider: z.string().nullable(),
  settings: z.array(z.object({ name: z.string(), value: z.string() })),
  hook: z.string().nullable(),
  rooms: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      askedAt: z.string().nullable(),
      heardAt: z.string().nullable(),
      fault: z.string().nullable(),
    }),
  ),
})
export type LiveServer = z.output<typeof liveServer>

/** POST /api/v1/liveServer/trial: a room for a trial, whose key is good for an hour. */
export const liveTrial = pushAccess.extend({ path: z.string() })
export type LiveTrial = z.output<typeof liveTrial>

/** GET /api/v1/liveServer/trial/{path}: how far the trial came. */
export const trialAsked = z.object({
  path: z.string().regex(/^trial-\d{10}-[a-z0-9]{8}$/, '没有这个测试'),
})
export const trialSteps = z.array(
  z.object({
    key: z.enum(['room', 'signal', 'playing', 'recording']),
    state: z.enum(['done', 'waiting', 'failed']),
    words: z.string(),
  }),
)
export type TrialSteps = z.output<typeof trialSteps>

/** POST /live-hook/{provider}: a call of the live server. */
export const hookAsked = z.object({ provider: z.enum(['srs', 'mediamtx', 'stand-in']) })
export const hookSecret = z.object({ secret: z.string().max(300).default('') })
