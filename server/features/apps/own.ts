import type { Actor } from '../../../catalogue/access/access.ts'
import { alteredLink, type AppOpened } from '../../../catalogue/contract/portal/app-centre.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { addressOf, hostOf } from './address.ts'
import type { AppNeeds } from './needs.ts'
import { asker, standing } from './reach.ts'

/**
 * Keeps the favourites in this order. What the actor may not use is left out, and comes back with the right
 * to it.
 */
export async function keepFavourites(db: Database, actor: Actor, apps: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(apps)]
  await db.transaction(async (tx) => {
    // One change of somebody's list after the other: two windows must not both insert.
    await tx.query(sql`select 1 from identity where id = ${actor.identityId} for no key update`)
    await tx.execute(sql`delete from app_favourite where identity_id = ${actor.identityId}`)
    await tx.execute(sql`
      insert into app_favourite (identity_id, app_id, position)
      select m.id, p.id, f.position
      from ${asker(actor.identityId)}
      cross join unnest(${wanted}::text[]) with ordinality f (app_id, position)
      join app p on p.id = f.app_id
      where ${standing} = 'use'`)
    await note(tx, { by: actor.identityId, action: 'app.favourites', facts: { apps: wanted } })
  })
  return true
}

/** Forgets what the actor opened. The audit keeps its lines. */
export async function clearRecents(db: Database, { identityId }: Actor): Promise<boolean> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`delete from app_opening where identity_id = ${identityId}`)
    await note(tx, { by: identityId, action: 'app.recents-cleared' })
  })
  return true
}

interface OwnApp {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly entry_path: string
  readonly open_mode: string
  readonly maintained: boolean
  readonly until: string | null
}

const hour = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * Opens an app for the actor and notes it.
 * @throws AppError `missing` with the sentence of an altered link: longer than three characters, unknown, or
 * not theirs
 */
export async function open(
  needs: AppNeeds,
  actor: Actor,
  { id, sessionToken }: { readonly id: string; readonly sessionToken: string },
): Promise<AppOpened> {
  const found =
    id.length > 3
      ? undefined
      : await needs.db.maybeOne<OwnApp>(sql`
          select p.id, p.name, p.domain, p.entry_path, p.open_mode, p.maintenance_until as until,
            coalesce(now() between p.maintenance_from and p.maintenance_until, false) as maintained
          from ${asker(actor.identityId)}
          cross join app p
          where p.id = ${id} and ${standing} = 'use'`)
  if (!found) throw new AppError('missing', { message: alteredLink })
  if (found.maintained)
    throw new AppError('wrongState', {
      message: `“${found.name}”正在维护，预计 ${hour.format(new Date(found.until ?? 0))} 恢复`,
    })
  const address = await needs.openApp({
    actor,
    sessionToken,
    app: { id: found.id, address: addressOf(found) },
  })
  if (actor.viewedBy === undefined) await noteOpening(needs.db, actor, found.id)
  return { name: found.name, address, openMode: found.open_mode, host: hostOf(found) }
}

const noteOpening = (db: Database, { identityId }: Actor, app: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into app_opening (identity_id, app_id)
      values (${identityId}, ${app})
      on conflict (identity_id, app_id) do update set times = app_opening.times + 1, at = excluded.at`)
    await note(tx, { by: identityId, action: 'app.opened', facts: { app } })
  })
