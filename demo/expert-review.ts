import { rulesFor } from '../catalogue/contract/review/rules.ts'
import type { Actor } from '../catalogue/access/access.ts'
import type { CaseNeeds } from '../server/engine/processes/index.ts'
import {
  addExpert,
  createRound,
  openRound,
  type ReviewNeeds,
} from '../server/features/expert-review/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { city, officer, reviewedNotice } from './research.ts'

/** Subjects of the experts, the shown account first; no two of them share one. */
const subjects = [['13'], ['14'], ['15'], ['16', '17']] as const
const note = '市级专家库首批'

/** Fills the pool of the city and opens one round; the running portal assigns its experts. */
export async function tellExpertReview(
  reviewing: ReviewNeeds,
  processing: CaseNeeds,
  today: string,
): Promise<void> {
  const actor = await officer(processing, city)
  for (const [at, personId] of (await peopleOf(reviewing, actor)).entries())
    await addExpert(reviewing, actor, {
      personId,
      subjects: [...(subjects[at] ?? [])],
      stages: [],
      from: addDays(today, -200),
      to: addDays(today, 900),
      note,
    })
  const campaign = await reviewing.db.one<{ id: string }>(
    sql`select id from campaign where title = ${reviewedNotice}`,
  )
  const { id, version } = await createRound(reviewing, actor, {
    title: `${reviewedNotice}专家评审`,
    source: 'campaigns',
    scope: campaign.id,
    rules: { ...rulesFor('researchProject'), perItem: 3, perExpert: 20, least: 2, subjects: 'any' },
  })
  await openRound(reviewing, actor, id, version)
}

/** The shown expert, and the longest-serving teacher of each of three schools of other districts. */
async function peopleOf({ db }: ReviewNeeds, { institutionId }: Actor): Promise<number[]> {
  const shown = await db.query<{ id: number }>(sql`
    select p.id from person p where p.login_name = 'expert'`)
  const others = await db.query<{ id: number }>(sql`
    select distinct on (i.district_id) t.person_id as id
    from teacher t
    join institution i on i.id = t.institution_id
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where i.city_id = ${institutionId} and i.district_id is not null
      and i.district_id <> (select district_id from institution where name = '江城区听潮中学')
    order by i.district_id, t.id
    limit 3`)
  return [...shown, ...others].map(({ id }) => id)
}
