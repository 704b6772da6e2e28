import { caseRows } from '../../engine/processes/index.ts'
import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  madeKnown,
  type KnownType,
  type SchoolResearchLine,
  type schoolResearchQuery,
} from '../../../catalogue/contract/research/school.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { nameFound } from '../../engine/names/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

type Row = Omit<SchoolResearchLine, 'value'> & { readonly value: Readonly<Record<string, unknown>> }

/** The school's entries of a kind from the state on in which they are made known. */
function knownOf({ institutionId }: Actor, type: KnownType, q: string | undefined): Sql {
  const { titled = '' } = processOf(type)
  return sql`k.institution_id = ${institutionId} and k.type = ${type}
    and k.state = any(${[...madeKnown[type]]}::text[])
    ${q ? sql`and (strpos(lower(k.value ->> ${titled}), ${q.toLowerCase()}) > 0 or ${nameFound('t', 'teacher', q)})` : sql.empty}`
}

/**
 * What colleagues read of an entry beside its name: what the process shows in lists, and what it was awarded.
 */
function shownOf(type: KnownType, value: Row['value']): Row['value'] {
  const { list, fields, titled } = processOf(type)
  const keys = [...list.columns, 'adminLevel', 'awardRank'].filter((key) => key !== titled && key in fields)
  return Object.fromEntries([...new Set(keys)].map((key) => [key, value[key] ?? null]))
}

/** A page of the research of the reader's own school that is made known, last decided first. */
export async function schoolResearchFor(
  db: Database,
  actor: Actor,
  { type, q, page, pageSize }: z.output<typeof schoolResearchQuery>,
) {
  const known = knownOf(actor, type, q)
  const [rows, { total }] = await Promise.all([
    db.query<Row>(sql`
      select k.id, coalesce(k.value ->> ${processOf(type).titled ?? ''}, '') as title, k.number, k.state,
        t.name as leader, h.name as host, k.value, k.updated_at as "updatedAt",
        case when k.teacher_id = ${actor.teacherId} then 'leads'
          when exists (
            select 1 from case_person m
            where m.case_id = k.id and m.teacher_id = ${actor.teacherId} and m.state = 'agreed') then 'member'
        end as part
      from ${caseRows} k
      join teacher t on t.id = k.teacher_id
      join campaign c on c.id = k.campaign_id
      join institution h on h.id = c.institution_id
      where ${known}
      order by k.updated_at desc, k.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total from ${caseRows} k join teacher t on t.id = k.teacher_id where ${known}`),
  ])
  return { list: rows.map((row) => ({ ...row, value: shownOf(type, row.value) })), total, page, pageSize }
}
