import { AsyncLocalStorage } from 'node:async_hooks'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import type { SealedTable } from '../../engine/sealing/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { sha256 } from '../../platform/crypto/keys.ts'

/** Codes, tokens and sessions are random: a plain hash of them is enough to find them by. */
export const hashOf = (id: string): string => sha256(id).toString('base64url')

const placeOf = (model: string, idHash: string): string => `sign-on|${model}|${idHash}`

/** Sealed items of the provider. */
export const signOnItems: SealedTable = {
  table: 'sign_on_item',
  key: [
    ['model', 'text'],
    ['id_hash', 'text'],
  ],
  columns: [['payload_sealed', 'text']],
  reseal: (row, again) => {
    const sealed = row['payload_sealed']
    return {
      payload_sealed:
        typeof sealed === 'string'
          ? again(sealed, placeOf(String(row['model']), String(row['id_hash'])))
          : null,
    }
  },
}

/** The session of the portal that the request at hand belongs to; sessions of the provider follow it. */
export const followed = new AsyncLocalStorage<{ readonly family: string }>()

interface Row {
  readonly id_hash: string
  readonly payload_sealed: string
  readonly consumed: number | null
}

/** Ids and states of the portal's sessions as rows `f`: those that were neither ended nor outlived. */
const livingFamily: Sql = sql`exists (
  select 1 from session f
  where f.family = o.family and f.revoked_at is null and f.replaced_at is null and f.expires_at > now())`

/** The payloads that the library writes; read back unchanged. */
const payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null)

const valueOf = (given: AdapterPayload, key: 'grantId' | 'uid'): string | null => {
  const found = given[key]
  return typeof found === 'string' ? hashOf(found) : null
}

/**
 * Uses a code or a refresh token up. The library reads it first and consumes it afterwards, so that of
 * several requests at once all find it unused: the one statement decides. Whoever comes second ends what came
 * from the grant, as for a second use later on (RFC 6749, 4.1.2 and 10.4).
 * @throws errors.InvalidGrant for all requests but one
 */
async function consume(db: Database, model: string, idHash: string): Promise<void> {
  const consumed = await db.execute(sql`
    update sign_on_item
    set consumed_at = now()
    where model = ${model} and id_hash = ${idHash} and consumed_at is null`)
  if (consumed === 1) return
  // The grant goes, too: tokens that the first request is about to save are refused without it. Rows are
  // locked in one order, for twenty requests delete the same ones.
  await db.execute(sql`
    delete from sign_on_item o
    where (o.model, o.id_hash) in (
      select g.model, g.id_hash
      from sign_on_item g
      join sign_on_item used on used.model = ${model} and used.id_hash = ${idHash}
      where g.grant_hash = used.grant_hash or (g.model = 'Grant' and g.id_hash = used.grant_hash)
      order by g.model, g.id_hash
      for update of g)`)
  throw new errors.InvalidGrant('already consumed')
}

/**
 * Keeps one kind of what the provider remembers. What is over is not found; a session of the provider is
 * found only while the portal's session lives that it was begun with.
 */
export function itemsOf(db: Database, keys: Keys, model: string): Adapter {
  const alive = model === 'Session' ? sql`and ${livingFamily}` : sql.empty
  const read = async (which: Sql): Promise<AdapterPayload | undefined> => {
    const row = await db.maybeOne<Row>(sql`
      select o.id_hash, o.payload_sealed, extract(epoch from o.consumed_at)::float8 as consumed
      from sign_on_item o
      where o.model = ${model} and ${which} and o.expires_at > now() ${alive}`)
    if (row === undefined) return undefined
    const opened = payload.parse(JSON.parse(keys.open(row.payload_sealed, placeOf(model, row.id_hash))))
    return row.consumed === null ? opened : { ...opened, consumed: Math.floor(row.consumed) }
  }
  return {
    upsert: async (id, given, seconds = 3600) => {
      const isOnce = model === 'ReplayDetection' ? sql`where o.expires_at <= now()` : sql.empty
      const idHash = hashOf(id)
      const sealed = keys.seal(JSON.stringify(given), placeOf(model, idHash))
      const kept = await db.execute(sql`
        insert into sign_on_item as o
          (model, id_hash, payload_sealed, grant_hash, uid_hash, family, expires_at)
        values (${model}, ${idHash}, ${sealed}, ${valueOf(given, 'grantId')}, ${valueOf(given, 'uid')},
          ${model === 'Session' ? (followed.getStore()?.family ?? null) : null},
          now() + make_interval(secs => ${seconds}))
        on conflict (model, id_hash) do update
        set payload_sealed = excluded.payload_sealed, grant_hash = excluded.grant_hash,
          uid_hash = excluded.uid_hash, family = coalesce(excluded.family, o.family),
          expires_at = excluded.expires_at
        ${isOnce}`)
      // A signed proof of an app that is already known: another request showed it at the same moment.
      if (kept === 0) throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
    },
    find: (id) => read(sql`o.id_hash = ${hashOf(id)}`),
    findByUid: (uid) => read(sql`o.uid_hash = ${hashOf(uid)}`),
    // Codes typed on another device are not offered.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => consume(db, model, hashOf(id)),
    destroy: async (id) => {
      const gone = await db.execute(sql`
        delete from sign_on_item where model = ${model} and id_hash = ${hashOf(id)}`)
      // The library takes an interaction out before it goes on: of several at once one goes on.
      if (model === 'Interaction' && gone === 0)
        throw new errors.SessionNotFound('interaction session not found')
    },
    revokeByGrantId: async (grantId) => {
      await db.execute(sql`
        delete from sign_on_item where model = ${model} and grant_hash = ${hashOf(grantId)}`)
    },
  }
}

/** A session of the provider, as a row: the apps it is signed in to. */
export interface KeptSession {
  readonly idHash: string
  readonly accountId: string
  readonly authorizations: AdapterPayload['authorizations']
}

/** The sessions of the provider that meet a condition on `o`, taken out of the table. */
export async function takeSessions(db: Database, keys: Keys, which: Sql): Promise<KeptSession[]> {
  const rows = await db.query<Row>(sql`
    delete from sign_on_item o
    where o.model = 'Session' and ${which}
    returning o.id_hash, o.payload_sealed, null as consumed`)
  return rows.flatMap((row) => {
    const { accountId, authorizations } = payload.parse(
      JSON.parse(keys.open(row.payload_sealed, placeOf('Session', row.id_hash))),
    )
    return accountId === undefined ? [] : [{ idHash: row.id_hash, accountId, authorizations }]
  })
}

/** Condition on a session of the provider `o`: the portal's session it followed has ended. */
export const unfollowed: Sql = sql`not ${livingFamily}`

/** Removes what is over; returns how many rows went. */
export const removeOver = (db: Database): Promise<number> =>
  db.execute(sql`delete from sign_on_item where expires_at < now() - interval '1 hour'`)
