import { researchNotice } from '../catalogue/processes/research-notice.ts'
import { processOf } from '../catalogue/processes/processes.ts'
import type { Actor } from '../catalogue/access/access.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { ownPartsOf } from '../server/features/processes/index.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import {
  answerPart,
  beginCaseFor,
  editCase,
  makeMove,
  type CaseNeeds,
} from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { city, officer, projectForm, rich } from './research.ts'

const definition = processOf('researchProject')

/** Schools whose teachers lead the projects, with the authority right above each. */
const places = [
  ['江城区听潮中学', '江城区教育局'],
  ['阳东区听松初级中学', '阳东区教育局'],
] as const

/** The projects of the notice, each told up to this move. */
const projects = [
  ['农村初中语文群文阅读的课堂实施研究', 'approveClosing'],
  ['初中数学单元整体教学的实践研究', 'submitClosing'],
  ['渔村学校校本体育课程的开发研究', 'approveMidterm'],
  ['初中英语分级阅读资源的建设与应用', 'submitMidterm'],
  ['生物学科实验报告的过程性评价研究', 'approveOpening'],
  ['班级心理委员同伴支持的行动研究', 'submitOpening'],
  ['信息科技项目式学习的案例研究', 'establish'],
  ['留守儿童阅读陪伴的校社合作研究', 'submit'],
] as const

/**
 * Tells a notice that was closed, with a project in each state from established to closed, its members
 * agreed; the last project waits for a member.
 */
export async function tellRunningProjects(processing: CaseNeeds, today: string): Promise<void> {
  const actor = await officer(processing, city)
  const id = await createCampaign(processing, {
    actor,
    definition: researchNotice,
    collects: definition.name,
    title: `${Number(today.slice(0, 4)) - 1} 年阳江市教育科研专项课题`,
    value: {
      batchYear: Number(today.slice(0, 4)) - 1,
      noticeKind: '1',
      applyStart: `${addDays(today, -300)}T08:00`,
      applyEnd: `${addDays(today, 1)}T17:00`,
      content: rich('专项课题由市教研机构跟踪指导，按开题、中期、结题逐项检查。'),
      projectLevel: '3',
      publicityDays: 0,
      numberPrefix: 'YJZ',
    },
  })
  await act('open', 1)
  for (const [at, [title, until]] of projects.entries())
    await tell(processing, {
      campaignId: id,
      title,
      until,
      place: places[at % places.length] ?? places[0],
      today,
    })
  const row = await campaignById(processing.db, id)
  await act('close', row?.version ?? 0)

  function act(action: 'open' | 'close', version: number) {
    return actOnCampaign(processing, { actor, definition: researchNotice, id, action, version, reason: '' })
  }
}

interface ProjectStory {
  readonly campaignId: string
  readonly title: string
  readonly until: string
  readonly place: (typeof places)[number]
  readonly today: string
}

async function tell(processing: CaseNeeds, told: ProjectStory): Promise<void> {
  const { campaignId, title, until, place, today } = told
  const [school, district] = place
  const { db } = processing
  const campaign = await campaignById(db, campaignId)
  const people = await peopleOf(processing, school)
  const [leader, ...members] = await Promise.all(people.map(({ identity }) => actorOf(processing, identity)))
  const [lead] = people
  if (!campaign || !lead || !leader || members.length < 3) return
  const id = await beginCaseFor(processing, {
    actor: leader,
    definition,
    teacherId: lead.teacher,
    given: {
      ...projectForm(title, lead.files),
      startMonth: addDays(today, -240).slice(0, 7),
      endMonth: addDays(today, 300).slice(0, 7),
      members: people.slice(1, 4).map(({ name }, at) => ({
        name,
        org: school,
        title: null,
        duty: ['课堂观察', '数据整理', '案例撰写'][at],
      })),
    },
    campaign,
  })
  const officers = { school, district, city }
  const forms = stagesOf(today, lead.files)
  for (const [action, by, grade] of steps) {
    const actor = by === 'leader' ? leader : await officer(processing, officers[by])
    const form = forms[action]
    if (form) await editCase(processing, { actor, definition, id, version: await versionOf(), value: form })
    await makeMove(processing, {
      actor,
      definition,
      id,
      action,
      version: await versionOf(),
      reason: '',
      value: grade === undefined ? {} : { closingGrade: grade },
    })
    if (action === 'submit') await agree(processing, until === 'submit' ? members.slice(0, 2) : members)
    if (action === until) return
  }

  async function versionOf(): Promise<number> {
    const row = await db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    return row.version
  }
}

const steps: readonly (readonly [string, 'leader' | 'school' | 'district' | 'city', string?])[] = [
  ['submit', 'leader'],
  ['approve', 'school'],
  ['approve', 'district'],
  ['assign', 'city'],
  ['establish', 'city'],
  ['submitOpening', 'leader'],
  ['approveOpening', 'city'],
  ['submitMidterm', 'leader'],
  ['approveMidterm', 'city'],
  ['submitClosing', 'leader'],
  ['approveClosing', 'city', '2'],
]

/** What the leader writes before handing in a stage. */
const stagesOf = (
  today: string,
  files: readonly string[],
): Readonly<Record<string, Record<string, unknown>>> => ({
  submitOpening: {
    openDate: addDays(today, -200),
    openPlace: '学校会议室',
    openMode: '1',
    openExperts: '市教研院教研员两人、兄弟学校骨干教师一人',
    openReport: rich('说明了研究现状、分工和三轮实践的安排。'),
    openOpinion: '选题来自教学实际，分工清楚，同意开题；建议缩小样本范围。',
    openFiles: files,
  },
  submitMidterm: {
    progress: rich('完成两轮课堂实践，收集课例二十节。'),
    stageResult: rich('形成课堂观察量表和课例集初稿。'),
    problem: '跨年级样本偏少，第三轮增加两个班。',
    nextPlan: '完成第三轮实践，整理研究报告。',
    midtermFiles: files,
  },
  submitClosing: {
    workReport: rich('按计划完成三轮实践，开展校内外展示四次。'),
    researchReport: rich('提出了可以推广的课堂流程，并说明了适用的条件。'),
    mainResult: '研究报告一份，课例集一册，论文两篇。',
    promotion: '在两所兄弟学校试用一个学期。',
    closingFiles: files,
  },
})

/** Says for each of some people that they take part wherever they were asked. */
async function agree({ db }: CaseNeeds, people: readonly Actor[]): Promise<void> {
  for (const actor of people) {
    const { list } = await ownPartsOf(db, actor)
    for (const { id, state } of list) if (state === 'asked') await answerPart(db, actor, id, true)
  }
}

async function actorOf({ db }: CaseNeeds, identity: number): Promise<Actor> {
  const found = await actorOfIdentity(db, identity)
  if (!found) throw new Error(`demo: no identity ${identity}`)
  return found.actor
}

interface Member {
  readonly identity: number
  readonly teacher: number
  readonly name: string
  readonly files: readonly string[]
}

/**
 * A teacher of a school who has evidence uploaded and no entry yet, and three others of names that nobody
 * else there has: by name and school alone people are asked. The shown accounts stay out of it.
 */
async function peopleOf({ db }: CaseNeeds, school: string): Promise<Member[]> {
  const rows = await db.query<Member & { readonly busy: boolean }>(sql`
    select a.id as identity, t.id as teacher, t.name,
      coalesce((
        select array_agg(f.id order by f.mime <> 'application/pdf', f.id desc) from file f
        where f.by_identity = a.id and f.mime = any(array['application/pdf', 'image/jpeg', 'image/png'])), '{}') as files,
      exists (select 1 from process_case k where k.teacher_id = t.id and k.campaign_id is not null) as busy
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    join person p on p.id = t.person_id and p.login_name is null
    where not exists (
      select 1 from teacher o where o.institution_id = t.institution_id and o.name = t.name and o.id <> t.id)
    order by t.id`)
  const leader = rows.find(({ busy, files }) => !busy && files.length > 0)
  return leader ? [leader, ...rows.filter((one) => one !== leader).slice(-3)].map(onlyFirstFile) : []
}

const onlyFirstFile = (member: Member): Member => ({ ...member, files: member.files.slice(0, 1) })
