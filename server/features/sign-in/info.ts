import { dutiesOf } from '../../../catalogue/access/duties.ts'
import type { CurrentUser, UserInfo } from '../../../catalogue/contract/account/account.ts'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { EnterOptions } from './enter.ts'
import type { IdentityRow } from './store.ts'

/** The signed-in identity in the shape that browsers store. */
export function infoOf(o: EnterOptions, row: IdentityRow, token: string, lastLogin: string | null): UserInfo {
  return {
    id: row.id,
    truename: row.name,
    image: o.photoAddress(row.image_file),
    role: row.role,
    token,
    is_simple: row.password_simple ? 1 : 0,
    is_reset: row.reset_due ? 1 : 0,
    password_due: row.password_due,
    client_id: row.client_id,
    page_id: row.page_id,
    identities: row.identities,
    second_factor: o.secondFactor,
    duties: o.separateDuties && row.role === 1 ? [...dutiesOf(row.duties)] : null,
    organization: { id: row.institution_id, name: row.institution, area_code: row.area_code },
    teacherObj: row.teacher_id === null ? null : { id: row.teacher_id, name: row.name },
    last_login_at: lastLogin,
    stands_for:
      row.stands_for === null || row.lent_until === null
        ? null
        : { name: row.stands_for, until: row.lent_until },
    reads_only: row.reads_only ? { until: row.reads_until } : null,
  }
}

interface ContactRow {
  mobile_sealed: string | null
  email_sealed: string | null
  login_name: string | null
  password_changed_at: string | null
}

/**
 * How a person is reached, masked, and when the password was changed: the part of GET /api/v1/user that no
 * browser keeps.
 */
export async function contactOf(
  db: Queryable,
  keys: Keys,
  personId: number,
): Promise<Omit<CurrentUser, keyof UserInfo>> {
  const row = await db.one<ContactRow>(sql`
    select mobile_sealed, email_sealed, login_name, password_changed_at from person where id = ${personId}`)
  const opened = (sealed: string | null, key: 'mobile' | 'email') =>
    sealed === null ? null : keys.open(sealed, `person|${key}|${personId}`)
  const [mobile, email] = [opened(row.mobile_sealed, 'mobile'), opened(row.email_sealed, 'email')]
  return {
    mobile: mobile && kinds.phone.mask(mobile),
    email: email && kinds.email.mask(email),
    login_name: row.login_name,
    password_changed_at: row.password_changed_at,
  }
}
