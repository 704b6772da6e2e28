import { z } from 'zod'
import { amendmentAnswer, pairParams } from '../../../../catalogue/contract/support-pairs.ts'
import {
  pairBeside,
  pairPlanDraft,
  pairPlanParams,
  pairTasks,
  pairTasksAsked,
} from '../../../../catalogue/contract/support-plans.ts'
import type { Ground } from '../../../engine/feature.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { besideOf } from '../agreements/beside.ts'
import type { TellNeeds } from '../agreements/statements.ts'
import { answerPlan, proposePlan, tasksOf } from './plan.ts'

const one = '/api/v1/support/agreement/:id'
const shared = { access: [3, 4, 5, 6], tag: '对口帮扶' } as const

/** The yearly tasks of an agreement: read, proposed by one side, answered by the other. */
export function planRoutes(server: Server, needs: TellNeeds & Pick<Ground, 'actorOn'>): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url: `${one}/tasks`,
    summary: '一份结对协议某一年的任务：由谁完成、期限、已完成多少；无关的单位答复 404',
    params: pairParams,
    query: pairTasksAsked,
    answer: pairTasks,
    handle: ({ params: { id }, query: { year } }, request) => tasksOf(db, actorOn(request), id, year),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${one}/beside`,
    summary: '一份结对协议的右栏：受援方的需求、人员往来、等本单位办理的；无关的单位答复 404',
    params: pairParams,
    answer: pairBeside,
    handle: ({ params: { id } }, request) => besideOf(db, actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${one}/plan`,
    summary: '提出一个年度的任务，对方同意后生效',
    perMinute: 60,
    params: pairParams,
    body: pairPlanDraft,
    answer: z.object({ id: z.string() }),
    handle: async ({ params: { id }, body }, request) => ({
      id: await proposePlan(needs, actorOn(request), id, body),
    }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${one}/plan/:plan`,
    summary: '同意或不同意对方提出的年度任务；提出的一方可以撤回',
    perMinute: 60,
    params: pairPlanParams,
    body: amendmentAnswer,
    answer: z.literal(true),
    handle: async ({ params, body }, request) => {
      await answerPlan(needs, actorOn(request), params, body)
      return true as const
    },
  })
}
