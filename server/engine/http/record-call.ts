import { z } from 'zod'
import type { Ask } from '../engine.ts'

/** One request to a record call. The type is known; body and query are not read yet. */
export interface RecordCall extends Ask {
  /** The record; empty for calls about a whole type. */
  readonly id: string
  readonly action: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** The header Idempotency-Key. */
  readonly key: string | undefined
}

/**
 * One call for all record types. The engine reads body and query after it decided the permission. The schema
 * serves the API document.
 */
export interface RecordRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly answer: z.ZodType
  readonly body?: z.ZodType
  /** Asks for a fresh proof of identity where the installation has a second factor (`platform/http/call`). */
  readonly stepUp?: boolean
  readonly handle: (call: RecordCall) => Promise<unknown>
}

/** The body of a record: its fields side by side. */
export const flat = z
  .record(z.string(), z.unknown())
  .describe('各栏目平铺，另可有 attachments、version、ownerId')
