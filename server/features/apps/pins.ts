import type { Actor } from '../../../catalogue/access/access.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const officeOf = ({ role, institutionId }: Actor): number | null => (role === 1 ? null : institutionId)

/** Apps that the actor's office pins to the top. */
export async function pinsOf(db: Database, actor: Actor): Promise<{ apps: string[] }> {
  const rows = await db.query<{ app_id: string }>(sql`
    select app_id from app_pin where office_id is not distinct from ${officeOf(actor)}::int order by position, app_id`)
  return { apps: rows.map(({ app_id: id }) => id) }
}

/** Puts these apps first for everybody of the office's region who may use them. */
export async function pin(db: Database, actor: Actor, apps: readonly string[]): Promise<{ apps: string[] }> {
  const office = officeOf(actor)
  const wanted = [...new Set(apps)]
  await db.transaction(async (tx) => {
    await tx.query(sql`select 1 from institution where id = ${actor.institutionId} for no key update`)
    await tx.execute(sql`delete from app_pin where office_id is not distinct from ${office}::int`)
    await tx.execute(sql`
      insert into app_pin (app_id, office_id, position)
      select p.id, ${office}::int, w.position
      from unnest(${wanted}::text[]) with ordinality w (id, position)
      join app p on p.id = w.id and p.enabled`)
    await note(tx, { by: actor.identityId, action: 'app.pinned', facts: { apps: wanted } })
  })
  return pinsOf(db, actor)
}
