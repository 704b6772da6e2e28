import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { archiveNeighbours, archivePage } from '../../../catalogue/contract/archive/archive.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import { archivesCompleteness, exactUpTo, openCountsStatement } from '../../engine/records/index.ts'
import { called, institutionsInScope, scopeCondition, teachersWhere } from '../../engine/access/index.ts'
import { within } from '../../platform/db/like.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Filter of the list of archives: `q` name or pinyin, `institutions` of work. */
export interface ArchiveFilter {
  readonly q?: string | undefined
  readonly institutions?: readonly number[] | undefined
}

/** Institutions whose name may contain what was typed, before it has to be written more fully. */
const mostPlaces = 50

/** Filter with the institutions whose names contain `institution`; too many matches are refused. */
export async function filteredBy(
  engine: Engine,
  actor: Actor,
  { q, institution }: { q?: string | undefined; institution?: string | undefined },
): Promise<ArchiveFilter> {
  if (!institution) return { q }
  const found = await engine.search.query<{ id: number }>(sql`
    select i.id
    from institution i
    where i.name like ${within(institution)} and ${institutionsInScope(actor, 'i')}
    limit ${mostPlaces + 1}`)
  if (found.length > mostPlaces) {
    const message = `名称里有“${institution}”的单位超过 ${mostPlaces} 个，请写得更完整`
    throw invalid('institution', message)
  }
  return { q, institutions: found.map(({ id }) => id) }
}

/** Query of the list of archives. */
export interface ListAsked extends ArchiveFilter {
  readonly page: number
  readonly pageSize: number
}

/** The plain list runs along an index; whatever narrows it makes it a search. */
const poolFor = (engine: Engine, { q, institutions }: ArchiveFilter): Queryable =>
  q || institutions ? engine.search : engine.db

interface Row {
  total: number
  id: number | null
  name: string
  stage: string | null
  subject: string | null
  institution: string | null
}

/** Which teachers `t` a list shows. */
function listed(actor: Actor, { q, institutions }: ArchiveFilter): Sql {
  return sql.join(
    [
      scopeCondition(actor, 't', 'id'),
      ...(q ? [called(actor, 't', q)] : []),
      ...(institutions ? [sql`t.institution_id = any(${[...institutions]}::int[])`] : []),
    ],
    ' and ',
  )
}

/** The teachers `t` a list shows, as a `from` with its condition. */
function teachersOf(actor: Actor, filtered: ArchiveFilter): Sql {
  const condition = listed(actor, filtered)
  return filtered.q
    ? sql`from ${teachersWhere(condition)} where true`
    : sql`from teacher t where ${condition}`
}

/** The statement of one page of teachers in scope, by name, with their total in every row. */
export function teachersStatement(actor: Actor, { page, pageSize, ...filtered }: ListAsked): Sql {
  const from = teachersOf(actor, filtered)
  return sql`
    select c.total, x.*, i.name as institution
    from (select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) n) c
    left join (select t.id, t.name, t.name_sort, t.stage, t.subject, t.institution_id ${from}
      order by t.name_sort, t.id limit ${pageSize} offset ${(page - 1) * pageSize}) x on true
    left join institution i on i.id = x.institution_id order by x.name_sort, x.id`
}

/**
 * The statement of a teacher's place in the list and of who stands before and behind: one row where the list
 * has that teacher, none where it has not. The two are found along the list's index, not by reading it.
 */
export function neighboursStatement(actor: Actor, teacherId: number, filtered: ArchiveFilter): Sql {
  const from = teachersOf(actor, filtered)
  const beside = (comparison: Sql, direction: Sql) => sql`
    left join lateral (select t.id, t.name ${from} and (t.name_sort, t.id) ${comparison} (me.name_sort, me.id)
      order by t.name_sort ${direction}, t.id ${direction} limit 1)`
  return sql`
    select n.before + 1 as place, m.total, p.id as previous_id, p.name as previous_name, x.id as next_id,
      x.name as next_name
    from (select t.id, t.name_sort from teacher t where t.id = ${teacherId} and ${listed(actor, filtered)}) me
      cross join lateral (select count(*)::int as before from (select 1 ${from}
        and (t.name_sort, t.id) < (me.name_sort, me.id) limit ${exactUpTo}) b) n
      cross join (select count(*)::int as total from (select 1 ${from} limit ${exactUpTo + 1}) c) m
      ${beside(sql`<`, sql`desc`)} p on true ${beside(sql`>`, sql`asc`)} x on true`
}

interface Beside {
  place: number
  total: number
  previous_id: number | null
  previous_name: string | null
  next_id: number | null
  next_name: string | null
}

/** Previous and next teacher in the list an office came from; null if the list lacks the teacher. */
export async function neighboursOf(
  engine: Engine,
  actor: Actor,
  teacherId: number,
  filtered: ArchiveFilter,
): Promise<z.infer<typeof archiveNeighbours>> {
  const row = await poolFor(engine, filtered).maybeOne<Beside>(
    neighboursStatement(actor, teacherId, filtered),
  )
  if (!row) return { place: null, total: null, previous: null, next: null }
  const named = (id: number | null, name: string | null) =>
    id === null ? null : { teacherId: id, name: name ?? '' }
  return {
    place: row.place > exactUpTo ? null : row.place,
    total: row.total > exactUpTo ? null : row.total,
    previous: named(row.previous_id, row.previous_name),
    next: named(row.next_id, row.next_name),
  }
}

/**
 * Teachers in the actor's scope with how full their archives are; four statements, however many stand on the
 * page.
 */
export async function archivesOf(
  engine: Engine,
  actor: Actor,
  asked: ListAsked,
): Promise<z.infer<typeof archivePage>> {
  const rows = await poolFor(engine, asked).query<Row>(teachersStatement(actor, asked))
  const ids = rows.flatMap(({ id }) => id ?? [])
  const [full, open] = await Promise.all([
    archivesCompleteness(engine, actor, ids),
    ids.length === 0
      ? []
      : engine.db.query<{ owner_id: number; pending: number; returned: number }>(openCountsStatement(ids)),
    engine.readings.note(actor, { kind: 'roster' }, ids),
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
          note: [
            row.stage && labelOf('schoolStage', row.stage),
            row.subject && labelOf('subject', row.subject),
          ]
            .filter(Boolean)
            .join('　'),
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
