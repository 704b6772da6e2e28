import type { Actor } from '../../../catalogue/access/access.ts'
import { roleEntry, type Role } from '../../../catalogue/access/roles.ts'
import type { FoundLine } from '../../../catalogue/contract/finding.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { called, institutionsInScope, scopeCondition, teachersWhere } from '../../engine/access/index.ts'
import { within } from '../../platform/db/like.ts'
import { sql } from '../../platform/db/sql.ts'
import { mostShown, type Finding } from './options.ts'

export interface Teacher {
  readonly id: number
  readonly name: string
  readonly name_sort: string | null
  readonly stage: string | null
  readonly subject: string | null
  readonly institution: string
}

const offices: readonly Role[] = [3, 4, 5, 6]

/** Teachers of the office's scope by name, pinyin or initials; one more than is shown. */
export async function teachersFound(
  { engine }: Finding,
  actor: Actor,
  q: string,
): Promise<readonly Teacher[]> {
  if (!offices.includes(actor.role)) return []
  const condition = sql`${scopeCondition(actor, 't', 'id')} and ${called(actor, 't', q)}`
  return engine.search.query<Teacher>(sql`
    select t.id, t.name, t.name_sort, t.stage, t.subject, i.name as institution
    from ${teachersWhere(condition)}
    left join institution i on i.id = t.institution_id
    order by t.name_sort, t.id
    limit ${mostShown + 1}`)
}

export function teacherLine(actor: Actor, one: Teacher): FoundLine {
  const taught = [
    one.stage && labelOf('schoolStage', one.stage),
    one.subject && labelOf('subject', one.subject),
  ].filter(Boolean)
  const [pinyin = ''] = (one.name_sort ?? '').split('|')
  return {
    title: one.name,
    detail: pinyin,
    note: [one.institution, ...taught].join('　'),
    link: `${pathOfPage(actor.role, 'archive-document')}?teacher=${one.id}`,
  }
}

interface Account {
  readonly name: string
  readonly login_name: string | null
  readonly role: Role
  readonly institution: string
}

/** Accounts of the whole portal, for the administrator who keeps them; one more than is shown. */
export async function accountsFound(finding: Finding, actor: Actor, q: string): Promise<FoundLine[]> {
  const list = pathOfPage(actor.role, 'user-list')
  const rows = await finding.engine.search.query<Account>(sql`
    select p.name, p.login_name, a.role, i.name as institution
    from identity a
    join person p on p.id = a.person_id
    join institution i on i.id = a.institution_id
    where a.person_id in (${finding.peopleMeant(q)})
    order by p.name_sort, a.id
    limit ${mostShown + 1}`)
  return rows.map((row) => ({
    title: row.name,
    detail: row.login_name ?? '',
    note: `${roleEntry(row.role).label}　${row.institution}`,
    link: `${list}?q=${encodeURIComponent(row.login_name ?? row.name)}`,
  }))
}

interface Institution {
  readonly id: number
  readonly name: string
  readonly above: string
}

/** Institutions of the office's scope, of the whole portal for the administrator; one more than is shown. */
export async function institutionsFound({ engine }: Finding, actor: Actor, q: string): Promise<FoundLine[]> {
  const isOffice = offices.includes(actor.role)
  if (!isOffice && actor.role !== 1) return []
  const scope = isOffice ? institutionsInScope(actor, 'i') : sql`true`
  const rows = await engine.search.query<Institution>(sql`
    select i.id, i.name, coalesce(a.name, '') as above
    from institution i
    left join institution a on a.id = i.parent_id
    where ${scope} and i.closed_on is null and i.name like ${within(q)}
    order by array_position(array['province', 'city', 'district'], i.level), i.name, i.id
    limit ${mostShown + 1}`)
  const list = pathOfPage(actor.role, isOffice ? 'archive-overview' : 'user-list')
  return rows.map((row) => ({
    title: row.name,
    detail: '',
    note: row.above,
    link: `${list}?institution=${isOffice ? row.id : encodeURIComponent(row.name)}`,
  }))
}
