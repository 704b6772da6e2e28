import type { z } from 'zod'
import type { Actor } from '../../../../catalogue/access/access.ts'
import type {
  AgreementEntries,
  AgreementEntry,
  entriesOfAsked,
} from '../../../../catalogue/contract/support-entries.ts'
import { linesOf } from '../../../../catalogue/processes/research-activity-fields.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { caseRows, readable } from '../../../engine/processes/index.ts'
import { sql } from '../../../platform/db/sql.ts'

type EntryRow = Omit<AgreementEntry, 'person' | 'people'> & { readonly people: unknown }

/** Entries of one agreement that were handed in and that the actor may open, the latest first. */
export async function entriesOfAgreement(
  db: Queryable,
  actor: Actor,
  { agreement, page, pageSize }: z.infer<typeof entriesOfAsked>,
): Promise<AgreementEntries> {
  const entries = sql`
    from ${caseRows} k left join institution h on h.id = k.holder_institution_id
    where k.type = 'supportEntry' and k.of_case = ${agreement}::uuid and k.handed_in and ${readable(actor)}`
  const [rows, { total }] = await Promise.all([
    db.query<EntryRow>(sql`
      select k.id, coalesce(k.value ->> 'title', '') as title, coalesce(k.value ->> 'entryKind', '') as kind,
        coalesce(k.value ->> 'fromOn', '') as "fromOn", coalesce(k.value ->> 'toOn', '') as "toOn",
        k.value -> 'people' as people, k.state, h.name as holder
      ${entries}
      order by k.value ->> 'fromOn' desc, k.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total ${entries}`),
  ])
  return {
    list: rows.map(({ people, ...row }) => {
      const named = linesOf(people)
      return { ...row, person: String(named[0]?.['name'] ?? ''), people: named.length }
    }),
    total,
    page,
    pageSize,
  }
}
