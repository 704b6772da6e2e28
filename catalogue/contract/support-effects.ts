import { z } from 'zod'
import { confirmedSums } from './support-entries.ts'
import { code, lights, lightShown as light } from './support-pairs.ts'

/** GET /api/v1/support/effects: goals of all agreements that concern the office and are carried out. */
export const effectsAsked = z.strictObject({ kind: code.optional() })
export const supportEffects = z.object({
  agreements: z.int(),
  goals: z.int(),
  /** Goals whose first number could not be read yet, or that nobody has stated yet. */
  unread: z.int(),
  lights,
  byKind: z.array(z.object({ kind: z.string(), agreements: z.int(), goals: z.int(), late: z.int() })),
  byGoal: z.array(
    z.object({
      goal: z.string(),
      label: z.string(),
      definition: z.string(),
      goals: z.int(),
      lights,
      /** Mean of the progress, in percent with one decimal; null where nothing is read yet. */
      progress: z.number().nullable(),
    }),
  ),
  /** The goals that are furthest behind the time, at most twenty. */
  late: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      label: z.string(),
      progress: z.number(),
      expected: z.number(),
      light,
    }),
  ),
  /** Yearly tasks of the year in which each agreement is. */
  tasks: z.object({
    many: z.int(),
    /** Agreements without tasks of their present year. */
    unplanned: z.int(),
    lights,
    /** The tasks that are furthest behind the time, at most twenty. */
    late: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        label: z.string(),
        unit: z.string(),
        side: z.string(),
        done: z.number(),
        target: z.number(),
        light,
      }),
    ),
  }),
})
export type SupportEffects = z.infer<typeof supportEffects>

/** GET /api/v1/support/waiting: what counterpart support asks of the office now. */
export const pairsWaiting = z.object({
  sign: z.int(),
  record: z.int(),
  mend: z.int(),
  amendments: z.int(),
  statements: z.int(),
  /** Tasks of a year that the other side proposed. */
  plans: z.int(),
  /** Agreements of the own office without tasks in force for their present year. */
  unplanned: z.int(),
  late: z.int(),
  /** Yearly tasks that are behind. */
  lateTasks: z.int(),
})
export type PairsWaiting = z.infer<typeof pairsWaiting>

/** GET /api/v1/support/public: confirmed figures for everybody. */
export const publicPairs = z.object({
  /** The day the numbers are of. */
  on: z.string(),
  agreements: z.int(),
  byKind: z.array(z.object({ kind: z.string(), many: z.int() })),
  goals: z.int(),
  /** Goals that reached their target, and those that are on their way in time. */
  done: z.int(),
  onTime: z.int(),
  /** Pairs in force, those of offices first. */
  pairs: z.array(
    z.object({
      kind: z.string(),
      supporter: z.string(),
      supported: z.string(),
      fromDay: z.string(),
      untilDay: z.string(),
    }),
  ),
  /** What both sides of all agreements confirmed. */
  ledger: confirmedSums,
})
export type PublicPairs = z.infer<typeof publicPairs>
