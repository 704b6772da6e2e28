import { z } from 'zod'
import { cryptoSuites } from '../../crypto/uses.ts'

const bySuite = z.object({ intl: z.int(), sm: z.int() })

/** GET /api/v1/cryptoUse: the suite in force, and how much is stored under each. No keys, no values. */
export const cryptoUse = z.object({
  suite: z.enum(cryptoSuites),
  /** Number of the sealing key, and the last rotation; null where there was none. */
  kid: z.int(),
  rotation: z.object({ kid: z.int(), startedAt: z.string(), finishedAt: z.string().nullable() }).nullable(),
  /** Stored values by suite; `more` where only the first rows of a table were counted. */
  stored: z.array(
    z.object({
      kind: z.enum(['person', 'archive', 'revision', 'other', 'index', 'password', 'log']),
      counts: bySuite,
      more: z.boolean(),
    }),
  ),
  /** Public key (PEM) by which signatures of the suite in force are verified outside the portal. */
  publicKey: z.string(),
})
export type CryptoUse = z.infer<typeof cryptoUse>
