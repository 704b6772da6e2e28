import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { archivePage } from '../../../catalogue/contract/archive.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Engine } from '../../engine/engine.ts'
import { archivesCompleteness } from '../../engine/records/completeness.ts'
import { exactUpTo, scopeCondition, within } from '../../engine/records/list.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** What the list of archives is asked for: `q` name or pinyin, `institution` a part of the institution's name. */
export interface ListAsked {
  readonly page: number
  readonly pageSize: number
  readonly q?: string | undefined
  readonly institution?: string | undefined
}

interface Row {
  total: number
  id: number | null
  name: string
  stage: string | null
  subject: string | null
  institution: string | null
}

/** The statement of one page of teachers in scope, by name, with their total in every row. */
export function teachersStatement(actor: Actor, { page, pageSize, q, institution }: ListAsked): Sql {
  const named = (text: string) =>
    /^[a-z ]+$/i.test(text)
      ? sql`(t.name like ${within(text)} or replace(t.name_sort, ' ', '') like ${within(text.toLowerCase().replaceAll(' ', ''))})`
      : sql`t.name like ${within(text)}`
  const conditions = [
    scopeCondition(actor, 't', 'id'),
    ...(q ? [named(q)] : []),
    ...(institution ? [sql`t.institution_id in (select s.id from institution s where s.name like ${within(institution)})`] : []),
  ]
  const from = sql`from teacher t where ${sql.join(conditions, ' and ')}`
  return sql`
    select c.total, x.*, i.name as institution from (select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) n) c
    left join (select t.id, t.name, t.name_sort, t.stage, t.subject, t.institution_id ${from}
      order by t.name_sort, t.id limit ${pageSize} offset ${(page - 1) * pageSize}) x on true
    left join institution i on i.id = x.institution_id order by x.name_sort, x.id`
}

/** The statement that counts what waits and what came back, by owner. */
export function openCountsStatement(ownerIds: readonly number[]): Sql {
  return sql`
    select owner_id, count(*) filter (where state = 'inReview')::int as pending, count(*) filter (where state <> 'inReview')::int as returned
    from revision where owner_id = any(${[...ownerIds]}::int[]) and replaced_at is null
      and state in ('draft', 'inReview', 'returned', 'rejected', 'withdrawn') and state in ('inReview', 'returned', 'rejected')
    group by owner_id`
}

/** Teachers in the actor's scope with how full their archives are; four statements, however many stand on the page. */
export async function archivesOf(engine: Engine, actor: Actor, asked: ListAsked): Promise<z.infer<typeof archivePage>> {
  const rows = await engine.db.query<Row>(teachersStatement(actor, asked))
  const ids = rows.flatMap(({ id }) => id ?? [])
  const [full, open] = await Promise.all([
    archivesCompleteness(engine, actor, ids),
    ids.length === 0 ? [] : engine.db.query<{ owner_id: number; pending: number; returned: number }>(openCountsStatement(ids)),
  ])
  const total = rows[0]?.total ?? 0
  return {
    list: rows.flatMap((row) => {
      if (row.id === null) return []
      const counts = open.find(({ owner_id }) => owner_id === row.id)
      const completeness = full.get(row.id)
      return [
        {
          teacherId: row.id,
          name: row.name,
          institution: row.institution ?? '',
          note: [row.stage && labelOf('schoolStage', row.stage), row.subject && labelOf('subject', row.subject)].filter(Boolean).join('　'),
          percent: completeness?.percent ?? 0,
          missing: completeness?.sections.reduce((sum, section) => sum + section.missing.length, 0) ?? 0,
          pending: counts?.pending ?? 0,
          returned: counts?.returned ?? 0,
        },
      ]
    }),
    total: Math.min(total, exactUpTo),
    ...(total > exactUpTo && { totalMore: true as const }),
    page: asked.page,
    pageSize: asked.pageSize,
  }
}
