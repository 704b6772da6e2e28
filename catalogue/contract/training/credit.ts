import { z } from 'zod'
import { categories } from '../../hours/rule.ts'

const hours = z.number()
const byCategory = z.partialRecord(z.enum(categories), hours)

/**
 * Parameters of GET /api/v1/train/credit: a teacher asks of the own hours, an office names one of its
 * teachers.
 */
export const creditQuery = z.strictObject({
  teacher_id: z.coerce.number({ error: '教师编号应为数字' }).int().positive().max(2_147_483_647).optional(),
  year: z.coerce
    .number({ error: '年度应为四位数字' })
    .int('年度应为四位数字')
    .min(2000, '年度应为四位数字')
    .max(2100, '年度应为四位数字')
    .optional(),
})
/** What narrows an account of hours that is taken out. */
export const ledgerQuery = creditQuery.pick({ year: true })
export type CreditQuery = z.output<typeof creditQuery>

export const creditEntry = z.object({
  id: z.string(),
  title: z.string(),
  organizer: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  category: z.enum(categories),
  source: z.string(),
  /** As posted; less than none where it takes another one back. */
  hours,
  /** As far as it counts under the rule of the year. */
  counted: hours,
  certificate: z.string(),
  /** The entry that it takes back, and why. */
  counters: z.string().nullable(),
  reason: z.string(),
  /** Whether it was taken back. */
  isCountered: z.boolean(),
  /** The record that gave it. */
  record: z.string().nullable(),
  at: z.string(),
})
export type CreditEntry = z.infer<typeof creditEntry>

/** Hours of one teacher in one year, in hours (training.md, 9). */
export const creditAnswer = z.object({
  teacher: z.object({ id: z.number().int(), name: z.string() }),
  year: z.number().int(),
  target: byCategory,
  earned: byCategory,
  /** What is missing to the lines, by category and in all. */
  gaps: byCategory,
  gap: hours,
  raw: hours,
  counted: hours,
  list: z.array(creditEntry),
  /** Registrations that an office has to look at yet. */
  waiting: z.number().int(),
  /** Registrations of closed years that wait for the authority, and why it declined others. */
  late: z.number().int(),
  declined: z.array(z.string()),
  period: z.object({
    from: z.number().int(),
    to: z.number().int(),
    line: hours,
    /** Months away from the post, which the line leaves out. */
    pausedMonths: z.number().int(),
    counted: hours,
    underWay: hours,
    gap: hours,
    state: z.enum(['met', 'inReach', 'short', 'tooLate']),
    years: z.array(z.object({ year: z.number().int(), counted: hours })),
  }),
  rule: z.object({ version: z.number().int(), of: z.string(), closesOn: z.string() }),
})
export type CreditAnswer = z.infer<typeof creditAnswer>
