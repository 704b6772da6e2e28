import type { Actor } from '../../../catalogue/access/access.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { accountSubject, firstAccounts } from './import.ts'
import { userExport } from './export.ts'
import { nameFormsJob } from './name-forms.ts'
import { onlineRoutes } from './online.ts'
import { oneTimePassword } from './one-time-password.ts'
import type { Users } from './options.ts'
import { accountList } from './office/export.ts'
import { openAccount, type OpenedPerson } from './office/open.ts'
import { officeAccountRoutes } from './office/routes.ts'
import { requestRoutes } from './request-routes.ts'
import { userRoutes } from './routes.ts'
import { handOver } from './told.ts'
import { giveIdentity } from './grants.ts'
import { closeIdentity, lockedIdentity } from './identities.ts'
import type { Tx } from '../../platform/db/database.ts'

export { firstMeant } from './list.ts'
export { waitingRequests } from './waiting.ts'

interface PersonsIdentity {
  readonly personId: number
  readonly identityId: number
}

interface Needs extends Pick<Ground, 'config' | 'db' | 'keys' | 'engine' | 'sms' | 'notify' | 'actorOn'> {
  readonly passwords: {
    hash(password: string): Promise<string>
    bound(personId: number, hash: string): string
  }
}

function usersOf({ config, db, keys, sms, notify, passwords }: Omit<Needs, 'actorOn'>): Users {
  const newPassword = async () => {
    const plain = oneTimePassword()
    return { plain, hash: await passwords.hash(plain) }
  }
  return {
    db,
    keys,
    newPassword,
    bound: passwords.bound,
    separateDuties: config.separateDuties,
    sms,
    notify,
  }
}

/** Opens accounts for another feature in its transaction, as an office does. */
export function accountsBy(needs: Omit<Needs, 'actorOn'>) {
  const given = usersOf(needs)
  return {
    newPassword: given.newPassword,
    /** Accounts as rows of a workbook. */
    subject: accountSubject(given),
    /** Accounts that come in with their institution. */
    first: firstAccounts(given),
    open: (tx: Tx, actor: Actor, opened: OpenedPerson, hash: string) =>
      openAccount({ users: given, tx, actor }, opened, hash),
    /** Switches an identity off in the caller's transaction, as an administrator does. */
    switchOff: async (tx: Tx, actor: Actor, identity: PersonsIdentity) =>
      closeIdentity({ users: given, actor, ...identity }, tx),
    /** Gives an identity back that was switched off, with its role and duties as they were. */
    switchOn: async (tx: Tx, actor: Actor, { personId, identityId }: PersonsIdentity) => {
      const { role, institution_id: institutionId } = await lockedIdentity(tx, { personId, identityId })
      await giveIdentity(given, tx, actor, { personId, role, institutionId, duties: null })
    },
    /** To the phone, or answered once, after the transaction. */
    handOver: (mobile: string | null, plain: string) => handOver(given, mobile, plain),
  }
}

export const users: Feature<Needs> = {
  name: 'users',
  routes: (server, needs) => {
    const given = usersOf(needs)
    userRoutes(server, given, needs.actorOn)
    requestRoutes(server, given, needs.actorOn)
    onlineRoutes(server, given, needs.actorOn)
    officeAccountRoutes(server, given, needs.actorOn)
  },
  exports: ({ engine }) => [userExport(engine), accountList(engine)],
  jobs: ({ db }) => [nameFormsJob(db)],
}
