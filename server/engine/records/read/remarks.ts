import type { z } from 'zod'
import type { remarkLine } from '../../../../catalogue/contract/archive/records.ts'
import { mostRemarks } from '../../../../catalogue/flows/review.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Queryable } from '../../engine.ts'

type RemarkLine = z.infer<typeof remarkLine>

/** What owner and offices wrote to each other about a revision without deciding, the oldest first. */
export const remarksOn = (
  db: Queryable,
  {
    ownerId,
    recordId,
    revisionId,
  }: {
    readonly ownerId: number
    readonly recordId: string
    readonly revisionId: string
  },
): Promise<RemarkLine[]> =>
  db.query<RemarkLine>(sql`
    select e.at, p.name || coalesce('（代' || b.name || '）', '') as by, i.name as office, e.reason as text
    from revision_event e
      join identity a on a.id = e.by_identity
      join person p on p.id = a.person_id
      left join institution i on i.id = a.institution_id
      left join identity ob on ob.id = e.on_behalf_of
      left join person b on b.id = ob.person_id
    where e.owner_id = ${ownerId} and e.record_id = ${recordId}::uuid and e.revision_id = ${revisionId}::uuid
      and e.action = 'remark'
    order by e.at, e.id
    limit ${mostRemarks}`)
