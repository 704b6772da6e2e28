import type { Actor } from '../../../catalogue/access/access.ts'
import { roleEntry, type Role } from '../../../catalogue/access/roles.ts'
import type { FoundLine } from '../../../catalogue/contract/finding.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import {
  called,
  formerlyCalled,
  institutionCalled,
  institutionsInScope,
  scopeCondition,
} from '../../engine/access/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { previewOf } from './preview.ts'
import { mostShown, type FindingNeeds } from './options.ts'

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
  { engine }: FindingNeeds,
  actor: Actor,
  q: string,
): Promise<readonly Teacher[]> {
  if (!offices.includes(actor.role)) return []
  return engine.search.query<Teacher>(teachersStatement(actor, q))
}

/**
 * Of so many at most the first by name are shown: of a letter that a tenth of a province has, ordering all
 * would take longer than typing the next.
 */
const mostWeighed = 2_000

/** The statement of these teachers. */
export function teachersStatement(actor: Actor, q: string): Sql {
  const condition = sql`${scopeCondition(actor, 't', 'id')} and ${called(actor, 't', q)}`
  return sql`
    select t.id, t.name, t.name_sort, t.stage, t.subject, i.name as institution
    from (select t.* from teacher t where ${condition} limit ${sql.lit(mostWeighed)}) t
    left join institution i on i.id = t.institution_id
    order by t.name_sort, t.id
    limit ${mostShown + 1}`
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
    preview: previewOf(
      [
        ['角色', roleEntry(2).label],
        ['单位', one.institution],
        ['任教', taught.join('')],
      ],
      { teacherId: one.id },
    ),
  }
}

interface Account {
  readonly name: string
  readonly login_name: string | null
  readonly role: Role
  readonly state: 'enabled' | 'disabled'
  readonly institution: string
}

/** Accounts of the whole portal, for the administrator who keeps them; one more than is shown. */
export async function accountsFound(finding: FindingNeeds, actor: Actor, q: string): Promise<FoundLine[]> {
  const list = pathOfPage(actor.role, 'user-list')
  const rows = await finding.engine.search.query<Account>(
    accountsStatement(finding.firstMeant(q, mostPeople)),
  )
  return rows.map((row) => ({
    title: row.name,
    detail: row.login_name ?? '',
    note: `${roleEntry(row.role).label}　${row.institution}`,
    link: `${list}?q=${encodeURIComponent(row.login_name ?? row.name)}`,
    preview: previewOf([
      ['账号', row.login_name],
      ['角色', roleEntry(row.role).label],
      ['单位', row.institution],
      ['状态', row.state === 'enabled' ? '启用' : '停用'],
    ]),
  }))
}

/** As many people are read by each beginning that a text can be; some of them may have no account. */
export const mostPeople = 3 * mostShown

/**
 * The statement of the accounts of these people. Each is read by its key, however many the planner expects.
 */
export function accountsStatement(meant: Sql): Sql {
  return sql`
    select p.name, p.login_name, a.role, a.state, i.name as institution
    from (${meant}) m
    cross join lateral (select * from person where id = m.id offset 0) p
    cross join lateral (select * from identity where person_id = m.id offset 0) a
    join institution i on i.id = a.institution_id
    order by p.name_sort, a.id
    limit ${mostShown + 1}`
}

interface Institution {
  readonly id: number
  readonly name: string
  readonly kind: string
  readonly code: string | null
  readonly address: string | null
  readonly above: string
  readonly formerly: string | null
}

/** The statement of the institutions that a text can mean, in the actor's scope. */
export function institutionsStatement(actor: Actor, q: string): Sql {
  const scope = actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')
  return sql`
    select i.id, i.name, i.kind, i.code, i.address, coalesce(a.name, '') as above,
      ${formerlyCalled('i', q)} as formerly
    from institution i
    left join institution a on a.id = i.parent_id
    where ${scope} and i.closed_on is null and ${institutionCalled('i', q)}
    order by array_position(array['province', 'city', 'district'], i.level), i.name_sort, i.id
    limit ${mostShown + 1}`
}

/**
 * Institutions of the office's scope, of the whole portal for the administrator, by name, pinyin, initials or
 * code, former ones too; one more than is shown. Each leads to its page.
 */
export async function institutionsFound(
  { engine }: FindingNeeds,
  actor: Actor,
  q: string,
): Promise<FoundLine[]> {
  if (actor.role !== 1 && !offices.includes(actor.role)) return []
  const rows = await engine.search.query<Institution>(institutionsStatement(actor, q))
  // A school finds itself only, and has a page of its own.
  const own = pathOfPage(actor.role, 'own-institution')
  const page = pathOfPage(actor.role, 'institutions')
  return rows.map((row) => ({
    title: row.name,
    detail: row.formerly === null ? '' : `曾用名 ${row.formerly}`,
    note: row.above,
    link: own === '' ? `${page}?id=${row.id}` : own,
    preview: previewOf([
      ['类型', labelOf('orgType', row.kind)],
      ['上级', row.above],
      ['标识码', row.code],
      ['曾用名', row.formerly],
      ['地址', row.address],
    ]),
  }))
}
