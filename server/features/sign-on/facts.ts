import { factScopes, type FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

interface Row {
  readonly name: string
  readonly role: number
  readonly institution: string
  readonly code: string | null
  readonly area_code: string
  readonly stage: string | null
  readonly subject: string | null
  readonly title_level: string | null
  readonly mobile_sealed: string | null
  readonly email_sealed: string | null
  readonly person_id: number
}

/** Names of roles towards apps. */
const roleNames: Readonly<Record<number, string>> = {
  1: 'administrator',
  2: 'teacher',
  3: 'school',
  4: 'district',
  5: 'city',
  6: 'province',
  99: 'expert',
}

const named = (name: 'schoolStage' | 'subject' | 'titleLevel', code: string | null): string | null =>
  code === null ? null : labelOf(name, code)

/** Claims of one identity of a person; null for unknown values. */
export type Facts = Readonly<Record<string, string | null>>

/** Reads the facts of an identity. Returns undefined where there is no such identity. */
export async function factsOf(db: Queryable, keys: Keys, identityId: number): Promise<Facts | undefined> {
  const row = await db.maybeOne<Row>(sql`
    select p.name, a.role, i.name as institution, i.code, i.area_code, t.stage, t.subject, t.title_level,
      p.mobile_sealed, p.email_sealed, p.id as person_id
    from identity a
    join person p on p.id = a.person_id
    join institution i on i.id = a.institution_id
    left join teacher t on t.person_id = p.id and a.role = 2
    where a.id = ${identityId}`)
  if (row === undefined) return undefined
  const opened = (sealed: string | null, key: 'mobile' | 'email') =>
    sealed === null ? null : keys.open(sealed, `person|${key}|${row.person_id}`)
  return {
    name: row.name,
    institution: row.institution,
    institution_code: row.code,
    area_code: row.area_code,
    role: roleNames[row.role] ?? 'reviewer',
    role_name: isRole(row.role) ? roleEntry(row.role).label : null,
    stage: row.stage,
    stage_name: named('schoolStage', row.stage),
    subject: row.subject,
    subject_name: named('subject', row.subject),
    title_level: row.title_level,
    title_level_name: named('titleLevel', row.title_level),
    phone_number: opened(row.mobile_sealed, 'mobile'),
    email: opened(row.email_sealed, 'email'),
  }
}

/** The facts that these scopes release; what there is not is left out. */
export function releasedBy(facts: Facts, scopes: Iterable<FactScope>): Record<string, string> {
  const told: Record<string, string> = {}
  for (const scope of scopes)
    for (const claim of factScopes[scope].claims) {
      const value = facts[claim]
      if (value !== null && value !== undefined && value !== '') told[claim] = value
    }
  return told
}

const spoken: Readonly<Record<FactScope, (facts: Facts) => readonly (string | null | undefined)[]>> = {
  profile: (facts) => [facts['name']],
  school: (facts) => [facts['institution']],
  role: (facts) => [facts['role_name']],
  teaching: (facts) => [facts['stage_name'], facts['subject_name']],
  title: (facts) => [facts['title_level_name']],
  phone: (facts) => [facts['phone_number'] && kinds.phone.mask(facts['phone_number'])],
  email: (facts) => [facts['email'] && kinds.email.mask(facts['email'])],
}

/** Values of a scope in words for the person themselves; phone and mail masked. */
export const wordsOf = (facts: Facts, scope: FactScope): string =>
  spoken[scope](facts).filter(Boolean).join('　')
