import { sql } from '../../platform/db/sql.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

/** Memberships of a person as the table of personnel.md writes them: `P(东区一中 2020-09-01–2026-08-31)`. */
export async function membershipsOf(region: Region, teacherId: number): Promise<string[]> {
  const rows = await region.db.query<{ kind: string; name: string; from: string; to: string | null }>(sql`
    select m.kind, i.name, m.from_on as from, m.to_on as to
    from membership m
    join institution i on i.id = m.institution_id
    where m.teacher_id = ${teacherId}
    order by m.kind, m.from_on, m.to_on`)
  return rows.map(
    ({ kind, name, from, to }) => `${kind === 'personnel' ? 'P' : 'T'}(${name} ${from}–${to ?? ''})`,
  )
}

/** Who holds the reviews under way of a person, by title of what is reviewed; a state where nobody does. */
export async function holdersOf(region: Region, teacherId: number): Promise<string[]> {
  const rows = await region.db.query<{ holder: string | null; state: string; at: string | null }>(sql`
    select i.name as holder, v.state, v.route -> v.step::int ->> 'institution' as at
    from revision v
    left join institution i on i.id = v.holder_institution_id
    where v.owner_id = ${teacherId} and v.replaced_at is null and v.type = 'sharedResource'
      and v.state in ('inReview', 'withdrawn')
    order by v.created_at, v.id`)
  return rows.map(({ holder, state, at }) => (holder !== null && holder === at ? holder : state))
}

/**
 * A teacher of an institution with a review r that waits at its first step, and q that waits at the second.
 */
export async function withReviews(region: Region, institutionId: number, officer: Person): Promise<Person> {
  const teacher = await region.add(2, institutionId, `调动${(count += 1)}`)
  await submitted(region, teacher, '甲教案')
  const q = await submitted(region, teacher, '乙教案')
  const passed = await officer.post(`${url}/${q}/approve`, { version: 2 })
  if (passed.msg !== 'ok') throw new Error(`approving: ${passed.msg}`)
  return teacher
}
let count = 0
const url = '/api/v1/records/sharedResource'

/** A resource shared with the district is reviewed by the school and the district. */
async function submitted(region: Region, teacher: Person, title: string): Promise<string> {
  const made = await teacher.post(url, {
    title,
    resourceKind: '01',
    schoolStage: '4',
    subject: '13',
    isOriginal: true,
    shareScope: '2',
    attachments: [await picture(region, teacher)],
  })
  const sent = await teacher.post(`${url}/${made.data.id}/submit`, {})
  if (sent.msg !== 'ok') throw new Error(`submitting: ${made.msg} ${sent.msg}`)
  return made.data.id
}
