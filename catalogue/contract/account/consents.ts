import { z } from 'zod'
import { consentMatterNames, type ConsentMatter } from '../../legal/consents.ts'

const matter = z.enum(consentMatterNames as [ConsentMatter, ...ConsentMatter[]], { error: '没有该事项' })

const consentState = z.object({
  matter,
  title: z.string(),
  about: z.string(),
  /** `none`: nothing was said here; what an office asked on paper holds until it is withdrawn. */
  state: z.enum(['none', 'agreed', 'withdrawn']),
  at: z.string().nullable(),
  /** Contents on show now that rest on it. */
  shown: z.int(),
})
export type ConsentState = z.infer<typeof consentState>

/** GET /api/v1/me/consents: what rests on consent, and everything that was agreed to, read or withdrawn. */
export const consentsAnswer = z.object({
  matters: z.array(consentState),
  log: z.array(
    z.object({ id: z.int(), title: z.string(), act: z.string(), edition: z.string(), at: z.string() }),
  ),
})
export type ConsentsAnswer = z.infer<typeof consentsAnswer>

/** PUT /api/v1/me/consents: gives or withdraws one consent. */
export const consentChange = z.strictObject({
  matter,
  act: z.enum(['agreed', 'withdrawn'], { error: '请选择同意或撤回' }),
})
