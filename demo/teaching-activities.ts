import type { Actor } from '../catalogue/access/access.ts'
import { activityPlace } from '../catalogue/processes/activity-place.ts'
import { researchActivity } from '../catalogue/processes/research-activity.ts'
import { usualRubric } from '../catalogue/teaching/scores.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import {
  actOnCampaign,
  campaignById,
  createCampaign,
  editCampaign,
  runSweeps,
} from '../server/engine/campaigns/index.ts'
import { beginCaseFor, entryMover, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays, uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer, rich } from './research.ts'
import { writeMarks } from './training-marks.ts'

const school = '江城区听潮中学'
const district = '江城区教育局'

interface Story {
  readonly processing: CaseNeeds
  readonly host: Actor
  readonly id: string
}

interface Plan {
  readonly title: string
  readonly activityKind: string
  /** Days from today of the first sitting. */
  readonly starts: number
  readonly sittings: readonly (readonly [title: string, days: number, hours: number])[]
  readonly says?: Readonly<Record<string, unknown>>
}

/** An activity as it is first planned: days ahead, so that people sign up; its times are set afterwards. */
async function planned(processing: CaseNeeds, host: Actor, today: string, plan: Plan): Promise<Story> {
  const id = await createCampaign(processing, {
    actor: host,
    definition: researchActivity,
    collects: 'activityPlace',
    title: plan.title,
    value: {
      activityKind: plan.activityKind,
      activityMode: '1',
      schoolStage: ['3'],
      subject: ['13'],
      leader: '苏慕清',
      introduction: rich('同一篇课文，两位教师各上一节，听课的教师按量表记录，课后对着证据评议。'),
      quota: 30,
      creditKind: '4',
      place: '听潮中学 录播教室',
      ...timesOf(today, plan, Math.max(0, 3 - plan.starts)),
      ...plan.says,
    },
  })
  const story = { processing, host, id }
  await act(story, 'open')
  return story
}

/** The times of a plan, so many days later than they are. */
function timesOf(today: string, { starts, sittings }: Plan, later: number) {
  const day = (days: number) => addDays(today, starts + days + later)
  const last = sittings.at(-1)?.[1] ?? 0
  return {
    signupStart: `${day(-20)}T08:00`,
    signupEnd: `${day(-1)}T18:00`,
    startTime: `${day(0)}T08:00`,
    endTime: `${day(last)}T18:00`,
    sittings: sittings.map(([title, days, hours]) => ({
      title,
      startsAt: `${day(days)}T14:30`,
      endsAt: `${day(days)}T${hours > 1.5 ? '16:30' : '16:00'}`,
      place: null,
      hours,
    })),
  }
}

async function act({ processing, host: actor, id }: Story, action: string, reason = ''): Promise<void> {
  const { version } = (await campaignById(processing.db, id)) ?? { version: 0 }
  await actOnCampaign(processing, { actor, definition: researchActivity, id, action, version, reason })
  const { signal } = new AbortController()
  while (await runSweeps(processing.db, signal, entryMover(processing))) continue
}

/** Teachers of schools with an account, that of 林疏影 first. */
async function teachers({ db }: CaseNeeds, many: number, where = sql`i.name = ${school}`): Promise<Actor[]> {
  const rows = await db.query<{ id: number }>(sql`
    select a.id
    from teacher t
      join institution i on i.id = t.institution_id and ${where}
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.status = '11' and t.name <> '温知遥'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
    order by t.name <> '林疏影', t.subject <> '13', t.id limit ${many}`)
  const found = []
  for (const { id } of rows) found.push(await actorOfIdentity(db, id))
  return found.flatMap((one) => one?.actor ?? [])
}

/** Begins the place of a teacher; with a lesson by an invitation that is accepted. */
async function join(story: Story, who: Actor, lesson?: string): Promise<string> {
  const { processing, host, id } = story
  const campaign = await campaignById(processing.db, id)
  if (!campaign || who.teacherId === null) throw new Error('demo: no activity to join')
  const given = lesson === undefined ? { remark: '想看两位老师怎样处理“买橘子”一段。' } : {}
  const begun = { actor: who, definition: activityPlace, teacherId: who.teacherId, given, campaign }
  const place = await beginCaseFor(processing, begun)
  if (lesson === undefined) {
    await move(story, who, place, 'submit')
    return place
  }
  const value = {
    memberRole: '4',
    lessonTitle: lesson,
    lessonSubject: '13',
    lessonGrade: '08',
    answerBy: campaign.value['signupEnd'],
  }
  await processing.db.transaction((tx) =>
    entryMover(processing)(tx, { moves: ['invite'], from: ['draft'], by: host.identityId, value }, place),
  )
  await move(story, who, place, 'accept')
  return place
}

async function move({ processing }: Story, actor: Actor, id: string, action: string): Promise<void> {
  const { version } = await processing.db.one<{ version: number }>(
    sql`select version from process_case where id = ${id}::uuid`,
  )
  await makeMove(processing, { actor, definition: activityPlace, id, action, version, reason: '', value: {} })
}

/** Lets the activity be on its days: its sittings follow when it is edited. */
async function setDays({ processing, host: actor, id }: Story, today: string, plan: Plan): Promise<void> {
  const row = await campaignById(processing.db, id)
  if (!row) return
  const { signupStart, signupEnd, ...times } = timesOf(today, plan, 0)
  await processing.db.execute(sql`
    update campaign set value = value || ${sql.json({ signupStart, signupEnd })}::jsonb where id = ${id}::uuid`)
  await editCampaign(processing, {
    actor,
    definition: researchActivity,
    id,
    version: row.version,
    title: row.title,
    value: { ...row.value, signupStart, signupEnd, ...times },
  })
}

const marks = ({ processing, id }: Story) =>
  writeMarks(
    processing.db,
    sql`
      select p.event_id, p.id as session_id, p.starts_at, k.teacher_id
      from presence_session p
        join process_case k on k.campaign_id = p.event_id and k.state = 'confirmed'
      where p.event_id = ${id}::uuid and p.cancelled_at is null and p.ends_at < now()`,
  )

const summings = [
  '开头的问题直接落到文本，学生有时间自己读；后半段追问稍密，有两个学生没来得及说完。',
  '“背影”出现四次的比较做得细，板书留下了学生的话，结尾可以再回到题目。',
  '小组讨论的任务清楚，汇报时教师没有急着评价，学生之间开始互相补充。',
]

/** Sheets that were handed in, and what was noted at moments of the class. */
async function observed({ processing: { db }, id }: Story, lesson: string, observers: readonly Actor[]) {
  await db.execute(sql`
    insert into observed_lesson (campaign_id, lesson_id, rubric, reflection)
    values (${id}::uuid, ${lesson}::uuid, ${sql.json(usualRubric)}, '学生说得比预想的多，下次把第三问留到课后。')`)
  for (const [n, { teacherId }] of observers.entries()) {
    const scores = usualRubric.map(({ weight }, item) => 100 * weight - 150 - 75 * ((n + item) % 4))
    await db.execute(sql`
      insert into observation_sheet (campaign_id, lesson_id, teacher_id, scores, summary, handed_in_at)
      values (${id}::uuid, ${lesson}::uuid, ${teacherId}, ${sql.json(scores)}, ${summings[n % summings.length]},
        now() - interval '2 hours')`)
    await db.execute(sql`
      insert into observation_remark (campaign_id, lesson_id, id, teacher_id, kind, wall_at, item, text)
      values (${id}::uuid, ${lesson}::uuid, ${uuidv7()}::uuid, ${teacherId}, ${['good', 'evidence', 'advice'][n % 3]},
        now() - interval '20 hours' + make_interval(mins => ${7 * n}), ${n % 5},
        ${['追问停了五秒，后排的孩子举了手。', '第二组三人发言，一人记录，没有旁观的。', '板书可以留下学生自己的词。'][n % 3]})`)
  }
}

const summary = rich(
  '两节课都从学生的疑问开始。第一节抓四次“背影”的比较，第二节让学生画出月台的路线再回到文本。评议认为任务设计清楚，学生有话可说；需要改进的是时间分配，下一次把讨论放在第二课时。',
)

/** Tells activities: one under way with a lesson observed, one that was archived, one that takes people. */
export async function tellActivities(processing: CaseNeeds, today: string): Promise<void> {
  const people = await teachers(processing, 9)
  await tellGoing(processing, today, people)
  await tellArchived(processing, today, {
    host: school,
    people,
    plan: {
      title: '八年级语文集体备课：散文单元',
      activityKind: '01',
      starts: -16,
      sittings: [['共同备课', 0, 2]],
      says: { introduction: rich('主备人说设计，同伴逐条提意见，当场改定共案。') },
    },
  })
  await tellArchived(processing, today, {
    host: district,
    people: await ofDistrict(processing, 24),
    plan: {
      title: '江城区教研联盟：整本书阅读怎样起步',
      activityKind: '03',
      starts: -44,
      sittings: [
        ['课例展示', 0, 1.5],
        ['分组研讨', 1, 2],
      ],
      says: { leader: '冯远航', quota: 60, introduction: rich('三所学校各带一个起步课例，分组说疑难。') },
    },
  })
  await tellAhead(processing, today, people.slice(3, 6))
}

/** 同课异构《背影》: two lessons, the first of them observed. */
async function tellGoing(processing: CaseNeeds, today: string, people: readonly Actor[]): Promise<void> {
  const [reader, first, second, ...others] = people
  if (!reader || !first || !second) return
  const plan: Plan = {
    title: '同课异构《背影》',
    activityKind: '04',
    starts: -1,
    sittings: [
      ['上课与观课', 0, 2],
      ['评议与修改', 2, 1.5],
    ],
  }
  const story = await planned(processing, await officer(processing, school), today, plan)
  const lesson = await join(story, first, '背影（第一课时）')
  await join(story, second, '背影（比较阅读）')
  for (const who of [reader, ...others]) await join(story, who)
  await act(story, 'close')
  await setDays(story, today, plan)
  await act(story, 'start')
  await marks(story)
  await observed(story, lesson, others.slice(0, 4))
}

/** Teachers of all schools of the district. */
const ofDistrict = (processing: CaseNeeds, many: number): Promise<Actor[]> =>
  teachers(
    processing,
    many,
    sql`i.level = 'school' and i.district_id = (select d.id from institution d where d.name = ${district})
      and t.id % 3 = 0`,
  )

/** An activity that is over and stands in the archives. */
async function tellArchived(
  processing: CaseNeeds,
  today: string,
  { host, people, plan }: { readonly host: string; readonly people: readonly Actor[]; readonly plan: Plan },
): Promise<void> {
  const story = await planned(processing, await officer(processing, host), today, plan)
  for (const who of people) await join(story, who)
  await act(story, 'close')
  await setDays(story, today, plan)
  await act(story, 'start')
  await marks(story)
  await act(story, 'end')
  const row = await campaignById(processing.db, story.id)
  if (!row) return
  const { id, version, title, value } = row
  const edited = { actor: story.host, definition: researchActivity, id, version, title }
  await editCampaign(processing, { ...edited, value: { ...value, summary } })
  await act(story, 'archive')
}

/** An activity of the district that takes people. */
async function tellAhead(processing: CaseNeeds, today: string, people: readonly Actor[]): Promise<void> {
  const story = await planned(processing, await officer(processing, district), today, {
    title: '江城区初中语文作业设计专题研讨',
    activityKind: '03',
    starts: 9,
    sittings: [['专题研讨', 0, 3]],
    says: {
      leader: '冯远航',
      schoolCap: 6,
      place: '江城区教师发展中心 三楼',
      introduction: rich('每校带两份作业，现场改一份。'),
    },
  })
  for (const who of people) await join(story, who)
}
