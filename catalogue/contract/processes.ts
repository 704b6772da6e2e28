import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { personNameOf } from '../kinds/person-name.ts'
import { processNames } from '../processes/processes.ts'
import { page, uuid } from './envelope.ts'

const day = z.string()
const institution = z.object({ id: z.int(), name: z.string() })
export const words = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')
const version = z.int('版本号应为整数')
const values = z.record(z.string(), z.unknown(), { error: '内容的格式不对' })

export const processName = z.enum(processNames, { error: '没有这种办理事项' })

/** A party of a case. The institution is null for one that is not on the platform. */
const party = z.object({
  party: z.string(),
  label: z.string(),
  /** Names of the people of a part, empty before the form was handed in; null for an institution. */
  people: z.string().nullable(),
  institution: institution.nullable(),
})

/** Who has the case now, since when, and until which day it is in time. */
const holder = z.object({
  party: z.string(),
  label: z.string(),
  institution: institution.nullable(),
  since: z.string(),
  lastDay: day.nullable(),
  overdue: z.boolean(),
})

/** What the reader may do with a case now. */
const move = z.object({
  name: z.string(),
  label: z.string(),
  to: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  asks: z.array(z.string()),
  tone: z.enum(['forward', 'refuses', 'quiet']),
})

/** A case as a line of a list. */
export const caseLine = z.object({
  id: z.string(),
  type: processName,
  version: z.int(),
  state: z.string(),
  /** What the case calls itself, e.g. the name of a project; null where the person's name does. */
  title: z.string().nullable(),
  /** The number it was given, e.g. 立项编号. */
  number: z.string().nullable(),
  campaignId: z.string().nullable(),
  /** The name of what it is about: a person, an institution, a content. */
  name: z.string(),
  /** Null where it is about no person. */
  teacherId: z.int().nullable(),
  /** Fields of the list. */
  value: values,
  /** Names of institutions and teachers that the values name, by number. */
  names: z.record(z.string(), z.string()),
  parties: z.array(party),
  holder: holder.nullable(),
  /** The day on which the clock moves it. */
  actsOn: day.nullable(),
  /** Why it did not happen on its day; null while all is well. */
  heldUp: z.string().nullable(),
  updatedAt: z.string(),
  /** Of what waits for the reader: what may be done with it and asks for nothing but words. */
  moves: z.array(move).optional(),
})
export type CaseLine = z.infer<typeof caseLine>
export const casePage = page(caseLine)
export type CasePage = z.infer<typeof casePage>

/** One line of the timeline. */
const line = z.object({
  at: z.string(),
  move: z.string(),
  label: z.string(),
  to: z.string(),
  /** Null for the clock. */
  by: z.string().nullable(),
  institution: z.string().nullable(),
  party: z.string().nullable(),
  reason: z.string().nullable(),
})

/** One thing that somebody has to take over, with who has it now. */
const handover = z.object({ kind: z.string(), title: z.string(), from: z.string(), to: z.string() })

/** What the notice asks of files (catalogue/processes/file-rules.ts). */
const fileRules = z.object({
  blind: z.boolean().nullable(),
  fileFormats: z.string().nullable(),
  mostFiles: z.int().nullable(),
  fileMaxMB: z.int().nullable(),
})

const caseFile = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
})

/**
 * How somebody answered who was asked to take part; `outside`: nobody of the platform, the institution
 * answers.
 */
export const personStates = {
  asked: '待本人确认',
  agreed: '已确认',
  declined: '不参加',
  outside: '平台外人员，由单位核实',
} as const
const personState = z.enum(['asked', 'agreed', 'declined', 'outside'])
export type PersonState = z.infer<typeof personState>

/** One of the people whom a case names. */
const casePerson = z.object({
  part: z.string(),
  place: z.int(),
  name: z.string(),
  org: z.string(),
  state: personState,
  answeredAt: z.string().nullable(),
})
export type CasePerson = z.infer<typeof casePerson>

/** A case as its page shows it. */
export const caseView = caseLine.extend({
  /** What the person is: stage, subject, title. */
  about: z.string(),
  by: z.string(),
  createdAt: z.string(),
  canEdit: z.boolean(),
  /** The stages whose forms the reader writes now. */
  opens: z.array(z.string()),
  /** The title of the campaign it is an entry of. */
  campaign: z.string().nullable(),
  fileRules,
  /** The case that it asks to change, or belongs to. */
  of: z
    .object({ type: processName, id: z.string(), title: z.string().nullable(), mayRead: z.boolean() })
    .nullable(),
  /** Cases that ask to change it, the newest first. */
  changes: z.array(
    z.object({
      type: processName,
      id: z.string(),
      kind: z.string().nullable(),
      state: z.string(),
      at: z.string(),
    }),
  ),
  /** What the reader may begin about it now. */
  mayBegin: z.array(processName),
  moves: z.array(move),
  /** A sentence about who has to act, where it is not the reader. */
  waitsFor: z.string().nullable(),
  warnings: z.array(z.object({ field: z.string(), message: z.string() })),
  timeline: z.array(line),
  handover: z.array(handover),
  files: z.array(caseFile),
  people: z.array(casePerson),
  /** What experts wrote, unsigned, once the entry is decided and where the rules of the round show it. */
  opinions: z.array(z.string()),
})
export type CaseView = z.infer<typeof caseView>
export type CaseMove = CaseView['moves'][number]
export type CaseEvent = CaseView['timeline'][number]

/**
 * What a new case is about: one of the own teachers, somebody found by name and whole identity number, an own
 * case, a content, the own institution, and else whoever begins it. `campaign`: the notice whose entry it is.
 */
export const caseAbout = z.union(
  [
    z.strictObject({ teacherId: z.int().positive(), campaign: uuid.optional() }),
    z.strictObject({ campaign: uuid.optional() }),
    z.strictObject({ case: uuid }),
    z.strictObject({ content: z.int().positive() }),
    z.strictObject({ office: z.literal(true), campaign: uuid.optional() }),
    z.strictObject({
      name: personNameOf(),
      number: z.string().trim().min(5, '请填写完整的证件号').max(30, '不超过 30 个字').refine(isStorable),
      /** Nobody on the platform knows the person yet. */
      outside: z.literal(true).optional(),
    }),
  ],
  { error: '请选择教师' },
)
export type CaseAbout = z.infer<typeof caseAbout>

/** POST /api/v1/{process}: begins a case as a draft. The header Idempotency-Key makes it repeatable. */
export const caseBegin = z.strictObject({ about: caseAbout, value: values.default({}) })
/** PUT /api/v1/{process}/{id} */
export const caseEdit = z.strictObject({ version, value: values })
/** POST /api/v1/{process}/{id}/{action} */
export const caseMoved = z.strictObject({
  version,
  reason: words(500).default(''),
  /** The fields that the move asks for. */
  value: values.default({}),
})
/** POST /api/v1/{process}/moves: one move of several cases, each by itself. */
export const caseBatch = z.strictObject({
  move: z.string().min(1, '请选择怎样办理').max(40, '没有这种办理'),
  reason: words(500).default(''),
  items: z
    .array(z.strictObject({ id: uuid, version }), { error: '请先选择' })
    .min(1, '请先选择')
    .max(100, '一次至多 100 件'),
})
/** What became of each; `message` says why one was refused. */
export const caseBatchDone = z.object({
  success: z.int(),
  results: z.array(z.object({ id: z.string(), ok: z.boolean(), message: z.string().nullable() })),
})
export type CaseBatchDone = z.infer<typeof caseBatchDone>
export const caseParams = z.object({ id: uuid })
export const caseAction = z.object({ id: uuid, action: z.string().max(40) })

/** GET /api/v1/processes/waiting: how many cases of each process wait for the reader's office. */
export const casesWaiting = z.object({
  list: z.array(
    z.object({
      type: processName,
      count: z.int(),
      overdue: z.int(),
      since: z.string().nullable(),
    }),
  ),
})
export type CasesWaiting = z.infer<typeof casesWaiting>

/**
 * GET /api/v1/processes/people: cases that name the reader as one who is asked, those that wait for an answer
 * first.
 */
export const ownParts = z.object({
  list: z.array(
    z.object({
      id: uuid,
      type: processName,
      title: z.string(),
      /** Who began the case, and where. */
      by: z.string(),
      institution: z.string(),
      /** What the reader does in it. */
      duty: z.string(),
      place: z.int(),
      state: personState,
      askedAt: z.string(),
    }),
  ),
})
export type OwnParts = z.infer<typeof ownParts>
/** POST /api/v1/processes/people/{id} */
export const partAnswer = z.strictObject({ agree: z.boolean({ error: '请选择是否参加' }) })
export const partAnswered = z.object({ state: personState })

/**
 * GET /api/v1/processes/institutions: open institutions of the platform to choose from, by name or pinyin.
 */
export const institutionChoices = z.object({ list: z.array(institution.extend({ note: z.string() })) })

/** GET /api/v1/membership?teacherId=: where a teacher belongs and teaches, newest first. */
export const membershipQuery = z.strictObject({
  teacherId: z.coerce.number().int().positive().max(2147483647),
})
export const memberships = z.object({
  list: z.array(
    z.object({
      institution: institution,
      kind: z.enum(['personnel', 'teaching']),
      from: day,
      to: day.nullable(),
      cause: z.string().nullable(),
    }),
  ),
})
export type Memberships = z.infer<typeof memberships>
