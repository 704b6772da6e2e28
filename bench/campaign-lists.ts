import type { Person, Region } from '../server/app/testing/test-region.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

/** Lists of a campaign and of its review, as the people who keep them ask for them (bench/assignment.ts). */

interface Applicant {
  readonly id: number
  readonly person: number
  readonly institution: number
}

/**
 * Projects of a notice under expert review, one of each applicant, half of them ranked by experts. Answers
 * their ids in the order of the applicants.
 */
export async function entriesOf(
  db: Database,
  of: {
    readonly notice: string
    readonly places: Region['places']
    readonly applicants: readonly Applicant[]
    readonly by: number
  },
): Promise<string[]> {
  const { district, city, province } = of.places
  const rows = await db.query<{ id: string }>(sql`
    with made as (
      insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity,
        holder_institution_id, holder_role, handed_in, under_way, campaign_id, value, updated_at, created_at)
      select x.school, gen_random_uuid(), 'researchProject', 'expertReview', x.teacher,
        jsonb_build_object('leader', x.school, 'school', x.school, 'host', ${province}::int),
        array[x.school, ${district}, ${city}, ${province}], ${of.by}, ${province}, 6, true, true, ${of.notice}::uuid,
        jsonb_build_object('projectName', '课题 ' || x.n, 'projectLevel', '2', 'projectCategory', '3', 'subject', '13',
          'background', repeat('已有研究多从教师角度讨论。', 60)),
        now() - make_interval(secs => x.n), now() - make_interval(days => 20)
      from unnest(${of.applicants.map(({ id }) => id)}::int[], ${of.applicants.map(({ institution }) => institution)}::int[])
        with ordinality x (teacher, school, n)
      returning id, teacher_id)
    select id from made order by teacher_id`)
  const ids = rows.map(({ id }) => id)
  await db.execute(sql`
    insert into campaign_place (campaign_id, institution_id, case_id, rank)
    select ${of.notice}::uuid, ${city}, x.id, x.n from unnest(${ids}::uuid[]) with ordinality x (id, n)`)
  await db.execute(sql`
    insert into campaign_outcome (campaign_id, case_id, round_id, code, rank, score)
    select ${of.notice}::uuid, x.id, gen_random_uuid(), x.n::text, x.n, 10000 - x.n % 5000
    from unnest(${ids}::uuid[]) with ordinality x (id, n) where x.n % 2 = 0`)
  return ids
}

/** An account of an expert of the round with the most tasks. */
export async function expertSignedIn(region: Region): Promise<Person> {
  const person = await region.add(99, region.places.province, '量表专家')
  const { id } = await region.db.one<{ id: number }>(
    sql`select expert_id as id from review_task group by 1 order by count(*) desc limit 1`,
  )
  await region.db.execute(sql`
    update review_expert set identity_id = ${person.identityId}, person_id = ${person.personId} where id = ${id}`)
  await region.db.execute(sql`
    update review_task set person_id = ${person.personId} where expert_id = ${id}`)
  return person
}

type Request = readonly [what: string, who: Person, path: string]

export function officeLists({ province, city, school }: Region['people'], notice: string): Request[] {
  const projects = '/api/v1/research/project'
  const campaign = `/api/v1/research/notice/${notice}`
  return [
    ['projects of the province', province, `${projects}?page=1&pageSize=20`],
    ['projects waiting for the province', province, `${projects}?queue=mine&page=1&pageSize=20`],
    ['projects of the notice', province, `${projects}?campaign=${notice}&page=1&pageSize=20`],
    ['projects of the notice, page 400', province, `${projects}?campaign=${notice}&page=400&pageSize=20`],
    ['projects in one state', province, `${projects}?state=expertReview&page=1&pageSize=20`],
    [
      'projects by a word of the title',
      province,
      `${projects}?q=${encodeURIComponent('课题 1999')}&page=1&pageSize=20`,
    ],
    [
      'projects by the name of a person',
      province,
      `${projects}?q=${encodeURIComponent('人 1')}&page=1&pageSize=20`,
    ],
    ['projects of the city', city, `${projects}?page=1&pageSize=20`],
    ['projects of a school', school, `${projects}?page=1&pageSize=20`],
    ['notices', province, '/api/v1/research/notice?page=1&pageSize=20'],
    ['the notice', province, campaign],
    ['quota', province, `${campaign}/quota`],
    ['ranking of the city', city, `${campaign}/ranking`],
    ['outcomes', province, `${campaign}/outcomes`],
    ['publicity', province, `${campaign}/publicity`],
    ['what waits', province, '/api/v1/processes/waiting'],
  ]
}

export function reviewLists({ province }: Region['people'], expert: Person, round: string): Request[] {
  const url = '/api/v1/review'
  const board = (show: string, page = 1) =>
    `${url}/rounds/${round}/board?show=${show}&page=${page}&pageSize=20`
  return [
    ['materials that wait for experts', province, `${url}/sources`],
    ['rounds', province, `${url}/rounds?page=1&pageSize=20`],
    ['the round', province, `${url}/rounds/${round}`],
    ['board', province, board('all')],
    ['board, page 500', province, board('all', 500)],
    ['board, short of experts', province, board('short')],
    ['board, late', province, board('late')],
    ['experts of the round', province, `${url}/rounds/${round}/experts`],
    ['experts', province, `${url}/experts?page=1&pageSize=20`],
    ['experts of a subject', province, `${url}/experts?subject=13&page=1&pageSize=20`],
    ['packets of an expert', expert, `${url}/expert`],
  ]
}

const times = 40

/**
 * Asks one list in a row, often enough that a connection plans it for any value, and writes how long that
 * took in milliseconds.
 */
export async function measured(what: string, who: Person, path: string): Promise<void> {
  const taken: number[] = []
  let size = 0
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    const { status, msg, data } = await who.get(path)
    size = JSON.stringify(data).length
    taken.push(performance.now() - began)
    if (status !== 200) throw new Error(`${what}: ${status} ${msg}`)
  }
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (times - 1))] ?? 0)
  console.log(`${what}: ${at(0.5)} ms, p95 ${at(0.95)}, slowest ${at(1)} (${Math.ceil(size / 1000)} kB)`)
}
