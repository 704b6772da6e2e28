import { z } from 'zod'
import { dayText, page, paging, uuid } from './envelope.ts'

/** GET /api/v1/support/entries/pairs: agreements of the own institution for which an entry may be written. */
export const entryPairs = z.object({
  list: z.array(
    z.object({
      agreement: z.string(),
      partner: z.string(),
      /** Whether the reader's institution is the one that is supported. */
      isSupported: z.boolean(),
      fromDay: z.string(),
      untilDay: z.string(),
    }),
  ),
})
export type EntryPairs = z.infer<typeof entryPairs>

/** POST /api/v1/support/entries: begins an entry of an agreement as a draft. */
export const entryBegin = z.strictObject({
  agreement: uuid,
  kind: z.string().regex(/^[0-9]{1,2}$/, '没有这种类别'),
})
export const entryBegun = z.object({ id: z.string() })

/** Figures of confirmed entries, in all or of one kind. Hours with one decimal. */
const sums = z.object({
  entries: z.int(),
  lessons: z.int(),
  people: z.int(),
  personDays: z.int(),
  attended: z.int(),
  hours: z.number(),
  amount: z.number(),
})
export type EntrySums = z.infer<typeof sums>
export const confirmedSums = sums.extend({
  /** By code of the dictionary supportEntryKind; kinds without an entry are left out. */
  byKind: z.array(sums.extend({ kind: z.string() })),
})
export type ConfirmedSums = z.infer<typeof confirmedSums>

/** GET /api/v1/support/entries/sums: what both sides confirmed, of the reader's scope or of one agreement. */
export const sumsAsked = z.strictObject({
  from: dayText().optional(),
  to: dayText().optional(),
  agreement: uuid.optional(),
})

/** GET /api/v1/support/entries/of: the entries of one agreement that the reader may open, the latest first. */
export const entriesOfAsked = z.strictObject({ ...paging, agreement: uuid })
const agreementEntry = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  /** The first person who is named, and how many are. */
  person: z.string(),
  people: z.int(),
  state: z.string(),
  /** Whose answer it waits for; null where it waits for nobody. */
  holder: z.string().nullable(),
})
export type AgreementEntry = z.infer<typeof agreementEntry>
export const agreementEntries = page(agreementEntry)
export type AgreementEntries = z.infer<typeof agreementEntries>

/** GET /api/v1/support/entries/silent: entries that nobody answers, the longest wait first. */
export const silentAsked = z.strictObject({ ...paging })
const silentLine = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  recorder: z.string(),
  /** Whose answer is missing. */
  other: z.string(),
  since: z.string(),
  /** Whole working days since it came there. */
  days: z.int(),
})
export type SilentLine = z.infer<typeof silentLine>
export const silentPage = page(silentLine)
export type SilentPage = z.infer<typeof silentPage>
