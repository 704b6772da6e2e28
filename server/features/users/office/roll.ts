import type { Actor } from '../../../../catalogue/access/access.ts'
import type { IssuedCodes, RollLine } from '../../../../catalogue/contract/administration/office-accounts.ts'
import { AppError, invalid } from '../../../../catalogue/errors.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import { issueOneTimePassword } from '../../../engine/directory/index.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { giveIdentity } from '../grants.ts'
import type { Users } from '../options.ts'
import { handOver, mobileOf } from '../told.ts'
import type { Code } from './open.ts'

/** Teachers `t` of the institution `i` without an account of a teacher there, whose person is `p`. */
const without = sql`not exists (
  select 1
  from identity a
  where a.person_id = t.person_id and a.role = 2 and a.institution_id = t.institution_id and a.lent_by is null)`
const signsIn = sql`(p.login_name is not null or p.id_no_key is not null or p.mobile_key is not null)`
/** Also one that is switched off: whoever opens it again must find the password that was there. */
const elsewhere = sql`exists (select 1 from identity a where a.person_id = p.id)`
const from = sql`
  teacher t
  join institution i on i.id = t.institution_id
  join person p on p.id = t.person_id`

/** The school whose roll is asked for: a school's own, for those above it the named one of their scope. */
async function schoolAsked(
  db: Queryable,
  actor: Actor,
  institution: number | undefined,
): Promise<{ id: number; name: string }> {
  const id = institution ?? (actor.role === 3 ? actor.institutionId : undefined)
  if (id === undefined) throw invalid('institution', '请先选择学校')
  const found = await db.maybeOne<{ id: number; name: string }>(sql`
    select i.id, i.name
    from institution i
    where i.id = ${id} and i.level in ('school', 'centre') and ${institutionsInScope(actor, 'i')}`)
  if (!found) throw invalid('institution', '范围内没有该单位')
  return found
}

/** Teachers of one school who have no account there, by the sound of the name. */
export async function rollWithout(
  db: Queryable,
  actor: Actor,
  { institution, page, pageSize }: { institution?: number | undefined; page: number; pageSize: number },
) {
  const school = await schoolAsked(db, actor, institution)
  const where = sql`t.institution_id = ${school.id} and ${without}`
  const [list, { total }] = await Promise.all([
    db.query<RollLine>(sql`
      select t.id as "teacherId", t.name, ${signsIn} as "signsIn", ${elsewhere} as elsewhere
      from ${from}
      where ${where}
      order by t.name_sort, t.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from teacher t where ${where}`),
  ])
  return { institution: school.name, list, total, page, pageSize }
}

interface Teacher extends RollLine {
  readonly personId: number
  readonly institutionId: number
  readonly institution: string
  readonly account: string | null
}

const teachersAsked = (actor: Actor, ids: readonly number[]): Sql => sql`
  select t.id as "teacherId", t.name, t.person_id as "personId", i.id as "institutionId", i.name as institution,
    p.login_name as account, ${signsIn} as "signsIn", ${elsewhere} as elsewhere
  from ${from}
  where t.id = any(${[...ids]}::int[]) and ${institutionsInScope(actor, 'i')} and ${without}
  order by t.name_sort, t.id`

/**
 * Gives teachers of the roll an account at their school, each by itself: one that cannot have any leaves the
 * others alone. Whoever has an account elsewhere keeps its password, so that no office takes it over. A
 * number outside the scope and one that has an account are left out alike.
 */
export async function giveFromRoll(users: Users, actor: Actor, ids: readonly number[]): Promise<IssuedCodes> {
  const teachers = await users.db.query<Teacher>(teachersAsked(actor, ids))
  if (teachers.length === 0) throw new AppError('missing')
  const list: Code[] = []
  for (const teacher of teachers) list.push(await giveOne(users, actor, teacher))
  return { list }
}

async function giveOne(users: Users, actor: Actor, teacher: Teacher): Promise<Code> {
  const { personId, institutionId, institution, name, account } = teacher
  const line = { identityId: 0, name, institution, account, password: null, sentTo: null }
  if (!teacher.signsIn) return { ...line, refused: '没有账号、证件号和手机号，请先在名册里补上' }
  const password = teacher.elsewhere ? null : await users.newPassword()
  const made = await users.db.transaction(async (tx) => {
    // Two officers may press at once: the second finds the account there.
    const still = await tx.maybeOne(
      sql`select 1 from teacher t where t.id = ${teacher.teacherId} and ${without} for update`,
    )
    if (!still) return null
    await giveIdentity(users, tx, actor, { personId, role: 2, institutionId, duties: null })
    if (password) await issueOneTimePassword(tx, personId, users.bound(personId, password.hash))
    return tx.one<{ id: number }>(sql`
      select id from identity where person_id = ${personId} and role = 2 and institution_id = ${institutionId}`)
  })
  if (made === null) return { ...line, refused: '刚刚已由他人开设' }
  const given = { ...line, identityId: made.id }
  if (password === null) return { ...given, refused: '已开设；本人原来就有账号，用原来的密码登录' }
  return {
    ...given,
    ...handOver(users, await mobileOf(users, users.db, personId), password.plain),
    refused: null,
  }
}
