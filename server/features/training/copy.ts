import type { Actor } from '../../../catalogue/access/access.ts'
import { projectParams } from '../../../catalogue/contract/training/enrolments.ts'
import { copyAsked, copyMade } from '../../../catalogue/contract/training/copies.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import {
  campaignFor,
  createCampaign,
  type CampaignNeeds,
  type HostedRow,
} from '../../engine/campaigns/index.ts'
import { addDays } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TrainingNeeds } from './index.ts'

/** A date, or a date and time, so many days later; anything else stays. */
function later(value: unknown, days: number): unknown {
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return addDays(value, days)
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)
    ? minuteOf(Date.parse(`${value}:00+08:00`) + days * 86_400_000)
    : value
}

const dates = ['signupStart', 'signupEnd', 'startDate', 'endDate', 'quotaReturnsOn'] as const

/** What a copy does not take over: files are held by one campaign, and what was paid is the other one's. */
const left = { files: null, paid: null, plan: null }

/**
 * Begins a project like another one of the own office, so many days later: what it says, its classes and its
 * timetable, without people, team and costs. The year in the title goes along. Answers its id.
 */
export async function copyProject(
  needs: CampaignNeeds,
  actor: Actor,
  { value, title, isMine }: HostedRow,
  days: number,
): Promise<string> {
  if (!isMine) throw new AppError('forbidden', { message: '该项目由其他单位主办' })
  const moved = Object.fromEntries(dates.map((key) => [key, later(value[key], days)]))
  const begins = String(moved['startDate'] ?? '').slice(0, 4)
  const former = String(value['projectYear'] ?? '')
  return createCampaign(needs, {
    actor,
    definition: trainingProject,
    collects: 'trainingEnrolment',
    title: begins === '' || former === '' ? title : title.replace(former, begins),
    value: {
      ...value,
      ...left,
      ...moved,
      projectYear: begins === '' ? value['projectYear'] : Number(begins),
      sessions: listOf(value['sessions']).map((one) => ({
        ...one,
        startsAt: later(one['startsAt'], days),
        endsAt: later(one['endsAt'], days),
      })),
    },
  })
}

/** The call that begins a project like another one. */
export function copyRoutes(server: Server, { db, actorOn, processing }: TrainingNeeds): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/train/project/:id/copies',
    access: [3, 4, 5, 6],
    tag: '培训',
    perMinute: 30,
    summary: '照一个项目新增一个，推后若干天；报名、工作人员、附件和支出不带过来',
    params: projectParams,
    body: copyAsked,
    answer: copyMade,
    handle: async ({ params: { id }, body: { days } }, request) => {
      const actor = actorOn(request)
      const project = await campaignFor(db, actor, trainingProject, id)
      return { id: await copyProject(processing, actor, project, days) }
    },
  })
}
