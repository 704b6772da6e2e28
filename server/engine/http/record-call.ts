import { z } from 'zod'
import type { Ask } from '../engine.ts'

/** One request to a call of the records; its type is known, and what was sent is not yet read. */
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
 * One generic call. Bodies and queries are read by the engine, after the permission is decided; the schema is
 * for the reader.
 */
export interface RecordRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly answer: z.ZodType
  readonly body?: z.ZodType
  /** Wants a fresh proof of who asks, where this installation asks for that (`platform/http/call`). */
  readonly stepUp?: boolean
  readonly handle: (call: RecordCall) => Promise<unknown>
}

/** The body of a record: its fields side by side. */
export const flat = z
  .record(z.string(), z.unknown())
  .describe('各栏目平铺，另可有 attachments、version、ownerId')
