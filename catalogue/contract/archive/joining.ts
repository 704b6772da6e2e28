import { z } from 'zod'
import { date } from '../../kinds/date.ts'
import { cleanLine, codePoints, isStorable } from '../../kinds/kind.ts'
import { page, paging, uuid } from '../envelope.ts'
import { values } from './records.ts'

const count = z.number().int()
const teacherId = z
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
const day = date.schema({ kind: 'date', label: '日期', required: true })
const sides = z.enum(['kept', 'joined'])

const pair = {
  /** The number that goes on, with its account and password. */
  keptId: teacherId,
  /** The number that leads to it from now on. */
  joinedId: teacherId,
}

/** What is chosen where the two archives differ. */
const choice = {
  /**
   * Which archive's personnel membership is the present one, and from which day on; null where no days
   * overlap.
   */
  turn: z.union([z.null(), z.strictObject({ present: sides, on: day })]).default(null),
  /** Fields of what a person has once that are taken from the joined archive, as `type.key`. */
  fields: z.array(z.string().max(80)).max(200).default([]),
  /** Records of the joined archive that take the place of the one they collide with. */
  records: z.array(uuid).max(500).default([]),
}

/** POST /api/v1/teacher/join/preview */
export const joinQuestion = z
  .strictObject({ ...pair, ...choice })
  .refine(({ keptId, joinedId }) => keptId !== joinedId, {
    path: ['joinedId'],
    message: '请选两份不同的档案',
  })
export type JoinQuestion = z.output<typeof joinQuestion>

/** POST /api/v1/teacher/join */
export const joinOrder = z
  .strictObject({
    ...pair,
    ...choice,
    /** The state of both that was looked at. */
    version: z.string({ error: '缺少版本，请重新核对' }).max(80),
    confirm: z.string({ error: '请输入姓名' }).max(60, '与姓名不符'),
    reason: z
      .string({ error: '请填写依据' })
      .transform(cleanLine)
      .refine(
        (text) => text !== '' && isStorable(text) && codePoints(text) <= 200,
        '请填写依据，最多 200 个字',
      ),
  })
  .refine(({ keptId, joinedId }) => keptId !== joinedId, {
    path: ['joinedId'],
    message: '请选两份不同的档案',
  })
export type JoinOrderDraft = z.output<typeof joinOrder>

/** One of the two, as an office sees it. */
const side = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  /** Code of dictionary employmentStatus. */
  status: z.string(),
  loginName: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  records: count,
  memberships: z.array(
    z.object({
      institution: z.string(),
      kind: z.enum(['personnel', 'teaching']),
      from: z.string(),
      to: z.string().nullable(),
    }),
  ),
  accounts: z.array(z.object({ role: count, institution: z.string(), enabled: z.boolean() })),
})
export type JoinSide = z.infer<typeof side>

const both = z.object({ kept: values, joined: values })

export const joinPreview = z.object({
  kept: side,
  joined: side,
  /**
   * What a person has once and both filled: the fields that differ, with both values as the reader may see
   * them.
   */
  singles: z.array(
    z.object({ type: z.string(), title: z.string(), keys: z.array(z.string()), values: both }),
  ),
  /** Records of which one person has one by a rule, with the fields that differ. */
  collisions: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      keptId: uuid,
      joinedId: uuid,
      message: z.string(),
      summary: z.string(),
      keys: z.array(z.string()),
      values: both,
    }),
  ),
  /** What passes to the kept number, and what is there twice and will be there once. */
  lines: z.array(z.object({ what: z.string(), passes: count, twice: count })),
  /** Days on which both have a personnel membership, at different institutions. */
  overlaps: z.array(
    z.object({ kept: z.string(), joined: z.string(), from: z.string(), to: z.string().nullable() }),
  ),
  /** The memberships once there is one person; empty while a day is missing. */
  memberships: side.shape.memberships,
  /** What an office should know before it goes on. */
  told: z.array(z.string()),
  /** Why the two cannot be joined now. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  version: z.string(),
  /** The name that is typed to confirm. */
  confirm: z.string(),
})
export type JoinPreview = z.infer<typeof joinPreview>

/** What was done: the number that goes on, and what became of open matters. */
export const joinDone = z.object({
  teacherId: count,
  handover: z.array(z.object({ kind: z.string(), title: z.string(), from: z.string(), to: z.string() })),
})

/** GET /api/v1/teacher/join: pairs of one name and birthday in the scope, who may be one human. */
export const candidateQuery = z.strictObject(paging)
const candidate = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  status: z.string(),
})
export const candidatePage = page(
  z.object({
    one: candidate,
    other: candidate,
    birthDate: z.string(),
  }),
)
export type CandidatePage = z.infer<typeof candidatePage>
