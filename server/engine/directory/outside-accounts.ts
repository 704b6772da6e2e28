import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** A person at a provider outside the portal. */
export interface OutsideAccount {
  /** Small letters: wecom, dingtalk. */
  readonly provider: string
  /** The number by which the provider knows the person. */
  readonly subject: string
}

const placeFor = (personId: number, provider: string) => `outside_account|${provider}|${personId}`
/** Kind of the blind index of numbers at a provider. */
export const outsideKind = (provider: string): string => `outside.${provider}`

/**
 * Binds a person's number at a provider, in place of the one before. Throws `duplicate` (409) where another
 * person has it; only who proved that the number is theirs may get so far.
 */
export async function bindOutside(
  tx: Tx,
  keys: Keys,
  personId: number,
  account: OutsideAccount,
): Promise<void> {
  const held = await findByOutside(tx, keys, account)
  if (held === personId) return
  const sealed = keys.seal(account.subject, placeFor(personId, account.provider))
  const bound =
    held === null &&
    (await tx.execute(sql`
      insert into outside_account (person_id, provider, subject_sealed, subject_key)
      values (${personId}, ${account.provider}, ${sealed}, ${keys.blind(outsideKind(account.provider), account.subject)})
      on conflict (person_id, provider) do update set subject_sealed = excluded.subject_sealed,
        subject_key = excluded.subject_key, bound_at = excluded.bound_at`))
  if (bound !== 1) {
    const message = '该号已绑定到另一个账号'
    throw new AppError('duplicate', { message, errors: [{ field: 'subject', message }] })
  }
}

/** Forgets a person's number at a provider; false where there was none. */
export async function unbindOutside(tx: Tx, personId: number, provider: string): Promise<boolean> {
  const gone = await tx.execute(
    sql`delete from outside_account where person_id = ${personId} and provider = ${provider}`,
  )
  return gone === 1
}

/** The person with this number at a provider; null when there is none. */
export async function findByOutside(
  db: Queryable,
  keys: Keys,
  account: OutsideAccount,
): Promise<number | null> {
  const row = await db.maybeOne<{ person_id: number }>(sql`
    select person_id from outside_account
    where provider = ${account.provider}
      and subject_key = any(${[...keys.blinds(outsideKind(account.provider), account.subject)]}::text[])`)
  return row?.person_id ?? null
}

/** The numbers of a person at providers, opened. */
export async function outsideOf(db: Queryable, keys: Keys, personId: number): Promise<OutsideAccount[]> {
  const rows = await db.query<{ provider: string; sealed: string }>(sql`
    select provider, subject_sealed as sealed from outside_account where person_id = ${personId} order by provider`)
  return rows.map(({ provider, sealed }) => ({
    provider,
    subject: openOutside(keys, personId, provider, sealed),
  }))
}

/** Opens a stored number. */
export const openOutside = (keys: Keys, personId: number, provider: string, sealed: string): string =>
  keys.open(sealed, placeFor(personId, provider))
