import { trainingConditionKeys } from '../../../catalogue/declarations/training-conditions.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { sampleOfField } from '../../../catalogue/contents/sample.ts'
import { campaignNames, campaignOf, type AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { sampleOfForm } from '../../../catalogue/processes/sample.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { processPath } from '../../../catalogue/processes/reading.ts'
import type { Answer, Envelope, Person, Region } from './test-region.ts'
import { multipart, picture } from './test-values.ts'

function campaignFor(collects: string): AnyCampaign {
  const found = campaignNames.map(campaignOf).find((one) => Object.hasOwn(one.collects, collects))
  if (!found) throw new Error(`nothing collects ${collects}`)
  return found
}
const noticeFor = (collects: string): string => `/api/v1/${campaignFor(collects).path}`

/** What a notice of any type says, with every window open; rules between its fields are not asked. */
function sampleNotice({ fields, windows }: AnyCampaign): Readonly<Record<string, unknown>> {
  const samples = Object.entries(fields).map(([key, field]) => [key, sampleOfField(field, () => '')])
  const times = Object.values(windows).flatMap(({ from, to }) => [
    ...(from === undefined ? [] : [[from, minuteIn(-60)]]),
    [to, minuteIn(60 * 24)],
  ])
  return Object.fromEntries([...samples, ...times])
}

/** What is said in the notices of the portal's own campaigns. */
const ownNotices: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  declareBatch: { declareKind: '1', declareLevel: '3', passedYears: null, ethicsYears: null },
  researchNotice: { noticeKind: '1', projectLevel: '2', numberPrefix: 'YJ' },
}

/** The day on which the activity of samples is. */
const activityDay = addDays(today(), 30)

/** What the samples of a notice do not fit: days that lie ahead, room for everybody, no conditions. */
const besideSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  researchActivity: {
    quota: 400,
    schoolCap: null,
    startTime: `${activityDay}T08:00`,
    endTime: `${activityDay}T12:00`,
    sittings: [{ title: '上课', startsAt: `${activityDay}T08:00`, endsAt: `${activityDay}T12:00`, hours: 2 }],
    ...Object.fromEntries(
      ['rubric', 'files', 'recordings', 'outputs', 'summary', 'noSheets'].map((key) => [key, null]),
    ),
  },
  studioNotice: { studioLevel: '3', countedTo: today() },
  trainingProject: {
    startDate: addDays(today(), 30),
    endDate: addDays(today(), 34),
    quota: 400,
    pooled: true,
    ...Object.fromEntries(
      ['files', 'classes', 'sessions', 'quotaReturnsOn', 'passScore', ...trainingConditionKeys].map((key) => [
        key,
        null,
      ]),
    ),
  },
}

/** A minute some minutes from now in Asia/Shanghai, as date and time fields have it. */
export const minuteIn = (minutes: number): string =>
  new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 16)

/** An open notice of an office; `rules` over the usual ones. */
export async function openNotice(
  host: Person,
  { collects = 'researchProject', ...rules }: { readonly collects?: string } & Record<string, unknown> = {},
): Promise<CampaignView> {
  const own = ownNotices[campaignFor(collects).name]
  const made = await host.post<CampaignView>(noticeFor(collects), {
    collects,
    title: '2026 年度教育科学规划课题征集',
    value: {
      ...(own
        ? {
            batchYear: 2026,
            ...own,
            applyStart: minuteIn(-60),
            applyEnd: minuteIn(60 * 24),
            content: '<p>请按要求申报。</p>',
          }
        : { ...sampleNotice(campaignFor(collects)), ...besideSamples[campaignFor(collects).name] }),
      ...rules,
    },
  })
  if (made.status !== 200) throw new Error(`${made.msg} ${JSON.stringify(made.data)}`)
  const opened = await actOn(host, made.data, 'open')
  if (opened.status !== 200) throw new Error(`${opened.msg} ${JSON.stringify(opened.data)}`)
  return opened.data
}

export const actOn = (
  who: Person,
  { id, version, collects }: CampaignView,
  action: string,
  more: object = {},
): Promise<Answer<CampaignView>> => who.post(`${noticeFor(collects)}/${id}/${action}`, { version, ...more })

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
)
/** The id of a file somebody uploaded. */
export async function uploadedFile(
  region: Region,
  who: Person,
  name: string,
  content: Buffer,
): Promise<string> {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  const { data, msg } = response.json<Envelope>()
  if (response.statusCode !== 200) throw new Error(msg)
  return data.id
}

/** The id of a small PDF somebody uploaded. */
export const paper = (region: Region, who: Person): Promise<string> =>
  uploadedFile(region, who, '论文.pdf', pdf)

const member = (name: string) => ({ name, org: '东区一中', title: null, duty: '课堂观察' })
const rich = '<p>如题。</p>'

/** A declaration of somebody of whom the archive knows nothing. */
const ownWords = {
  gender: '2',
  birthDate: '1985-05-05',
  politicalStatus: ['12'],
  schoolStage: '2',
  subject: '14',
  workStartMonth: '2008-09',
  teachStartMonth: '2008-09',
  mainDeeds: rich,
  teachingAchievement: rich,
  researchAchievement: rich,
  commitment: true,
}

/** A whole form of each kind of entry. */
export async function entryOf(
  region: Region,
  who: Person,
  type: ProcessName,
): Promise<Readonly<Record<string, unknown>>> {
  const file = await picture(region, who)
  if (type === 'researchProject')
    return {
      projectName: '小学数学课堂提问的实证研究',
      projectCategory: '3',
      projectKind: '3',
      subject: '14',
      schoolStage: '2',
      startMonth: '2026-09',
      endMonth: '2028-08',
      members: ['甲一', '乙二', '丙三'].map(member),
      background: rich,
      objective: rich,
      content: rich,
      method: rich,
      schedule: rich,
      expectedResult: rich,
      condition: rich,
      files: [file],
    }
  if (type === 'declaration') return ownWords
  if (type === 'researchPaper')
    return {
      title: '论课堂提问',
      subject: '14',
      schoolStage: '2',
      paperKind: '61',
      isPublished: false,
      abstract: '摘要。',
      keywords: '课堂；提问；小学',
      file: await paper(region, who),
    }
  if (type === 'teachingCase')
    return {
      title: '一堂好课',
      caseKind: '1',
      schoolStage: '2',
      subject: '14',
      summary: '一节课的设计与反思。',
      content: rich,
    }
  return sampleOfForm(processOf(type), () => file)
}

export type CaseAnswer = Answer<
  CaseView & { readonly errors?: readonly { field: string; message: string }[] }
>

const pathOf = (type: ProcessName): string => processPath(processOf(type))

export const beginEntry = (
  who: Person,
  campaign: { readonly id: string },
  value: object = {},
  type: ProcessName = 'researchProject',
): Promise<CaseAnswer> => who.post(pathOf(type), { about: { campaign: campaign.id }, value })

/** Reads an entry as somebody sees it and makes a move with the version just read. */
export async function move(
  who: Person,
  { data: { type, id } }: CaseAnswer,
  action: string,
  more: { readonly reason?: string; readonly value?: object } = {},
): Promise<CaseAnswer> {
  const seen = await who.get<CaseView>(`${pathOf(type)}/${id}`)
  if (seen.status !== 200) return seen
  return who.post(`${pathOf(type)}/${id}/${action}`, { version: seen.data.version, reason: '', ...more })
}

/** Writes the open form of an entry. */
export async function write(who: Person, { data: { type, id } }: CaseAnswer, value: object) {
  const seen = await who.get<CaseView>(`${pathOf(type)}/${id}`)
  return who.put<CaseAnswer['data']>(`${pathOf(type)}/${id}`, { version: seen.data.version, value })
}

export const read = (who: Person, { data: { type, id } }: CaseAnswer): Promise<CaseAnswer> =>
  who.get(`${pathOf(type)}/${id}`)

/** An entry of somebody that was handed in. */
export async function handedIn(
  region: Region,
  who: Person,
  campaign: { readonly id: string },
  type: ProcessName = 'researchProject',
): Promise<CaseAnswer> {
  const begun = await beginEntry(who, campaign, await entryOf(region, who, type), type)
  if (begun.status !== 200) throw new Error(`${begun.msg} ${JSON.stringify(begun.data)}`)
  const sent = await move(who, begun, 'submit')
  if (sent.status !== 200) throw new Error(`${sent.msg} ${JSON.stringify(sent.data)}`)
  return sent
}

/** A project of somebody that is under way: written as the province established it. */
export async function projectUnderWay(
  region: Region,
  who: Person,
  host: Person = region.people.province,
): Promise<CaseAnswer> {
  const project = await handedIn(region, who, await openNotice(host))
  await region.db.execute(sql`
    update process_case
    set state = 'inProgress', holder_role = 2, holder_teacher_id = teacher_id, number = ${`YJ2026-${project.data.id.slice(-4)}`}
    where id = ${project.data.id}::uuid`)
  return project
}

/** A change of a project of somebody's, as a draft with whatever it asks for. */
export async function beginChange(
  region: Region,
  who: Person,
  value: object = { kind: '3', projectName: '换了的题目', reason: '更贴切' },
): Promise<CaseAnswer> {
  const project = await projectUnderWay(region, who)
  return who.post(pathOf('projectChange'), { about: { case: project.data.id }, value })
}
