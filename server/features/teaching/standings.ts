import { roleOfLevel } from '../../../catalogue/flows/review.ts'
import type { LeadOffice } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** What a fact makes of a person, the widest first. */
const words = ['教研员', '教研组长', '科组长', '工作室主持人'] as const

interface Fact {
  readonly institutionId: number | null
  readonly fact: number
}

/**
 * Institutions in whose name a teacher may start activities today, by what records and cases say: a researcher
 * of the institution that keeps the record, the leader of a group of the institution that leads it, the host of
 * a studio of the own school. One line an institution, the widest first.
 */
export async function standingsOf(db: Queryable, teacherId: number): Promise<LeadOffice[]> {
  const facts = [
    ...(await db.query<Fact>(sql`
      select coalesce(a.institution_id, r.institution_id) as "institutionId", 0 as fact
      from rec_research_team r
        left join identity a on a.id = r.recorded_by and a.role between 3 and 6
      where r.owner_id = ${teacherId} and r.voided_at is null and r.team_kind in ('1', '2', '3')
        and r.start_date <= ${today} and (r.end_date is null or r.end_date >= ${today})`)),
    ...(await db.query<Fact>(sql`
      select r.institution_id as "institutionId", 1 as fact from rec_research_group r
      where r.leader = ${teacherId} and r.voided_at is null and r.enabled`)),
    ...(await db.query<Fact>(sql`
      select r.institution_id as "institutionId", 2 as fact from rec_subject_group r
      where r.leader = ${teacherId} and r.voided_at is null and r.enabled`)),
    ...(await db.query<Fact>(sql`
      select t.institution_id as "institutionId", 3 as fact
      from ${caseRows} k join teacher t on t.id = k.teacher_id
      where k.type = 'studio' and k.teacher_id = ${teacherId} and k.state in ('active', 'annualReview')`)),
  ]
  const places = await db.query<{ id: number; name: string; level: string }>(sql`
    select id, name, level from institution
    where id = any(${facts.map(({ institutionId }) => institutionId)}::int[]) and closed_on is null`)
  const widest = ['province', 'city', 'district', 'school']
  return places
    .toSorted((a, b) => widest.indexOf(a.level) - widest.indexOf(b.level) || a.id - b.id)
    .map(({ id, name, level }) => ({
      institutionId: id,
      institution: name,
      role: roleFor(level),
      because: words[Math.min(...facts.flatMap((one) => (one.institutionId === id ? [one.fact] : [])))] ?? '',
    }))
}

function roleFor(level: string): LeadOffice['role'] {
  if (level === 'province') return roleOfLevel.province
  if (level === 'city') return roleOfLevel.city
  return level === 'district' ? roleOfLevel.area : roleOfLevel.school
}
