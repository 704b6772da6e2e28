import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { factScope } from '../account/sign-on.ts'
import { dayText, page, paging } from '../envelope.ts'
import { address } from './sign-on-clients.ts'

/** What a system may hear of when it happens. */
export const rosterEvents = {
  'teacher.joined': '教师进入',
  'teacher.left': '教师离开',
  'teacher.moved': '教师调动',
  'teacher.changed': '教师资料变更',
  'institution.changed': '机构变更',
} as const
export type RosterEvent = keyof typeof rosterEvents
export const rosterEvent = z.enum(
  Object.keys(rosterEvents) as [RosterEvent, ...RosterEvent[]],
  '没有这种变更',
)

export const rosterLimits = {
  /** Attempts after which an event is given up. */
  attempts: 8,
  /** Days for which the ledger is kept. */
  keptDays: 30,
  /** Hours for which a secret still signs after it was replaced. */
  oldSecretHours: 24,
} as const

const day = dayText('日期应形如 2027-08-31')
const version = z.int().optional()

export const appNumber = z.object({ app: z.string().max(10) })

/**
 * PUT /api/v1/roster/:app/feed: the agreement by which an app reads the roster. Without `version` where there
 * is none.
 */
export const feedBody = z.strictObject({
  place: z.int('请选择范围').min(1, '请选择范围').max(2_147_483_647, '没有该单位'),
  /** Facts beside name and institution, which a roster always has. */
  facts: z.array(factScope).max(10),
  agreement: z
    .string({ error: '请写明依据' })
    .trim()
    .min(4, '请写明依据：协议名称或文号，不少于 4 个字')
    .max(100, '依据不超过 100 个字')
    .refine(isStorable, '含有不能保存的字符'),
  until: day,
  enabled: z.boolean(),
  version,
})
export type FeedBody = z.infer<typeof feedBody>

/** PUT /api/v1/roster/:app/hook. */
export const hookBody = z.strictObject({
  url: address,
  events: z
    .array(rosterEvent)
    .min(1, '请至少选一种变更')
    .transform((events) => [...new Set(events)]),
  enabled: z.boolean(),
  version,
})
export type HookBody = z.infer<typeof hookBody>

export const rosterFeed = feedBody.extend({
  version: z.int(),
  placeName: z.string(),
  /** People of whom the app was told. */
  people: z.int(),
})
export const rosterHook = hookBody.extend({
  events: z.array(rosterEvent),
  version: z.int(),
  /** When the last event arrived. */
  lastOkAt: z.string().nullable(),
  /** Events on their way, and since when the oldest of them is. */
  waiting: z.int(),
  waitingSince: z.string().nullable(),
  dead: z.int(),
  failures: z.int(),
  pausedUntil: z.string().nullable(),
  /** Until when the secret before this one signs, too. */
  oldUntil: z.string().nullable(),
})
export type RosterHook = z.infer<typeof rosterHook>

/** One app with what it is told. */
export const rosterApp = z.object({
  app: z.string(),
  name: z.string(),
  appEnabled: z.boolean(),
  feed: rosterFeed.nullable(),
  hook: rosterHook.nullable(),
  /** When the app last read the roster. */
  lastReadAt: z.string().nullable(),
})
export type RosterApp = z.infer<typeof rosterApp>
/** GET /api/v1/roster */
export const rosterApps = z.array(rosterApp)

/** A secret, shown this once; null where one is there already. */
export const hookKept = z.object({ app: rosterApp, secret: z.string().nullable() })
export const hookSecret = z.object({ secret: z.string() })

/** POST /api/v1/roster/:app/try: sends an invented change; answers what the system said. */
export const tryBody = z.strictObject({ event: rosterEvent })
export const tried = z.object({
  ok: z.boolean(),
  status: z.int().nullable(),
  ms: z.int(),
  /** What was sent. */
  sent: z.string(),
  /** The beginning of what came back, or why nothing did. */
  said: z.string(),
})
export type RosterTrial = z.infer<typeof tried>

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const
export const rosterDelivery = z.object({
  id: z.string(),
  event: rosterEvent,
  eventId: z.string(),
  subject: z.string(),
  no: z.int(),
  at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  readyAt: z.string(),
  status: z.int().nullable(),
  reason: z.string().nullable(),
  ms: z.int().nullable(),
  endedAt: z.string().nullable(),
})
export type RosterDelivery = z.infer<typeof rosterDelivery>
/** GET /api/v1/roster/:app/deliveries: newest first. */
export const deliveryQuery = z.strictObject({
  ...paging,
  state: z.enum(deliveryStates, '没有这种状态').optional(),
})
export const deliveryPage = page(rosterDelivery)

/** POST /api/v1/roster/:app/deliveries/again: one event once more, or all that were given up. */
export const againBody = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,18}$/, '没有这一条')
    .optional(),
})
export const againDone = z.object({ count: z.int() })
