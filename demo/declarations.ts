import { declareBatch } from '../catalogue/processes/declare-batch.ts'
import { declaration } from '../catalogue/processes/declaration.ts'
import type { Actor } from '../catalogue/access/access.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import { beginCaseFor, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer } from './research.ts'

const [school, district, city] = ['江城区听潮中学', '江城区教育局', '阳江市教育局'] as const
const text = (words: string): string => `<p>${words}</p>`
const up = [
  ['approve', school],
  ['approve', district],
] as const

/**
 * How far each declaration of the first notice has come: the moves after the hand-in, with who makes them.
 */
const entries: readonly (readonly (readonly [action: string, by: string])[])[] = [
  [],
  [up[0]],
  [...up],
  [...up, ['forward', city]],
  [...up, ['forward', city]],
]

/** Tells two notices of the city and some declarations, by the portal's own calls. */
export async function tellDeclarations(processing: CaseNeeds, today: string): Promise<void> {
  const year = Number(today.slice(0, 4))
  const open = await notice(processing, {
    title: `${year} 年阳江市名教师申报`,
    declareKind: '1',
    start: addDays(today, -10),
    end: addDays(today, 20),
    more: { batchYear: year, minTeachingYears: 5, passedYears: 1, ethicsYears: null },
  })
  await notice(processing, {
    title: `${year} 年阳江市骨干教师申报`,
    declareKind: '5',
    start: addDays(today, 15),
    end: addDays(today, 45),
    more: { batchYear: year, minTeachingYears: 3, passedYears: 2, maxAge: 45 },
  })
  const tried: number[] = []
  for (const moves of entries) await enter(processing, open, moves, tried)
}

interface NoticeStory {
  readonly title: string
  readonly declareKind: string
  readonly start: string
  readonly end: string
  readonly more: Readonly<Record<string, unknown>>
}

async function notice(
  processing: CaseNeeds,
  { title, declareKind, start, end, more }: NoticeStory,
): Promise<string> {
  const actor = await officer(processing, city)
  const id = await createCampaign(processing, {
    actor,
    definition: declareBatch,
    collects: 'declaration',
    title,
    value: {
      declareKind,
      declareLevel: '3',
      applyStart: `${start}T08:00`,
      applyEnd: `${end}T17:00`,
      content: text('师德高尚，教育教学成绩突出，在本学科有示范作用。由本人申报，学校、县区逐级推荐。'),
      ...more,
    },
  })
  await actOnCampaign(processing, {
    actor,
    definition: declareBatch,
    id,
    action: 'open',
    version: 1,
    reason: '',
  })
  return id
}

/** One declaration of the next teacher of the school whose archive fulfils the conditions. */
async function enter(
  processing: CaseNeeds,
  campaignId: string,
  moves: (typeof entries)[number],
  tried: number[],
): Promise<void> {
  const { db } = processing
  const campaign = await campaignById(db, campaignId)
  const people = await db.query<{ identity: number; teacher: number }>(sql`
    select a.id as identity, t.id as teacher
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.id <> all(${tried}::int[]) and not exists (select 1 from process_case k where k.teacher_id = t.id)
    order by t.id desc limit 40`)
  for (const { identity, teacher } of people) {
    const found = await actorOfIdentity(db, identity)
    tried.push(teacher)
    if (!found || !campaign) continue
    if (!(await fulfils(processing, { actor: found.actor, teacher, campaign }))) continue
    await handIn(processing, { actor: found.actor, teacher, campaign, moves })
    return
  }
}

interface EntryStory {
  readonly actor: Actor
  readonly teacher: number
  readonly campaign: NonNullable<Awaited<ReturnType<typeof campaignById>>>
  readonly moves: (typeof entries)[number]
}

/** Whether the archive bears a declaration, the form being filled in from it. */
async function fulfils(
  { db, consequences }: CaseNeeds,
  { actor, teacher, campaign }: Omit<EntryStory, 'moves'>,
): Promise<boolean> {
  const value = await consequences.sources.ownArchive(db, teacher)
  const filled = ['politicalStatus', 'subject', 'schoolStage', 'teachStartMonth', 'workStartMonth']
  if (filled.some((key) => value[key] === null || value[key] === undefined)) return false
  const { errors } = await consequences.judges.mayDeclare(db, {
    id: campaign.id,
    definition: declaration,
    teacherId: teacher,
    value,
    parties: {},
    campaignId: campaign.id,
    ofCase: null,
    contentId: null,
    actor,
    by: null,
  })
  return errors.length === 0
}

/** Hands a declaration in and makes its moves. */
async function handIn(processing: CaseNeeds, { actor, teacher, campaign, moves }: EntryStory): Promise<void> {
  const { db } = processing
  const definition = declaration
  const id = await beginCaseFor(processing, {
    actor,
    definition,
    teacherId: teacher,
    given: {
      mainDeeds: text('任教以来一直担任班主任和备课组长，所带班级多次被评为先进。'),
      teachingAchievement: text('近三年所教年级的学科成绩居全区前列，开设区级公开课四节。'),
      researchAchievement: text('主持区级课题一项，论文两篇获市级奖励。'),
      commitment: true,
    },
    campaign,
  })
  const move = async (action: string, by: Actor) => {
    const { version } = await db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    await makeMove(processing, { actor: by, definition, id, action, version, reason: '', value: {} })
  }
  await move('submit', actor)
  await bringEvidence(processing, id, teacher)
  for (const [action, by] of moves) await move(action, await officer(processing, by))
}

/** The latest honours and prizes of the archive, as the applicant would have chosen them. */
async function bringEvidence({ db }: CaseNeeds, id: string, teacher: number): Promise<void> {
  await db.execute(sql`
    insert into declaration_material (institution_id, case_id, no, record_type, record_id, title, files)
    select k.institution_id, k.id, row_number() over (order by h.award_date desc), 'rewardHonor', h.id, h.honor_name, h.attachments
    from process_case k
    join rec_reward_honor h on h.owner_id = ${teacher} and h.voided_at is null
    where k.id = ${id}::uuid
    order by h.award_date desc limit 3`)
  await db.execute(sql`
    insert into process_file (institution_id, case_id, file_id)
    select distinct m.institution_id, m.case_id, f
    from declaration_material m cross join unnest(m.files) f
    where m.case_id = ${id}::uuid
    on conflict do nothing`)
}
