import { AppError } from '../../../catalogue/errors.ts'
import { passwordFault, type PasswordContext } from '../../../catalogue/rules/password.ts'
import { rememberedHashes, rememberedPasswords } from '../../engine/directory/index.ts'
import type { AccountOptions } from './options.ts'

const refused = (message: string) =>
  new AppError('weakPassword', { message, errors: [{ field: 'password', message }] })

/** Throws weakPassword with the sentence for what can be said without knowing whose it is. */
export function refuseWeak(
  o: AccountOptions,
  password: string,
  context: PasswordContext = { words: [], texts: [] },
): void {
  const fault =
    passwordFault(password, context) ??
    (o.refused.has(password) ? '该密码太常见，容易被猜中，请换一个' : undefined)
  if (fault !== undefined) throw refused(fault)
}

/** Throws weakPassword if the password does not do for this person, or was theirs lately. */
export async function refuseForPerson(o: AccountOptions, personId: number, password: string): Promise<void> {
  refuseWeak(o, password, await o.passwords.contextOf(personId))
  for (const earlier of await rememberedHashes(o.db, personId)) {
    if (await o.passwords.fits(earlier, password, personId))
      throw refused(`最近 ${rememberedPasswords} 次用过的密码不能再用，请换一个`)
  }
}
