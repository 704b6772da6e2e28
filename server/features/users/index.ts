import type { Feature, Ground } from '../../engine/feature.ts'
import { nameFormsJob } from './name-forms.ts'
import { oneTimePassword } from './one-time-password.ts'
import type { Users } from './options.ts'
import { officeAccountRoutes } from './office/routes.ts'
import { requestRoutes } from './request-routes.ts'
import { userRoutes } from './routes.ts'

export { firstMeant } from './list.ts'

interface Needs extends Pick<Ground, 'config' | 'db' | 'keys' | 'engine' | 'sms' | 'notify' | 'actorOn'> {
  readonly passwords: { hash(password: string): Promise<string> }
}

function usersOf({ config, db, keys, engine, sms, notify, passwords }: Needs): Users {
  const newPassword = async () => {
    const plain = oneTimePassword()
    return { plain, hash: await passwords.hash(plain) }
  }
  const { sortForm } = engine
  return { db, keys, sortForm, newPassword, separateDuties: config.separateDuties, sms, notify }
}

export const users: Feature<Needs> = {
  name: 'users',
  routes: (server, needs) => {
    const given = usersOf(needs)
    userRoutes(server, given, needs.actorOn)
    requestRoutes(server, given, needs.actorOn)
    officeAccountRoutes(server, given, needs.actorOn)
  },
  jobs: ({ db, engine }) => [nameFormsJob(db, engine.sortForm)],
}
