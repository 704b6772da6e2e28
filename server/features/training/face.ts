import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { faceAsked, faceShown } from '../../../catalogue/contract/campaign-face.ts'
import { projectParams } from '../../../catalogue/contract/training/enrolments.ts'
import { newsParams, newsProject, type NewsProject } from '../../../catalogue/contract/training/face.ts'
import { trainingConditionFields } from '../../../catalogue/declarations/training-conditions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import {
  campaignById,
  campaignFor,
  closedForEntries,
  quotaOf,
  type HostedRow,
} from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { facesOf, seen } from '../../engine/publishing/index.ts'
import { escapedValue } from '../../../catalogue/markup/letters.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TrainingNeeds } from './index.ts'

const definition = contents.trainingNews
const faces = facesOf(definition, 'training_face')

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const minuteText = (value: unknown): string => textOf(value).replace('T', ' ')

/** The conditions of a project in words, as its form says them. */
function conditionsOf(value: HostedRow['value']): string[] {
  const codes = (
    key: 'schoolStage' | 'subject' | 'titleLevels' | 'urbanRural',
    dict: 'schoolStage' | 'subject' | 'titleLevel' | 'urbanRural',
  ) => {
    const chosen = value[key]
    const words = Array.isArray(chosen) ? chosen.map((code) => labelOf(dict, String(code))) : []
    return words.length === 0 ? [] : [`${trainingConditionFields[key].label}：${words.join('、')}`]
  }
  const number = (key: 'minTeachingYears' | 'maxAge', unit: string) =>
    typeof value[key] === 'number' ? [`${trainingConditionFields[key].label}：${value[key]}${unit}`] : []
  const years = value['notTrainedYears']
  const level = textOf(value['notTrainedLevel']) || '5'
  return [
    ...codes('schoolStage', 'schoolStage'),
    ...codes('subject', 'subject'),
    ...codes('titleLevels', 'titleLevel'),
    ...number('minTeachingYears', ' 年'),
    ...number('maxAge', ' 岁'),
    ...codes('urbanRural', 'urbanRural'),
    ...(value['backbone'] === true ? [trainingConditionFields.backbone.label] : []),
    ...(typeof value['newTeacherYears'] === 'number'
      ? [`只限新教师，教龄不满 ${value['newTeacherYears']} 年`]
      : []),
    ...(typeof years === 'number'
      ? [`近 ${years} 年没有参加过${labelOf('trainingLevel', level)}以上培训`]
      : []),
    ...textOf(value['requirement'])
      .split('\n')
      .filter((line) => line.trim() !== ''),
  ]
}

/** What the portal says of a project: taken from it, so that nobody types it twice. Free seats are told apart. */
function shownOf({ title, value, host }: HostedRow, visibility: string) {
  const facts = [
    ['主办', host],
    ['承办', textOf(value['undertaker'])],
    ['报名', `${minuteText(value['signupStart'])} 至 ${minuteText(value['signupEnd'])}`],
    ['培训', `${textOf(value['startDate'])} 至 ${textOf(value['endDate'])}`],
    ['地点', textOf(value['place'])],
    ['名额', typeof value['quota'] === 'number' ? `${value['quota']} 人` : ''],
    ['学时', value['creditHours'] === undefined ? '' : Number(value['creditHours']).toFixed(1)],
  ].filter(([, text]) => text !== '')
  const lines = facts.map(([label, text]) => `<li>${escapedValue(`${label}：${text}`)}</li>`).join('')
  const conditions = conditionsOf(value)
    .map((one) => `<li>${escapedValue(one)}</li>`)
    .join('')
  const asked = conditions === '' ? '' : `<h2>报名条件</h2><ul>${conditions}</ul>`
  return {
    title: title.slice(0, 200),
    newsKind: '1',
    content: `<ul>${lines}</ul>${textOf(value['introduction'])}${asked}`,
    visibility,
  }
}

/** The project behind a piece of news that the reader may see, with what changes by the minute. */
async function projectBehind(db: Queryable, actor: Actor | null, contentId: number): Promise<NewsProject> {
  const face = await db.maybeOne<{ id: string }>(sql`
    select f.campaign_id as id from training_face f join content c on c.id = f.content_id
    where f.content_id = ${contentId} and ${seen(definition, actor)}`)
  const row = face && (await campaignById(db, face.id))
  if (!row || row.state === 'draft') return { project: null }
  const { used, waiting } = await db.one<{ used: number; waiting: number }>(sql`
    select (select coalesce(sum(p.used), 0)::int from seat_pool p where p.event_id = ${row.id}::uuid) as used,
      (select count(*)::int from seat_waiting w where w.event_id = ${row.id}::uuid and w.left_at is null) as waiting`)
  return {
    project: {
      id: row.id,
      closed: closedForEntries(row),
      signupEnd: textOf(row.value['signupEnd']) || null,
      left: Math.max(0, (quotaOf(row) ?? 0) - used),
      waiting,
    },
  }
}

/** The calls by which a host shows a project on the portal, and takes it down again. */
export function faceRoutes(
  server: Server,
  { db, actorOn, publishing }: Pick<TrainingNeeds, 'db' | 'actorOn' | 'publishing'>,
): void {
  const url = '/api/v1/train/project/:id/face'
  const shared = {
    url,
    access: [3, 4, 5, 6],
    tag: '培训',
    params: projectParams,
    answer: faceShown,
  } as const
  const own = async (actor: Actor, id: string) => {
    const project = await campaignFor(db, actor, trainingProject, id)
    if (!project.isMine) throw new AppError('forbidden', { message: '该项目由其他单位主办' })
    return project
  }
  register(server, {
    ...shared,
    method: 'GET',
    summary: '该项目在门户上的展示；没有展示的为空',
    handle: async ({ params: { id } }, request) => {
      const project = await own(actorOn(request), id)
      return { face: await faces.of(db, project.id) }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    perMinute: 30,
    summary: '在门户上展示该项目，或者更新展示的内容；全网公开的须上级同意',
    body: faceAsked,
    handle: async ({ params: { id }, body: { visibility } }, request) => {
      const actor = actorOn(request)
      const project = await own(actor, id)
      if (['draft', 'cancelled'].includes(project.state))
        throw new AppError('wrongState', { message: '开放报名以后、没有取消的项目才能展示' })
      await faces.show(publishing, { actor, campaignId: id, body: shownOf(project, visibility) })
      return { face: await faces.of(db, id) }
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    perMinute: 30,
    summary: '不再在门户上展示该项目',
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await own(actor, id)
      await faces.takeDown(publishing, actor, id)
      return { face: await faces.of(db, id) }
    },
  })
}

/** What the portal asks of the project behind a piece of news. */
export function newsRoutes(server: Server, { db }: Pick<TrainingNeeds, 'db'>): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/portal/training-news/:id',
    access: 'anyone',
    tag: '门户',
    summary: '一条培训动态背后的项目：能不能报名、截止时间、剩余名额',
    params: newsParams,
    answer: newsProject,
    handle: ({ params: { id } }, request) => projectBehind(db, request.actor, id),
  })
}
