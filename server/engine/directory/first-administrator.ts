import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Fills an empty directory: the institution at the root of the tree, and its administrator `admin` whose
 * password is marked as given by others, so that the first sign-in asks for a new one.
 */
export async function addFirstAdministrator(tx: Tx, passwordHash: string): Promise<void> {
  await tx.execute(sql`
    insert into institution (level, code, name, kind, area_code)
    values ('province', null, '平台', '10', '000000')`)
  await tx.execute(sql`update institution set province_id = id`)
  await tx.execute(sql`
    insert into person (name, login_name, password_hash, password_changed_at, must_change)
    values ('系统管理员', 'admin', ${passwordHash}, now(), true)`)
  await tx.execute(sql`
    insert into identity (person_id, role, institution_id)
    select p.id, 1, i.id from person p, institution i where p.login_name = 'admin' and i.parent_id is null`)
}
