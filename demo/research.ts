import type { Actor } from '../catalogue/access/access.ts'
import { researchNotice } from '../catalogue/processes/research-notice.ts'
import { processOf, type ProcessName } from '../catalogue/processes/processes.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import { grantPlaces } from '../server/engine/seats/index.ts'
import { beginCaseFor, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { projectTexts } from './writing/project-texts.ts'

interface ResearchStory {
  readonly host: string
  readonly collects: string
  readonly title: string
  readonly rules: Readonly<Record<string, unknown>>
  /** Places that each of those below is granted, from the top down: who grants, to whom, how many. */
  readonly grants?: readonly (readonly [string, string, number])[]
  /** Entries: their title, and the moves after the hand-in with the institutions that make them. */
  readonly entries: readonly (readonly [title: string, moves: readonly (readonly [string, string])[]])[]
}

export const city = '阳江市教育局'
const [school, district, province] = ['江城区听潮中学', '江城区教育局', '广东省教育厅']
const up = [
  ['approve', school],
  ['approve', district],
  ['approve', city],
] as const

/** The notice whose entries experts review (demo/expert-review.ts). */
export const reviewedNotice = '2026 年阳江市教育科研课题征集'

const notices: readonly ResearchStory[] = [
  {
    host: province,
    collects: 'researchProject',
    title: '2026 年度省级教育科学规划课题征集',
    rules: { projectLevel: '2', quota: 20, publicityDays: 5, numberPrefix: 'YJ' },
    grants: [
      [province, city, 12],
      [city, district, 6],
      [district, school, 3],
    ],
    entries: [
      ['初中语文整本书阅读的过程性评价研究', []],
      ['沿海地区学校海洋教育课程的开发与实施', up],
      ['初中物理实验教学数字化改造的实践研究', [...up, ['assign', province]]],
    ],
  },
  {
    host: city,
    collects: 'researchProject',
    title: reviewedNotice,
    rules: { projectLevel: '3', publicityDays: 5, numberPrefix: 'YJS' },
    entries: [
      '小学高年级数学错题资源的课堂使用研究',
      '初中历史乡土材料进课堂的实践研究',
      '渔港社区家校协同育人的行动研究',
      '农村小学科学实验低成本教具开发研究',
      '初中生阅读理解元认知策略训练研究',
    ].map((title) => [title, [...up.slice(0, 2), ['assign', city]]] as const),
  },
  {
    host: district,
    collects: 'teachingCase',
    title: '江城区 2026 年作业设计案例征集',
    rules: { projectLevel: '4', publicityDays: 0 },
    entries: [
      ['“圆的认识”分层作业设计', [['approve', school]]],
      ['英语听说作业的周循环设计', []],
    ],
  },
  {
    host: school,
    collects: 'researchProject',
    title: '听潮中学 2026 年校级小课题申报',
    rules: { projectLevel: '5', publicityDays: 0, numberPrefix: 'TC' },
    entries: [['课堂追问的有效性观察', [['approve', school]]]],
  },
]

/** One paragraph of rich text. */
export const rich = (text: string): string => `<p>${text}</p>`

/** The application of a project. */
export function projectForm(title: string, files: readonly string[]): Readonly<Record<string, unknown>> {
  const { subject, schoolStage, projectCategory, ...texts } = projectTexts(title)
  return {
    projectName: title,
    projectCategory,
    projectKind: '3',
    subject,
    schoolStage,
    startMonth: '2026-09',
    endMonth: '2028-08',
    members: ['陈一禾', '黄知秋', '梁远'].map((name, at) => ({
      name,
      org: school,
      title: null,
      duty: ['课堂观察', '数据整理', '案例撰写'][at],
    })),
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, rich(text)])),
    files,
  }
}

const caseForm = (title: string): Readonly<Record<string, unknown>> => ({
  title,
  caseKind: '6',
  schoolStage: '3',
  subject: '14',
  summary: '按学生的实际掌握情况分三层布置，附一学期的使用记录和反思。',
  content: rich('先列出知识点和常见错误，再按层设计题目。'),
})

/** Tells the campaigns of research in the demo region, by the portal's own calls. */
export async function tellResearch(processing: CaseNeeds, today: string): Promise<void> {
  for (const told of notices) await tellOne(processing, told, today)
}

async function tellOne(processing: CaseNeeds, told: ResearchStory, today: string): Promise<void> {
  const { db } = processing
  const host = await officer(processing, told.host)
  const definition = researchNotice
  const id = await createCampaign(processing, {
    actor: host,
    definition,
    collects: told.collects,
    title: told.title,
    value: {
      batchYear: Number(today.slice(0, 4)),
      noticeKind: '1',
      applyStart: `${addDays(today, -20)}T08:00`,
      applyEnd: `${addDays(today, 25)}T17:00`,
      content: rich('请各单位认真组织，按要求逐级推荐，材料须真实、完整。'),
      ...told.rules,
    },
  })
  await actOnCampaign(processing, { actor: host, definition, id, action: 'open', version: 1, reason: '' })
  for (const [by, to, granted] of told.grants ?? []) {
    const { institutionId } = await officer(processing, to)
    await grantPlaces(db, {
      actor: await officer(processing, by),
      campaignId: id,
      grants: [{ institution: institutionId, granted }],
    })
  }
  for (const [title, moves] of told.entries)
    await enter(processing, id, told.collects as ProcessName, { title, moves })
}

/**
 * One entry of the next teacher of the school who has none, with evidence that this person uploaded before.
 */
async function enter(
  processing: CaseNeeds,
  campaignId: string,
  type: ProcessName,
  { title, moves }: { readonly title: string; readonly moves: ResearchStory['entries'][number][1] },
): Promise<void> {
  const { db } = processing
  const definition = processOf(type)
  const author = await db.maybeOne<{ identity: number; teacher: number; files: string[] }>(sql`
    select a.id as identity, t.id as teacher, array_agg(f.id order by f.mime <> 'application/pdf', f.id desc) as files
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    join file f on f.by_identity = a.id and f.mime = any(array['application/pdf', 'image/jpeg', 'image/png'])
    where not exists (select 1 from process_case k where k.teacher_id = t.id and k.campaign_id is not null)
    group by a.id, t.id
    order by t.id
    limit 1`)
  const found = author && (await actorOfIdentity(db, author.identity))
  const campaign = await campaignById(db, campaignId)
  if (!author || !found || !campaign) return
  const id = await beginCaseFor(processing, {
    actor: found.actor,
    definition,
    teacherId: author.teacher,
    given: type === 'researchProject' ? projectForm(title, author.files.slice(0, 1)) : caseForm(title),
    campaign,
  })
  for (const [action, by] of [['submit', null] as const, ...moves]) {
    const actor = by === null ? found.actor : await officer(processing, by)
    const { version } = await db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    await makeMove(processing, { actor, definition, id, action, version, reason: '', value: {} })
  }
}

/** Somebody who acts for an institution. */
export async function officer({ db }: CaseNeeds, name: string): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select a.id
    from identity a
    join institution i on i.id = a.institution_id
    where i.name = ${name} and a.state = 'enabled'
      and a.role = case i.level when 'district' then 4 when 'city' then 5 when 'province' then 6 else 3 end
    order by a.id limit 1`)
  const found = await actorOfIdentity(db, id)
  if (!found) throw new Error(`demo: nobody acts for ${name}`)
  return found.actor
}
