import type { Actor } from '../catalogue/access/access.ts'
import type { PlanWritten } from '../catalogue/contract/teaching/studios.ts'
import { processOf } from '../catalogue/processes/processes.ts'
import { studioNotice } from '../catalogue/processes/studio-notice.ts'
import { yearsLater } from '../catalogue/processes/studio.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import { beginCaseFor, editCase, type CaseNeeds } from '../server/engine/processes/index.ts'
import { beginApplication, inviteMembers, studioById, writePlan } from '../server/features/studios/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { city, officer, rich } from './research.ts'
import { direct, district, known, people, school, step } from './studio-people.ts'

interface StudioStory {
  readonly name: string
  readonly level: '3' | '4'
  readonly subject: string
  /** How long ago its term began, in days. */
  readonly ago: number
  readonly introduction: string
}

/** An application of a teacher that was handed in. */
async function asked(processing: CaseNeeds, host: Actor, today: string, story: StudioStory): Promise<string> {
  const periodStart = addDays(today, -story.ago)
  const id = await beginCaseFor(processing, {
    actor: host,
    definition: processOf('studio'),
    teacherId: host.teacherId ?? 0,
    given: {
      name: story.name,
      studioKind: '4',
      studioLevel: story.level,
      subject: story.subject,
      schoolStage: '3',
      periodStart,
      periodEnd: addDays(yearsLater(periodStart, 3), -1),
      hostIntro: rich('学科带头人，多年任教毕业班，长期带徒弟，课堂记录全部公开，愿意让同行随时来听。'),
      introduction: rich(story.introduction),
      plan: rich('第一年打磨课例，第二年整理成可以借用的材料，第三年由成员带新的成员。'),
    },
  })
  await step(processing, host, { type: 'studio', id, action: 'submit' })
  return id
}

/** A studio that was set up when its term began. */
async function setUp(processing: CaseNeeds, host: Actor, today: string, story: StudioStory): Promise<string> {
  const id = await asked(processing, host, today, story)
  const office = await officer(processing, story.level === '4' ? district : city)
  await step(processing, await officer(processing, host.institution), {
    type: 'studio',
    id,
    action: 'approve',
  })
  const value = { capacity: story.level === '4' ? 8 : 10, schoolCap: 4, ruralShare: 0 }
  await step(processing, office, { type: 'studio', id, action: 'approve', value })
  await since(processing, id, { openedOn: addDays(today, -story.ago) })
  return id
}

/** Writes days of the past into a case that was told today. */
const since = ({ db }: CaseNeeds, id: string, days: Readonly<Record<string, string>>) =>
  db.execute(sql`update process_case set value = value || ${sql.json(days)}::jsonb where id = ${id}::uuid`)

const reasons = [
  '想跟着工作室系统研究单元作业，把每次讨论的记录带回本校备课组一起用。',
  '本校语文组年轻教师多，希望通过听课评课找到把课上实的办法，再教给他们。',
]

async function apply(processing: CaseNeeds, who: Actor, studio: string, nth: number): Promise<string> {
  const id = await beginApplication(processing, who, studio)
  const value = { reason: reasons[nth % reasons.length], named: nth !== 2 }
  await editCase(processing, { actor: who, definition: processOf('membership'), id, version: 1, value })
  await step(processing, who, { type: 'membership', id, action: 'apply' })
  return id
}

async function join(
  processing: CaseNeeds,
  host: Actor,
  studio: string,
  members: readonly Actor[],
  on: string,
) {
  for (const [nth, who] of members.entries()) {
    const id = await apply(processing, who, studio, nth)
    await step(processing, host, { type: 'membership', id, action: 'approve' })
    await since(processing, id, { joinedOn: on })
  }
}

const task = (measure: PlanWritten['tasks'][number]['measure'], target: number, more: object = {}) => ({
  measure,
  target,
  label: '',
  dueOn: null,
  stated: 0,
  note: '',
  ...more,
})

const plan = async (processing: CaseNeeds, host: Actor, id: string, written: PlanWritten) => {
  const studio = await studioById(processing.db, id)
  if (studio) await writePlan(processing, host, studio, written)
}

/** Tells studios: one of the district in its second year, one of the city, applications, and one that is over. */
export async function tellStudios(processing: CaseNeeds, today: string): Promise<void> {
  await tellDistrict(processing, today)
  await tellCity(processing, today)
  const [waiting, recommended, over] = await people(processing, 'school', 3)
  const [, , , , elsewhere] = await people(processing, 'others', 5)
  const story = {
    level: '4',
    ago: -20,
    introduction: '把每节课的问题和学生的回答记下来，两周讨论一次，改一节课。',
  } as const
  if (waiting)
    await asked(processing, waiting, today, {
      ...story,
      name: `${waiting.name}课堂提问工作室`,
      subject: '14',
    })
  if (recommended) {
    const id = await asked(processing, recommended, today, {
      ...story,
      name: `${recommended.name}单元作业工作室`,
      subject: '13',
    })
    await step(processing, await officer(processing, school), { type: 'studio', id, action: 'approve' })
  }
  if (!over || !elsewhere) return
  const id = await setUp(processing, over, today, {
    ...story,
    name: `${over.name}朗读工作室`,
    subject: '13',
    ago: 420,
  })
  await join(processing, over, id, [elsewhere], addDays(today, -400))
  const reason = '主持人调任其他工作，成员转入林疏影初中语文工作室'
  await step(processing, await officer(processing, district), { type: 'studio', id, action: 'close', reason })
}

/** 林疏影初中语文工作室: the second year, with tasks in every light, two who ask, one who was invited. */
async function tellDistrict(processing: CaseNeeds, today: string): Promise<void> {
  const host = await known(processing, '林疏影', school)
  const ago = 365 + 110
  const id = await setUp(processing, host, today, {
    name: '林疏影初中语文工作室',
    level: '4',
    subject: '13',
    ago,
    introduction: '做单元作业和整本书阅读，每学期公开全部课堂记录，两周一次线下讨论。',
  })
  const own = (await people(processing, 'school', 7)).slice(4)
  const others = await people(processing, 'others', 4)
  await join(processing, host, id, [...own, ...others.slice(0, 1)], addDays(today, -ago + 12))
  await plan(processing, host, id, {
    year: 1,
    version: 0,
    tasks: [
      task('activitiesAttended', 1),
      task('papersAndAwards', 2),
      task('stated', 4, { label: '读书会', stated: 4 }),
    ],
  })
  await tellYear(processing, host, today)
  await plan(processing, host, id, {
    year: 2,
    version: 0,
    tasks: [
      task('activitiesHosted', 8),
      task('activitiesAttended', 2),
      task('lessonsShown', 12),
      task('lessonsObserved', 10),
      task('papersAndAwards', 6),
      task('lessonsToVillages', 4),
      task('resourcesShared', 6),
      task('stated', 1, { label: '读书会', dueOn: addDays(today, -26) }),
    ],
  })
  for (const [nth, who] of others.slice(1, 3).entries()) await apply(processing, who, id, nth)
  const studio = await studioById(processing.db, id)
  const [, , , invited] = others
  if (studio && invited?.teacherId)
    await inviteMembers(processing, { actor: host, studio, teachers: [invited.teacherId], memberRole: '4' })
}

interface NoticeStory {
  readonly title: string
  readonly level: '3' | '4'
  readonly countedTo: string
}

/** An assessment that takes reports now. */
async function notice(
  processing: CaseNeeds,
  office: Actor,
  today: string,
  story: NoticeStory,
): Promise<string> {
  const id = await createCampaign(processing, {
    actor: office,
    definition: studioNotice,
    collects: 'studioYear',
    title: story.title,
    value: {
      assessedYear: Number(story.countedTo.slice(0, 4)),
      studioLevel: story.level,
      countedTo: story.countedTo,
      reportStart: `${addDays(today, -3)}T08:00`,
      reportEnd: `${addDays(today, 25)}T18:00`,
      content: rich(
        '主持人写不超过 3000 字的总结，完成数由平台从记录里数，不用上传材料。优秀不超过五分之一；低于 60 分的为不合格。',
      ),
    },
  })
  await act(processing, office, id, 'open')
  return id
}

async function act(processing: CaseNeeds, actor: Actor, id: string, action: string): Promise<void> {
  const { version } = (await campaignById(processing.db, id)) ?? { version: 0 }
  await actOnCampaign(processing, { actor, definition: studioNotice, id, action, version, reason: '' })
}

/** The first year, which was assessed. */
async function tellYear(processing: CaseNeeds, host: Actor, today: string): Promise<void> {
  const office = await officer(processing, district)
  const title = '江城区名师工作室上一年度考核'
  const id = await notice(processing, office, today, { title, level: '4', countedTo: addDays(today, -120) })
  const campaign = await campaignById(processing.db, id)
  if (!campaign) return
  const definition = processOf('studioYear')
  const report =
    '这一年做了三件事：两周一次的课例讨论，全部记录公开；四次读书会，成员轮流主讲；和乡镇学校结对听课。没有做好的是成果整理，明年先定体例再动笔。'
  const begun = { actor: host, definition, teacherId: host.teacherId ?? 0, given: { report }, campaign }
  const entry = await beginCaseFor(processing, begun)
  await step(processing, host, { type: 'studioYear', id: entry, action: 'submit' })
  await step(processing, office, { type: 'studioYear', id: entry, action: 'score', value: { score: 91.4 } })
  await step(processing, office, { type: 'studioYear', id: entry, action: 'publish', value: { result: '1' } })
  await act(processing, office, id, 'close')
  await act(processing, office, id, 'finish')
}

/** 曾予安信息科技工作室: of the city, in its first year, and its assessment that takes reports. */
async function tellCity(processing: CaseNeeds, today: string): Promise<void> {
  const host = await known(processing, '曾予安', direct)
  const id = await setUp(processing, host, today, {
    name: '曾予安信息科技工作室',
    level: '3',
    subject: '26',
    ago: 200,
    introduction: '课程、工具和学生作品都放在资源云，谁都能用；每月到一所乡镇学校上一节课。',
  })
  const reader = await known(processing, '林疏影', school)
  const others = await people(processing, 'others', 7)
  await join(processing, host, id, [reader, ...others.slice(5)], addDays(today, -180))
  await plan(processing, host, id, {
    year: 1,
    version: 0,
    tasks: [task('activitiesAttended', 6), task('lessonsToVillages', 6), task('projects', 1)],
  })
  const title = '阳江市名师工作室年度考核'
  await notice(processing, await officer(processing, city), today, { title, level: '3', countedTo: today })
}
