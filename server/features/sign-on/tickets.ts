import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { noteEntry, type Consent } from './consents.ts'
import { hashOf } from './items.ts'

/** Seconds in which an older system has to ask whose a ticket is. */
export const ticketSeconds = 30

/** Makes a ticket for one address of an app, within one session of the portal. */
export async function makeTicket(
  db: Database,
  consent: Consent,
  { service, family }: { service: string; family: string },
): Promise<string> {
  const ticket = `ST-${randomBytes(24).toString('base64url')}`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into sign_on_ticket (hash, app_id, person_id, identity_id, service_hash, family, expires_at)
      values (${hashOf(ticket)}, ${consent.app}, ${consent.personId}, ${consent.identityId},
        ${hashOf(service)}, ${family}, now() + make_interval(secs => ${ticketSeconds}))`)
    await noteEntry(tx, consent)
  })
  return ticket
}

/** Whose a ticket is. */
export interface Holder {
  readonly app: string
  readonly personId: number
  readonly fits: boolean
}

/**
 * Uses a ticket up, also where it is shown with a wrong address. Undefined for one that is unknown, used, over, or whose
 * session of the portal ended; `fits` says whether it was made for this address.
 */
export const useTicket = (db: Queryable, ticket: string, service: string): Promise<Holder | undefined> =>
  db.maybeOne<Holder>(sql`
    update sign_on_ticket o
    set used_at = now()
    where o.hash = ${hashOf(ticket)} and o.used_at is null and o.expires_at > now()
      and exists (select 1 from session f where f.family = o.family and f.revoked_at is null
        and f.replaced_at is null and f.expires_at > now())
    returning o.app_id as app, o.person_id as "personId", o.service_hash = ${hashOf(service)} as fits`)

/** Takes the tickets that meet a condition on `o` out of the table; returns the systems that were entered with them. */
export async function endTickets(db: Queryable, which: Sql): Promise<string[]> {
  const rows = await db.query<{ name: string; used: boolean }>(sql`
    with gone as (
      delete from sign_on_ticket o where ${which} returning o.app_id, o.used_at is not null as used)
    select distinct p.name, g.used from gone g join app p on p.id = g.app_id where g.used`)
  return rows.map(({ name }) => name)
}

/** Tickets that nobody can use and no session stands behind any more. */
export const removeTickets = (db: Queryable): Promise<number> =>
  db.execute(sql`
    delete from sign_on_ticket
    where (used_at is null and expires_at < now()) or expires_at < now() - interval '1 day'`)
