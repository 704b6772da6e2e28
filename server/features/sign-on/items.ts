import { AsyncLocalStorage } from 'node:async_hooks'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import type { SealedTable } from '../../engine/sealing/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { sha256 } from '../../platform/crypto/keys.ts'

/** Codes, tokens and sessions are random: a plain hash of them is enough to find them by. */
export const hashOf = (id: string): string => sha256(id).toString('base64url')

const placeOf = (model: string, idHash: string): string => `sign-on|${model}|${idHash}`

/** What the provider keeps, sealed. */
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
 * Keeps one kind of what the provider remembers. What is over is not found; a session of the provider is found only
 * while the portal's session lives that it was begun with.
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
      const idHash = hashOf(id)
      const sealed = keys.seal(JSON.stringify(given), placeOf(model, idHash))
      await db.execute(sql`
        insert into sign_on_item as o
          (model, id_hash, payload_sealed, grant_hash, uid_hash, family, expires_at)
        values (${model}, ${idHash}, ${sealed}, ${valueOf(given, 'grantId')}, ${valueOf(given, 'uid')},
          ${model === 'Session' ? (followed.getStore()?.family ?? null) : null},
          now() + make_interval(secs => ${seconds}))
        on conflict (model, id_hash) do update
        set payload_sealed = excluded.payload_sealed, grant_hash = excluded.grant_hash,
          uid_hash = excluded.uid_hash, family = coalesce(excluded.family, o.family),
          expires_at = excluded.expires_at`)
    },
    find: (id) => read(sql`o.id_hash = ${hashOf(id)}`),
    findByUid: (uid) => read(sql`o.uid_hash = ${hashOf(uid)}`),
    // Codes typed on another device are not offered.
    findByUserCode: () => Promise.resolve(undefined),
    consume: async (id) => {
      await db.execute(sql`
        update sign_on_item set consumed_at = now() where model = ${model} and id_hash = ${hashOf(id)}`)
    },
    destroy: async (id) => {
      await db.execute(sql`
        delete from sign_on_item where model = ${model} and id_hash = ${hashOf(id)}`)
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
