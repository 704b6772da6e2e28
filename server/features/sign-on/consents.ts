import { consentDays, type FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import { usable } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { hashOf } from './items.ts'

/** Scopes that a person agreed to release to an app. */
export interface Consent {
  readonly app: string
  readonly personId: number
  readonly identityId: number
  readonly scopes: readonly FactScope[]
  readonly declined: readonly FactScope[]
  readonly grantId: string | null
}

/** The agreement in force; undefined where there is none, it is over, or its identity may not be used. */
export const consentOf = (db: Queryable, app: string, personId: number): Promise<Consent | undefined> =>
  db.maybeOne<Consent>(sql`
    select c.app_id as app, c.person_id as "personId", c.identity_id as "identityId", c.scopes, c.declined,
      c.grant_id as "grantId"
    from sign_on_consent c
    join identity a on a.id = c.identity_id
    where c.app_id = ${app} and c.person_id = ${personId} and c.until > now() and ${usable}`)

/** Ends a grant with every code and token that came from it. */
export async function dropGrant(db: Queryable, grantId: string): Promise<void> {
  const hash = hashOf(grantId)
  await db.execute(sql`
    delete from sign_on_item where grant_hash = ${hash} or (model = 'Grant' and id_hash = ${hash})`)
}

/** Keeps an agreement; what came from the one before ends, since identity or facts may differ. */
export async function keepConsent(tx: Tx, consent: Consent): Promise<void> {
  const { app, personId, identityId, scopes, declined, grantId } = consent
  const before = await tx.maybeOne<{ grant_id: string | null }>(sql`
    select grant_id from sign_on_consent where app_id = ${app} and person_id = ${personId} for update`)
  if (before?.grant_id) await dropGrant(tx, before.grant_id)
  await tx.execute(sql`
    insert into sign_on_consent (app_id, person_id, identity_id, scopes, declined, grant_id, until)
    values (${app}, ${personId}, ${identityId}, ${[...scopes]}, ${[...declined]}, ${grantId},
      now() + make_interval(days => ${consentDays}))
    on conflict (app_id, person_id) do update
    set identity_id = excluded.identity_id, scopes = excluded.scopes, declined = excluded.declined,
      grant_id = excluded.grant_id, granted_at = excluded.granted_at, until = excluded.until`)
  await note(tx, {
    by: identityId,
    action: 'signOn.agreed',
    personId,
    facts: { app, scopes, declined },
  })
}

/** Takes an agreement back; returns false where there was none. */
export async function revokeConsent(
  tx: Tx,
  { app, personId, by }: { app: string; personId: number; by: number },
): Promise<boolean> {
  const gone = await tx.maybeOne<{ grant_id: string | null }>(sql`
    delete from sign_on_consent
    where app_id = ${app} and person_id = ${personId}
    returning grant_id`)
  if (gone === undefined) return false
  if (gone.grant_id !== null) await dropGrant(tx, gone.grant_id)
  await note(tx, { by, action: 'signOn.revoked', personId, facts: { app } })
  return true
}

/** Notes that a person went to an app. */
export async function noteEntry(tx: Tx, { app, personId, identityId }: Consent): Promise<void> {
  await tx.execute(sql`
    update sign_on_consent set last_used_at = now() where app_id = ${app} and person_id = ${personId}`)
  await tx.execute(sql`update sign_on_client set last_used_at = now() where app_id = ${app}`)
  await note(tx, { by: identityId, action: 'signOn.entered', personId, facts: { app } })
}
