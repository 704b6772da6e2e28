import { z } from 'zod'
import { legalTexts, type LegalName } from '../../legal/texts.ts'

const names = legalTexts.map(({ name }) => name) as [LegalName, ...LegalName[]]
export const legalName = z.enum(names, { error: '没有该文本' })

/** GET /api/v1/portal/legal/{name}: the edition in force; `html` is cleaned by the server. */
export const legalTextAnswer = z.object({
  name: legalName,
  title: z.string(),
  edition: z.string(),
  effectiveOn: z.string(),
  changes: z.string(),
  /** Whether it is the text that comes with the program. */
  builtIn: z.boolean(),
  html: z.string(),
})
export type LegalText = z.infer<typeof legalTextAnswer>

const act = z.enum(['agreed', 'read'])
export const consentLine = z.object({
  name: legalName,
  title: z.string(),
  edition: z.string(),
  act,
  at: z.string(),
})
export type ConsentLine = z.infer<typeof consentLine>

/**
 * GET /api/v1/account/legal: texts that the person has to agree to or to be shown, and what was agreed to
 * before.
 */
export const legalAnswer = z.object({
  due: z.array(legalTextAnswer.extend({ asks: act, isNew: z.boolean() })),
  log: z.array(consentLine),
})
export type LegalAnswer = z.infer<typeof legalAnswer>

/** POST /api/v1/account/legal: editions that the person saw in full; those that ask for it are agreed to. */
export const legalConsent = z.strictObject({
  texts: z
    .array(z.strictObject({ name: legalName, edition: z.string().max(20, '版本号不超过 20 个字') }), {
      error: '请说明是哪些文本',
    })
    .min(1, '请说明是哪些文本')
    .max(legalTexts.length, '文本过多'),
})
