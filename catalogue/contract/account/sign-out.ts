import { z } from 'zod'

/** An app that was signed out of with the portal: it was told, could not be told, or wants no notice. */
export const signedOutApp = z.object({
  name: z.string(),
  notice: z.enum(['told', 'failed', 'none']),
})
export type SignedOutApp = z.infer<typeof signedOutApp>

/** POST /api/v1/signOut; the ticket comes with whoever an app sent here to sign out. */
export const signOutBody = z.strictObject({ ticket: z.string().max(4000).optional() })
export const signOutAnswer = z.object({
  apps: z.array(signedOutApp),
  /** The app that the person came from, and its address. */
  back: z.object({ name: z.string(), to: z.string() }).nullable(),
})
export type SignOutAnswer = z.infer<typeof signOutAnswer>
