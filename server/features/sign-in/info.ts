import { dutiesOf } from '../../../catalogue/access/duties.ts'
import type { UserInfo } from '../../../catalogue/contract/account.ts'
import type { EnterOptions } from './enter.ts'
import type { IdentityRow } from './store.ts'

/** Who is signed in, as the browser keeps it. */
export function infoOf(o: EnterOptions, row: IdentityRow, token: string, lastLogin: string | null): UserInfo {
  return {
    id: row.id,
    truename: row.name,
    image: o.photoAddress(row.image_file),
    role: row.role,
    token,
    is_simple: row.password_simple ? 1 : 0,
    is_reset: row.reset_due ? 1 : 0,
    client_id: row.client_id,
    page_id: row.page_id,
    identities: row.identities,
    second_factor: o.secondFactor,
    duties: o.separateDuties && row.role === 1 ? [...dutiesOf(row.duties)] : null,
    organization: { id: row.institution_id, name: row.institution, area_code: row.area_code },
    teacherObj: row.teacher_id === null ? null : { id: row.teacher_id, name: row.name },
    last_login_at: lastLogin,
    stands_for: row.stands_for === null || row.lent_until === null ? null : { name: row.stands_for, until: row.lent_until },
  }
}
