import { z } from 'zod'

/** One message that would have been sent, outside production. */
export const outboxLine = z.object({
  at: z.string(),
  channel: z.enum(['sms', 'mail']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export const outboxList = z.object({ list: z.array(outboxLine) })
export type OutboxLine = z.infer<typeof outboxLine>
