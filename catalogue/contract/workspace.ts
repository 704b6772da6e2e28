import { z } from 'zod'
import { states } from '../flows/review.ts'
import { dayText, page, uuid } from './envelope.ts'
import { routeStep } from './archive/records.ts'

/**
 * One message in the portal (userSystemMessage). `kind`: dictionary messageKind. `link` is a path of this
 * site.
 */
export const message = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  content: z.string(),
  link: z.string().nullable(),
  is_read: z.union([z.literal(0), z.literal(1)]),
  created_at: z.string(),
  /** Of a message whose sender asks for it: whether the reader has confirmed it. */
  confirm: z.enum(['asked', 'done']).nullable(),
})
export type Message = z.infer<typeof message>
export const messagePage = page(message)

/** Codes of what messages of one line are about: an event and a type of record. */
export const messageTopic = z.string().regex(/^[a-z]{1,20}\.[a-z]{1,20} [A-Za-z]{1,40}$/, '没有这一组消息')
const messageDay = dayText('日期应为 年-月-日')
/** The messages of one cause on one day. */
export const messageGroupOf = z.strictObject({ topic: messageTopic, day: messageDay })
export type MessageGroupOf = z.infer<typeof messageGroupOf>
/** A line of the grouped list: one message, or several of one cause on one day. */
export const messageGroup = z.object({
  key: z.string(),
  of: messageGroupOf.nullable(),
  title: z.string(),
  count: z.number().int(),
  unread: z.number().int(),
  created_at: z.string(),
  /** The message of a line that is no group. */
  message: message.nullable(),
})
export type MessageGroup = z.infer<typeof messageGroup>
export const messageGroups = page(messageGroup)
/** A message that a feature writes itself. Messages about records follow from events of the engine. */
export interface Notice {
  /** One identity, or everybody who acts for an institution in a role. */
  readonly to: { readonly identity: number } | { readonly institution: number; readonly role: number }
  /** Dictionary messageKind. */
  readonly kind: string
  readonly title: string
  readonly content: string
  /** A path of this site. */
  readonly link: string | null
  /** The person who caused the message and does not receive it. */
  readonly exceptPerson: number
}
export const messageStatistics = z.object({
  total: z.number().int(),
  by_kind: z.record(z.string(), z.number().int()),
})

/** Something that waits for the reader: a returned record (teacher) or a queue (reviewer). */
export const todo = z.object({
  id: z.string(),
  kind: z.enum([
    'returned',
    'rejected',
    'draft',
    'review',
    'missing',
    'correction',
    'reading',
    'publishing',
    'case',
  ]),
  title: z.string(),
  lines: z.array(z.string()),
  since: z.string().nullable(),
  waitingDays: z.number().int().nullable(),
  count: z.number().int(),
  verb: z.string(),
  link: z.string(),
})
export type Todo = z.infer<typeof todo>

/** Something that the reader submitted, and who holds it. */
export const submission = z.object({
  id: uuid,
  type: z.string(),
  title: z.string(),
  summary: z.string(),
  state: z.enum(states),
  level: z.enum(['school', 'area', 'city', 'province']).nullable(),
  holder: z.string().nullable(),
  waitingDays: z.number().int().nullable(),
  submittedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  route: z.array(routeStep),
  link: z.string(),
  canWithdraw: z.boolean(),
})
export type Submission = z.infer<typeof submission>

/** Completeness of one record type of an archive, with the names of what is missing. */
export const completeness = z.object({
  type: z.string(),
  title: z.string(),
  percent: z.number().int(),
  missing: z.array(z.object({ key: z.string(), label: z.string() })),
  link: z.string(),
})

/** One expected section of an archive that is still to be filled, as a step of building it. */
export const archiveStep = z.object({
  type: z.string(),
  title: z.string(),
  /** `waits`: it cannot begin yet, and `note` says what it waits for. `handedIn`: others hold it now. */
  state: z.enum(['open', 'begun', 'returned', 'waits', 'handedIn', 'done']),
  verb: z.string(),
  note: z.string(),
  /** Who looks at it after it was handed in. */
  review: z.string(),
  link: z.string(),
})
export type ArchiveStep = z.infer<typeof archiveStep>

/** How an archive is built, while an expected section of it is empty. */
export const building = z.object({
  steps: z.array(archiveStep),
  /** What the institution registers, and how much of it is there. */
  registered: z.array(
    z.object({ type: z.string(), title: z.string(), count: z.number().int(), link: z.string() }),
  ),
  /** Sections that do not count towards completeness. */
  later: z.array(z.object({ type: z.string(), title: z.string(), link: z.string() })),
})
export type Building = z.infer<typeof building>

/** One kind of record that waits for the reader's office. */
export const queue = z.object({
  type: z.string(),
  title: z.string(),
  archive: z.enum(['personal', 'professional', 'integrity']),
  waiting: z.number().int(),
  oldestDays: z.number().int(),
  /** Of those waiting, how many longer than their step allows. */
  overdue: z.number().int(),
  link: z.string(),
})
export type Queue = z.infer<typeof queue>

/** The record that has waited longest of all kinds, and where its review begins. */
export const longestWaiting = z.object({
  title: z.string(),
  owner: z.string(),
  summary: z.string(),
  waitingDays: z.number().int(),
  since: z.string(),
  overdue: z.boolean(),
  link: z.string(),
})
export type LongestWaiting = z.infer<typeof longestWaiting>

/** A decision of the reader's own, newest first. */
export const recentDecision = z.object({
  id: uuid,
  /** `forwarded`: passed on to the level above. */
  outcome: z.enum(['approved', 'forwarded', 'returned', 'rejected']),
  title: z.string(),
  owner: z.string(),
  summary: z.string(),
  at: z.string(),
  link: z.string(),
})
export type RecentDecision = z.infer<typeof recentDecision>

/** Something with a day until which it is to be done. */
export const deadline = z.object({
  id: z.string(),
  /** 'YYYY-MM-DD' */
  day: z.string(),
  daysLeft: z.number().int(),
  title: z.string(),
  note: z.string(),
  link: z.string(),
})
export type Deadline = z.infer<typeof deadline>

/** A figure with what it counts. A link leads to the list of exactly that many rows. */
export const figure = z.object({
  key: z.string(),
  label: z.string(),
  value: z.number().int(),
  definition: z.string(),
  link: z.string().nullable(),
  /** What it is made of where no single list has all of it: each part is a list of its own. */
  parts: z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() })),
})
export type Figure = z.infer<typeof figure>

/** GET /api/v1/workbench: the first screen of a workspace. */
export const workbench = z.object({
  greeting: z.string(),
  note: z.string(),
  /** When the figures were counted. */
  at: z.string(),
  todos: z.array(todo),
  submissions: z.array(submission),
  completeness: z.object({ percent: z.number().int(), sections: z.array(completeness) }).nullable(),
  /** Null where every expected section has something. */
  building: building.nullable(),
  /** Per record type, longest wait first; reviewers only. */
  queues: z.array(queue),
  longest: longestWaiting.nullable(),
  recent: z.array(recentDecision),
  deadlines: z.array(deadline),
  /** Figures of my scope; reviewers and above. */
  figures: z.array(figure),
  messages: z.array(message),
})
export type Workbench = z.infer<typeof workbench>

/** GET /api/v1/upload/file: a file's facts and short-lived addresses. */
export const fileAddress = z.object({
  id: uuid,
  name: z.string(),
  size: z.number().int(),
  mime: z.string(),
  url: z.string(),
  preview_url: z.string(),
  expires_in: z.number().int(),
})
export type FileAddress = z.infer<typeof fileAddress>

/** POST /api/v1/upload/object. */
export const uploaded = z.object({ id: uuid, name: z.string(), mime: z.string(), bytes: z.number().int() })

/**
 * POST /api/v1/upload/phone: the path of a page that a phone opens to upload one file for this session. The
 * secret stands behind #, which no browser sends to a server.
 */
export const phoneTicket = z.object({ id: uuid, path: z.string(), expires_in: z.number().int() })
export type PhoneTicket = z.infer<typeof phoneTicket>

/** GET /api/v1/upload/phone/{id}: how far the phone has come. */
export const phoneUpload = z.object({
  state: z.enum(['waiting', 'opened', 'done', 'ended']),
  file: uploaded.nullable(),
})

/** POST /api/v1/upload/phone/open: whose form the phone uploads for, the name masked; seconds that remain. */
export const phoneSecret = z.strictObject({ secret: z.string({ error: '请扫描二维码打开' }).min(20).max(60) })
export const phoneOpened = z.object({ name: z.string(), expires_in: z.number().int() })

/** GET /api/v1/upload/limits: largest files the caller may upload, in bytes. */
export const uploadLimits = z.object({ file: z.int(), video: z.int(), audio: z.int() })
export type UploadLimits = z.infer<typeof uploadLimits>

/**
 * GET /api/v1/upload/jinshanyun (endpoints.json): asks where one file of a size in bytes and of a kind may be
 * sent.
 */
export const directAsk = z.strictObject({
  filename: z.string({ error: '请写明文件名' }).min(1, '请写明文件名').max(200, '文件名不超过 200 个字'),
  size: z.coerce
    .number({ error: '大小应为字节数' })
    .int('大小应为字节数')
    .min(1, '文件是空的')
    .max(2_147_483_647, '文件过大'),
  type: z.enum(['image', 'doc', 'video'], { error: '类别只能是 image、doc 或 video' }),
})
export type DirectKind = z.output<typeof directAsk>['type']
/**
 * `expire` in seconds since 1970; `key` is the file's number once it came; `cdn` with `?key=` answers its
 * addresses.
 */
export const directGrant = z.object({
  url: z.string(),
  policy: z.string(),
  signature: z.string(),
  key: z.string(),
  expire: z.int(),
  cdn: z.string(),
})

/** GET /api/v1/teachers: people to choose from in a field of kind `teacher`, within the caller's scope. */
export const teacherOption = z.object({ id: z.number().int(), name: z.string(), note: z.string() })
export type TeacherOption = z.infer<typeof teacherOption>

/** What waits for the reader's office, what waits for one below it, and what is decided. */
export const officeQueues = ['mine', 'below', 'done'] as const
export const queueCounts = z.object({ mine: z.int(), below: z.int(), done: z.int() })
export type QueueCounts = z.infer<typeof queueCounts>
export type OfficeQueue = (typeof officeQueues)[number]

/** GET /api/v1/corrections/counts: the figures on the tabs; null where the reader's role confirms nothing. */
export const correctionCounts = z.object({ corrections: queueCounts, confirmations: queueCounts.nullable() })
export type CorrectionCounts = z.infer<typeof correctionCounts>

/** GET /api/v1/myinfo: the account's client, and the top items it offers this account; null: all. */
export const myInfo = z.object({
  client_id: z.number(),
  page_id: z.number(),
  navigation: z.array(z.string()).nullable(),
})

const storedText = z.string({ error: '请给出一段文字' }).max(200_000, '文字过长')
/** POST /api/v1/shownText: a stored text of a record, as its reader gets it; `text` is one without markup. */
export const textToShow = z
  .strictObject({ html: storedText.optional(), text: storedText.optional() })
  .refine(({ html, text }) => (html === undefined) !== (text === undefined), {
    path: ['html'],
    error: '请给出一段文字',
  })
export const shownText = z.object({ html: z.string() })
