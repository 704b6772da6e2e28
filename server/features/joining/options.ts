import type { Actor } from '../../../catalogue/access/access.ts'
import { keptRoles } from '../../../catalogue/access/office-accounts.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { institutionsInScope, scopeCondition } from '../../engine/access/index.ts'
import type { Ground } from '../../engine/feature.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

export interface JoiningNeeds extends Pick<Ground, 'db' | 'engine' | 'actorOn' | 'notify'> {
  /** Looks again for what is wrong in these archives. */
  readonly examineAgain: (tx: Tx, teacherIds: readonly number[]) => Promise<void>
}

/** The offices that join two archives: authorities, each what lies below it (personnel.md, section 6). */
export const joiners = [4, 5, 6] as const

/** Refuses two people of whom one is out of the actor's scope, like such that do not exist. */
export async function requireBothSeen(
  db: Queryable,
  actor: Actor,
  ids: readonly [number, number],
): Promise<void> {
  const seen = await db.query(sql`
    select 1 from teacher t
    where t.id = any(${[...ids]}::int[]) and ${scopeCondition(actor, 't', 'id')}`)
  if (seen.length < 2) throw new AppError('missing')
}

interface Beyond {
  readonly name: string
  readonly own: boolean
  readonly office: boolean
  readonly asked: boolean
}

/**
 * Why an office may not join two people: one of them is of the office itself, or acts for an office that is
 * not below it. An account passes with the archive, so nobody may give away one that they could not have
 * opened or ended.
 */
export async function rightsFaults(
  db: Queryable,
  actor: Actor,
  ids: readonly [number, number],
): Promise<FieldFault[]> {
  const rows = await db.query<Beyond>(sql`
    select t.name, t.institution_id = ${actor.institutionId} or t.person_id = ${actor.personId} as own,
      exists (
        select 1
        from identity a
        join institution i on i.id = a.institution_id
        where a.person_id = t.person_id and a.state = ${sql.lit('enabled')} and a.lent_by is null
          and not (a.role = any(${[...keptRoles(actor.role)]}::int[]) and ${institutionsInScope(actor, 'i')})
      ) as office,
      exists (
        select 1 from account_request q where q.person_id = t.person_id and q.state = ${sql.lit('open')}
      ) as asked
    from teacher t
    where t.id = any(${[...ids]}::int[])
    order by t.id`)
  return rows.flatMap(({ name, own, office, asked }): FieldFault[] => [
    ...(own ? [{ field: 'joinedId', message: `${name}是本单位的人，由上级机构办理` }] : []),
    ...(office && !own
      ? [{ field: 'joinedId', message: `${name}还有不由本单位管理的账号，由上级机构办理` }]
      : []),
    ...(asked ? [{ field: 'joinedId', message: `${name}有一项身份申请等待确认，先办结` }] : []),
  ])
}
