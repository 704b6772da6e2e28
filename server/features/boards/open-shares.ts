import { sql, type Sql } from '../../platform/db/sql.ts'
import { usable } from '../../engine/access/index.ts'

/**
 * Condition that `board_share s` opens now: neither over nor revoked, and whoever made it still has access.
 */
export const isOpen: Sql = sql`s.revoked_at is null and s.expires_at > now()
    and exists (select 1 from identity a where a.id = s.by_identity and ${usable})`
