import { sql } from '../../platform/db/sql.ts'
import type { Call, Outcome } from './call.ts'

/**
 * Stores that a reviewer opened this revision. The next revision is then shown to them as changes since this
 * one. A POST of its own does it, because reading must change nothing.
 */
export async function look({ engine, actor, loaded }: Call): Promise<Outcome> {
  const { pending, owner, id } = loaded
  if (pending?.state === 'inReview' && actor.role !== 2) {
    await engine.db.query(sql`
      insert into revision_look (owner_id, record_id, identity_id, revision_id)
      values (${owner.id}, ${id}, ${actor.identityId}, ${pending.id})
      on conflict (owner_id, record_id, identity_id)
      do update set revision_id = excluded.revision_id, at = excluded.at`)
  }
  return { version: loaded.version, state: loaded.standing.state, level: null }
}
