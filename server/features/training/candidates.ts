import { caseRows } from '../../engine/processes/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { CandidatePage } from '../../../catalogue/contract/training/enrolments.ts'
import type { Archive } from '../../../catalogue/declarations/judge.ts'
import { trainedUntil, unmetConditions } from '../../../catalogue/declarations/training-judge.ts'
import { namedLike, scopeCondition } from '../../engine/access/index.ts'
import type { CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { goingOf } from './going.ts'

interface CandidateQuery {
  readonly q?: string | undefined
  readonly page: number
  readonly pageSize: number
}

/** Own teachers for a project: first who was never trained at county level or above, then longest since. */
export async function candidatesOf(
  { db, archiveOf }: { db: Queryable; archiveOf: (db: Queryable, teacherId: number) => Promise<Archive> },
  actor: Actor,
  project: CampaignRow,
  { q, page, pageSize }: CandidateQuery,
): Promise<CandidatePage> {
  // A school sees all of its own; above it whoever is meant is found by name.
  if (actor.role > 3 && !q) return { list: [], total: 0, page, pageSize }
  const among =
    actor.role === 3
      ? sql`t.institution_id = ${actor.institutionId}`
      : sql`${scopeCondition(actor, 't', 'id')}`
  const where = sql`${among} and t.status = '11' and t.person_id <> ${actor.personId}
    ${q ? sql`and ${namedLike('t', q)}` : sql.empty}`
  const [rows, { total }] = await Promise.all([
    db.query<Omit<CandidatePage['list'][number], 'unmet' | 'trainedUntil' | 'entry'> & EntryColumns>(sql`
      with e as materialized (
        select distinct on (k.teacher_id) k.teacher_id, k.id, k.state from ${caseRows} k
        where k.type = 'trainingEnrolment' and k.campaign_id = ${project.id}::uuid
          and k.handed_in and k.state <> 'cancelled'
        order by k.teacher_id, k.id desc),
      last as materialized (
        select r.owner_id, max(r.end_date) as until from rec_training_registration r
        where r.institution_id = ${actor.institutionId} and r.training_level <= '4' and r.voided_at is null
        group by r.owner_id)
      select t.id as "teacherId", t.name, t.subject, t.stage, s.urban_rural as "urbanRural", e.id as "entryId", e.state as "entryState"
      from teacher t
      left join institution s on s.id = t.institution_id
      left join last on last.owner_id = t.id
      left join e on e.teacher_id = t.id
      where ${where}
      order by (e.id is not null), last.until nulls first, t.name_sort, t.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from teacher t where ${where}`),
  ])
  const list = await Promise.all(
    rows.map(async ({ entryId, entryState, urbanRural, ...row }) => {
      const archive = await archiveOf(db, row.teacherId)
      const going = await goingOf(db, row.teacherId, project.id)
      return {
        ...row,
        trainedUntil: trainedUntil(archive['trainingRegistration'] ?? []),
        unmet: unmetConditions(project.value, { archive, going, urbanRural }, today()),
        entry: entryId === null ? null : { id: entryId, state: entryState ?? '' },
      }
    }),
  )
  return { list, total, page, pageSize }
}

interface EntryColumns {
  readonly urbanRural: string | null
  readonly entryId: string | null
  readonly entryState: string | null
}
