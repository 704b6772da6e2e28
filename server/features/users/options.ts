import type { Actor } from '../../../catalogue/access/access.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Sms } from '../../platform/sms/sms.ts'
import { note } from '../../platform/audit/note.ts'

/** Dependencies of the feature, from `app`. */
export interface Users {
  readonly db: Database
  readonly keys: Keys
  /** A new one-time password with its hash. */
  readonly newPassword: () => Promise<{ readonly plain: string; readonly hash: string }>
  /** The hash of a password as it is kept of this person. */
  readonly bound: (personId: number, hash: string) => string
  /** Whether the three duties of administration are separate. */
  readonly separateDuties: boolean
  readonly sms: Sms
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}

/**
 * A line of the audit about an account: never a name, number or password, only which fields and which
 * identity.
 */
export async function noteUser(
  tx: Tx,
  actor: Actor,
  action: string,
  { personId, facts = {} }: { personId: number; facts?: object },
): Promise<void> {
  await note(tx, { by: actor.identityId, action, personId, facts })
}
