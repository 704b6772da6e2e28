import { z } from 'zod'
import { livePhases } from '../../live/phase.ts'
import { filledText, page, paging, typedText } from '../envelope.ts'
import { contentId } from '../portal/portal.ts'

/** GET /api/v1/lives/{id}: one broadcast as whoever is signed in sees it. */
export const liveAsked = z.object({ id: contentId })

/** A recording that the portal took over from the live server. */
export const liveRecord = z.object({
  no: z.number().int(),
  startedAt: z.string(),
  seconds: z.number().int(),
  /** An address of the film, good for a day or two. */
  url: z.string(),
  /** The resource drafted of it, where it is the caller's. */
  draftId: z.number().int().nullable(),
})
export type LiveRecord = z.output<typeof liveRecord>

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
  /** Where a link, a relay or a recording elsewhere leads, while it can be watched; of a listed host. */
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
      /** What was wrong when recordings were looked for. */
      lookFault: z.string().nullable(),
    })
    .nullable(),
  /** Recordings in their order: of a host, and of everybody once they are shown as the replay. */
  records: z.array(liveRecord),
  /** Captions of the recordings (WebVTT), where the announcement has them. */
  captions: z.string().nullable(),
  /** Whether the recordings are shown to whoever may see the broadcast. */
  released: z.boolean(),
  /** Whether the caller's time is counted: a teacher who does not conduct it. */
  counted: z.boolean(),
  /** Whether people may talk beside it. */
  chat: z.boolean(),
  /** Whether this installation has a live server. */
  served: z.boolean(),
  /** People who watched while it was on, and who watched the replay; of a host. */
  viewers: z.object({ live: z.number().int(), replay: z.number().int() }).nullable(),
  /** What the caller has been credited: seconds of the time on air. */
  own: z.object({ seconds: z.number(), ofSeconds: z.number(), percent: z.number(), present: z.boolean() }),
})
export type LiveView = z.output<typeof liveView>

/** GET /api/v1/lives: broadcasts that the caller conducts, the newest first. */
export const conductedAsked = z.strictObject({ ...paging })
export const conductedLives = page(
  liveView
    .pick({ id: true, title: true, lecturer: true, startTime: true, endTime: true, phase: true, way: true })
    .extend({ opened: z.boolean(), viewers: z.number().int(), replayViewers: z.number().int() }),
)
export type ConductedLives = z.output<typeof conductedLives>

/** PUT /api/v1/lives/{id}/replay: shows the recordings, or takes them back. */
export const liveReleased = z.strictObject({ on: z.boolean() })

/** POST /api/v1/lives/{id}/records/{no}/lesson: makes a lesson of a course of it. */
export const liveRecordAsked = liveAsked.extend({ no: z.coerce.number().int().min(1).max(10_000) })
export const liveLesson = z.strictObject({
  courseId: z.int('请选择课程').positive(),
  title: filledText('课时名称', 100),
})

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

const participant = z.strictObject({
  name: filledText('姓名', 60),
  unit: typedText('单位', 100).default(''),
  /** As the meeting says it: minutes, or hours, minutes and seconds. */
  time: filledText('时长', 20),
})
/** Rows of one list; a large meeting has so many. */
export const mostListed = 3_000
/** POST /api/v1/lives/{id}/listed: the list of a meeting, in place of the one before. */
export const liveListed = z.strictObject({
  rows: z.array(participant).min(1, '名单里没有人').max(mostListed, `一次最多 ${mostListed} 行`),
})
/** PUT /api/v1/lives/{id}/listed/{no}: who a line is; null for nobody here. */
export const listedLine = liveAsked.extend({
  no: z.coerce.number('行号应为数字').int().min(1).max(mostListed),
})
export const listedPerson = z.strictObject({ teacherId: z.int().positive().nullable() })

/** A line of a meeting's list of which it is not known who it is. */
const doubt = z.object({
  no: z.number().int(),
  name: z.string(),
  unit: z.string(),
  seconds: z.number().int(),
  candidates: z.array(z.object({ teacherId: z.number().int(), school: z.string() })),
})
export type LiveDoubt = z.output<typeof doubt>

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
  /** Of a broadcast that was held elsewhere: lines of its list that name nobody, or several. */
  doubts: z.array(doubt),
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
