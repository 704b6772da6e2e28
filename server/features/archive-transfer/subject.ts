import type { Actor } from '../../../catalogue/access/access.ts'
import type { PackageSubject } from '../../../catalogue/contract/archive-transfer.ts'
import { isServing } from '../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope, scopeCondition } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The subject of a package that the actor may hand over. */
export interface OpenedSubject {
  readonly asked: PackageSubject
  readonly title: string
  /** The institution of the records: its own, or the one that keeps the archive of who left. */
  readonly institution: { readonly id: number; readonly name: string; readonly code: string }
}

interface InstitutionRow {
  readonly id: number
  readonly name: string
  readonly code: string
}

async function ofYear(db: Queryable, actor: Actor, institutionId: number): Promise<InstitutionRow> {
  const row = await db.maybeOne<InstitutionRow>(sql`
    select i.id, i.name, i.code
    from institution i
    where i.id = ${institutionId} and ${institutionsInScope(actor, 'i')}`)
  if (!row) throw invalid('institutionId', '范围内没有该单位')
  return row
}

/**
 * Finds what a package is about within the actor's scope; outside of it, it answers like what is not there.
 * @throws AppError 400 with the field
 */
export async function openSubject(
  db: Queryable,
  actor: Actor,
  asked: PackageSubject,
): Promise<OpenedSubject> {
  if (asked.about === 'year') {
    const { year } = await db.one<{ year: number }>(
      sql`select extract(year from now() at time zone 'Asia/Shanghai')::int as year`,
    )
    if (asked.year > year) throw invalid('year', '该年度尚未开始')
    const institution = await ofYear(db, actor, asked.institutionId)
    return { asked, title: `${institution.name} ${asked.year} 年度教师档案`, institution }
  }
  const row = await db.maybeOne<{ person: string; status: string } & InstitutionRow>(sql`
    select t.name as person, t.status, i.id, i.name, i.code
    from teacher t
    join institution i on i.id = t.institution_id
    where t.id = ${asked.teacherId} and ${scopeCondition(actor, 't', 'id')}`)
  if (!row) throw invalid('teacherId', '范围内没有该教师')
  const { person, status, ...institution } = row
  if (isServing(status)) throw invalid('teacherId', `${person}仍在岗，只移交离开人员的档案`)
  return { asked, title: `${institution.name}离开人员${person}的档案`, institution }
}
