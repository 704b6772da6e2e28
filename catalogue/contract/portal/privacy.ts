import { z } from 'zod'
import { recordNames } from '../../records/names.gen.ts'
import { levelWords, type FieldLevel } from '../../privacy/levels.ts'

const ownAsked = z.object({
  label: z.string(),
  office: z.string(),
  purpose: z.string(),
  basis: z.string(),
  document: z.string(),
  kept: z.string(),
})

const holding = z.object({
  title: z.string(),
  /** What is held, field by field; `sensitive`: sealed or masked. */
  fields: z.array(z.object({ label: z.string(), sensitive: z.boolean() })),
  purpose: z.string(),
  basis: z.string(),
  law: z.string(),
  kept: z.string(),
  /** Fields that offices of the region added, with their why. */
  own: z.array(ownAsked),
})
export type PrivacyHolding = z.infer<typeof holding>

/** GET /api/v1/portal/privacy: what the portal holds about people and why, printed from the declarations. */
export const privacyAnswer = z.object({
  groups: z.array(z.object({ title: z.string(), holdings: z.array(holding) })),
  consents: z.array(z.object({ title: z.string(), about: z.string() })),
})
export type PrivacyAnswer = z.infer<typeof privacyAnswer>

const levels = Object.keys(levelWords) as [FieldLevel, ...FieldLevel[]]

/** GET /api/v1/dataRegister?type=: the fields of one record type with level, readers and counts. */
export const registerQuery = z.strictObject({
  type: z
    .string()
    .refine((name) => recordNames.has(name), '没有该类材料')
    .optional(),
})

const registerField = z.object({
  key: z.string(),
  label: z.string(),
  level: z.enum(levels),
  readers: z.string(),
  /** Why it is held: of an own field its office says it, of all others the type. */
  why: z.string(),
  /** Records in force in which it is filled; null where the count took too long. */
  filled: z.int().nullable(),
})
export type RegisterField = z.infer<typeof registerField>

export const registerAnswer = z.object({
  types: z.array(z.object({ type: z.string(), title: z.string() })),
  type: z.string(),
  title: z.string(),
  why: z.string(),
  kept: z.string(),
  /** Records in force; null where the count took too long. */
  records: z.int().nullable(),
  fields: z.array(registerField),
})
export type RegisterAnswer = z.infer<typeof registerAnswer>
