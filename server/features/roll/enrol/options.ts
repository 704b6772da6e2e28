import type { Actor } from '../../../../catalogue/access/access.ts'
import type { Role } from '../../../../catalogue/access/roles.ts'
import type { Entry } from '../../../engine/directory/index.ts'
import type { Ground } from '../../../engine/feature.ts'
import type { Movement } from '../../../engine/movement/index.ts'
import type { Tx } from '../../../platform/db/database.ts'

/** A new person with a first account. */
interface FirstAccount {
  readonly name: string
  readonly idNo: string
  readonly mobile: string | null
  readonly loginName: null
  readonly role: Role
  readonly institutionId: number
  readonly entry: Entry
}

/** Opens accounts, as offices do. */
export interface Accounts {
  readonly newPassword: () => Promise<{ readonly plain: string; readonly hash: string }>
  /** Person, archive, personnel membership and account; answers the person's number. */
  readonly open: (tx: Tx, actor: Actor, opened: FirstAccount, hash: string) => Promise<number>
  readonly handOver: (
    mobile: string | null,
    plain: string,
  ) => { readonly password: string | null; readonly sentTo: string | null }
}

export interface EnrolmentNeeds extends Pick<Ground, 'engine' | 'db' | 'keys'> {
  readonly accounts: Accounts
  readonly movement: Movement
  /** Looks again for what is wrong in these archives. */
  readonly examineAgain: (tx: Tx, teacherIds: readonly number[]) => Promise<void>
}
