import { z } from 'zod'

const count = z.int().min(0)

/** Something an administrator has to look at; it goes when its cause is gone. */
export const concern = z.object({
  key: z.string(),
  /** `wrong`: it does not work; `waits`: a person waits. */
  tone: z.enum(['wrong', 'waits']),
  title: z.string(),
  note: z.string(),
  link: z.string().nullable(),
})
export type Concern = z.infer<typeof concern>

/** A kept job: what it did last and does next. `late`: it should have begun and has not. */
export const keptJob = z.object({
  name: z.string(),
  label: z.string(),
  state: z.enum(['running', 'scheduled', 'late']),
  doneAt: z.string().nullable(),
  nextAt: z.string().nullable(),
})
export type KeptJobState = z.infer<typeof keptJob>

/** A consumer of the outbox: how many events wait for it, and since when. */
export const consumerLag = z.object({ name: z.string(), waiting: count, lagSeconds: count })
export type ConsumerLag = z.infer<typeof consumerLag>

/** How a kind of delivery stands; `ready`: whether anything can be sent at all. */
export const delivery = z.object({
  channel: z.enum(['mail', 'sms']),
  ready: z.boolean(),
  waiting: count,
  failed: count,
})

/** Ways out of the portal and what it stands on, each of which somebody outside the portal has to set up. */
export const connectionKeys = ['sms', 'mail', 'storage', 'backup', 'domain'] as const
export const connectionKey = z.enum(connectionKeys, { error: '没有这一项' })
export type ConnectionKey = z.infer<typeof connectionKey>

export const connection = z.object({
  key: connectionKey,
  title: z.string(),
  /** `off`: nobody connected it; `faulty`: it does not work as it should. */
  state: z.enum(['on', 'off', 'faulty']),
  words: z.string(),
  /** What a test does, as the button's explanation; null where there is nothing to try. */
  test: z.string().nullable(),
})
export type Connection = z.infer<typeof connection>

/** POST /api/v1/overview/connections/{key}/test. */
export const connectionTried = z.object({ ok: z.boolean(), words: z.string() })

/** PUT /api/v1/overview/portal. */
export const portalSwitch = z.strictObject({ opened: z.boolean({ error: '请选择开通或关闭' }) })

/** PUT /api/v1/overview/steps/{key}. */
export const stepChoice = z.strictObject({ putOff: z.boolean({ error: '请选择暂缓或恢复' }) })

/** A step from an empty portal to a working region. */
export const beginningStep = z.object({
  key: z.string(),
  title: z.string(),
  note: z.string(),
  link: z.string(),
  done: z.boolean(),
  /** Whether an administrator may do without it for now. */
  mayWait: z.boolean(),
  /** An administrator does without it for now. */
  putOff: z.boolean(),
})
export type BeginningStep = z.infer<typeof beginningStep>

/** GET /api/v1/overview: the first screen of an administrator. */
export const overview = z.object({
  at: z.string(),
  /** 'YYYY-MM-DD': the day that is counted. */
  today: z.string(),
  concerns: z.array(concern),
  /** What is still to be done before the portal works for a region; null where it does. */
  beginning: z.array(beginningStep).nullable(),
  connections: z.array(connection),
  /** Whether visitors see the portal. */
  portalOpened: z.boolean(),
  signIns: z.object({ succeeded: count, people: count, failed: count, locked: count }),
  jobs: z.array(keptJob),
  consumers: z.array(consumerLag),
  deliveries: z.array(delivery),
  storage: z.object({ diskUsed: z.number(), diskTotal: z.number(), database: z.number() }),
  /**
   * When a backup was last made, and one last restored for a trial; `failed` where the newest run went wrong
   * or was broken off. Null where none was ever tried.
   */
  backup: z
    .object({ at: z.string().nullable(), verifiedAt: z.string().nullable(), failed: z.boolean() })
    .nullable(),
  audit: z.object({
    sealed: count,
    sealedAt: z.string().nullable(),
    pending: count,
    checkedAt: z.string().nullable(),
    faults: count,
  }),
  accountRequests: z.object({ waiting: count, oldestDays: count }),
  contents: z.array(z.object({ type: z.string(), title: z.string(), waiting: count, link: z.string() })),
})
export type Overview = z.infer<typeof overview>
