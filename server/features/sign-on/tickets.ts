import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { SealedTable } from '../../engine/sealing/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { noteEntry, type Consent } from './consents.ts'
import { hashOf } from './items.ts'

/** Seconds in which an older system has to ask whose a ticket is. */
export const ticketSeconds = 30

const noticePlace = (hash: string): string => `sign-on|ticket|${hash}`

/** Addresses and tickets by which older systems know a session, for as long as it lasts. */
export const signOnTickets: SealedTable = {
  table: 'sign_on_ticket',
  key: [['hash', 'text']],
  columns: [['notice_sealed', 'text']],
  reseal: (row, again) => {
    const sealed = row['notice_sealed']
    return {
      notice_sealed: typeof sealed === 'string' ? again(sealed, noticePlace(String(row['hash']))) : null,
    }
  },
}

/** Makes a ticket for one address of an app, within one session of the portal. */
export async function makeTicket(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  consent: Consent,
  { service, family }: { service: string; family: string },
): Promise<string> {
  const ticket = `ST-${randomBytes(24).toString('base64url')}`
  const hash = hashOf(ticket)
  const notice = keys.seal(JSON.stringify({ service, ticket }), noticePlace(hash))
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into sign_on_ticket (hash, app_id, person_id, identity_id, service_hash, family, expires_at,
        notice_sealed)
      select ${hash}::text, ${consent.app}::text, ${consent.personId}::int, ${consent.identityId}::int,
        ${hashOf(service)}::text, ${family}::uuid, now() + make_interval(secs => ${ticketSeconds}),
        case when c.service_logout then ${notice}::text end
      from (select 1) once
      left join sign_on_client c on c.app_id = ${consent.app}`)
    await noteEntry(tx, consent)
  })
  return ticket
}

/** Holder of a ticket. */
export interface Holder {
  readonly app: string
  readonly personId: number
  readonly fits: boolean
}

/**
 * Uses a ticket up, also where it is shown with a wrong address. Undefined for one that is unknown, used,
 * over, or whose session of the portal ended; `fits` says whether it was made for this address.
 */
export const useTicket = (db: Queryable, ticket: string, service: string): Promise<Holder | undefined> =>
  db.maybeOne<Holder>(sql`
    update sign_on_ticket o
    set used_at = now()
    where o.hash = ${hashOf(ticket)} and o.used_at is null and o.expires_at > now()
      and exists (select 1 from session f where f.family = o.family and f.revoked_at is null
        and f.replaced_at is null and f.expires_at > now())
    returning o.app_id as app, o.person_id as "personId", o.service_hash = ${hashOf(service)} as fits`)

/** A session that somebody had at an older system. */
export interface OlderSession {
  readonly app: string
  readonly name: string
  readonly personId: number
  /** By what the system knows it; null where it wants no notice. */
  readonly known: { readonly service: string; readonly ticket: string } | null
}

const known = z.object({ service: z.string(), ticket: z.string() })

/**
 * Takes the tickets that meet a condition on `o` out of the table; returns the sessions that were begun with
 * them.
 */
export async function endTickets(
  { db, keys }: { readonly db: Queryable; readonly keys: Keys },
  which: Sql,
): Promise<OlderSession[]> {
  const rows = await db.query<Omit<OlderSession, 'known'> & { hash: string; sealed: string | null }>(sql`
    with gone as (
      delete from sign_on_ticket o
      where ${which}
      returning o.app_id, o.person_id, o.hash, o.notice_sealed, o.used_at is not null as used)
    select g.app_id as app, p.name, g.person_id as "personId", g.hash, g.notice_sealed as sealed
    from gone g
    join app p on p.id = g.app_id
    where g.used`)
  return rows.map(({ hash, sealed, ...session }) => ({
    ...session,
    known: sealed === null ? null : known.parse(JSON.parse(keys.open(sealed, noticePlace(hash)))),
  }))
}

/** Tickets that nobody can use and no session stands behind any more. */
export const removeTickets = (db: Queryable): Promise<number> =>
  db.execute(sql`
    delete from sign_on_ticket
    where (used_at is null and expires_at < now()) or expires_at < now() - interval '1 day'`)
