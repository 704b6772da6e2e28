import { z } from 'zod'
import {
  effectsAsked,
  pairsWaiting,
  publicPairs,
  supportEffects,
} from '../../../../catalogue/contract/support-effects.ts'
import {
  amendmentAnswer,
  amendmentDraft,
  amendmentParams,
  pairBoard,
  pairPage,
  pairParams,
  pairsAsked,
  statementAnswer,
  statementDraft,
  statementParams,
} from '../../../../catalogue/contract/support-pairs.ts'
import type { Ground } from '../../../engine/feature.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { answerAmendment, propose } from './amendments.ts'
import { boardOf } from './board.ts'
import { effectsOf, waitingOf } from './effects-view.ts'
import { agreementsOf } from './list.ts'
import { publicPairsOf } from './public.ts'
import { answerStatement, state, type TellNeeds } from './statements.ts'

type Needs = TellNeeds & Pick<Ground, 'actorOn'>

const tag = '对口帮扶'
const base = '/api/v1/support/agreement'
const one = `${base}/:id`
const offices = [3, 4, 5, 6] as const

/** Seconds for which anybody's browser may keep the public numbers. */
const cachedSeconds = 300

/** Lists of agreements, the page of one, and how the goals of all of them stand. */
export function agreementReading(server: Server, { db, actorOn }: Needs): void {
  register(server, {
    method: 'GET',
    url: base,
    access: offices,
    tag,
    summary: '和本单位有关的结对协议：双方、期限、目标的状态；上级看全部下级的',
    query: pairsAsked,
    answer: pairPage,
    handle: ({ query }, request) => agreementsOf(db, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: one,
    access: offices,
    tag,
    summary: '一份结对协议：双方、时间进度、目标的起点和现在、自报、补充；无关的单位答复 404',
    params: pairParams,
    answer: pairBoard,
    handle: ({ params: { id } }, request) => boardOf(db, actorOn(request), id),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/support/effects',
    access: offices,
    tag,
    summary: '帮扶成效：执行中的协议的目标按类别、按指标的状态，落后的在前',
    query: effectsAsked,
    answer: supportEffects,
    handle: ({ query: { kind } }, request) => effectsOf(db, actorOn(request), kind),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/support/waiting',
    access: offices,
    tag,
    summary: '结对帮扶等本单位办理的：待签署、待备案、待修改、待答复、落后的目标',
    answer: pairsWaiting,
    handle: (_, request) => waitingOf(db, actorOn(request)),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/support/public',
    access: 'public',
    tag,
    summary: '门户上的结对帮扶：执行中的协议和目标的状态，只计已确认的；对所有人相同',
    answer: publicPairs,
    cachedFor: cachedSeconds,
    handle: () => publicPairsOf(db),
  })
}

/** What the two sides do beside the moves of the case: state numbers, supplement goals, answer each other. */
export function agreementWork(server: Server, needs: Needs): void {
  const { actorOn } = needs
  const own = { access: offices, tag, perMinute: 60 } as const
  register(server, {
    ...own,
    method: 'POST',
    url: `${one}/statement`,
    summary: '填写一项自报指标的数值和依据，对方确认后才算',
    params: pairParams,
    body: statementDraft,
    answer: z.object({ id: z.string() }),
    handle: async ({ params: { id }, body }, request) => ({
      id: await state(needs, actorOn(request), id, body),
    }),
  })
  register(server, {
    ...own,
    method: 'PUT',
    url: `${one}/statement/:statement`,
    summary: '确认对方填写的数值，或提出异议；填写的一方可以撤回',
    params: statementParams,
    body: statementAnswer,
    answer: z.literal(true),
    handle: async ({ params, body }, request) => {
      await answerStatement(needs, actorOn(request), params, body)
      return true as const
    },
  })
  register(server, {
    ...own,
    method: 'POST',
    url: `${one}/amendment`,
    summary: '补充协议：提出新的目标，对方同意后生效，原来的目标仍看得到',
    params: pairParams,
    body: amendmentDraft,
    answer: z.object({ no: z.int() }),
    handle: async ({ params: { id }, body }, request) => ({
      no: await propose(needs, actorOn(request), id, body),
    }),
  })
  register(server, {
    ...own,
    method: 'PUT',
    url: `${one}/amendment/:no`,
    summary: '同意或不同意对方提出的补充；提出的一方可以撤回',
    params: amendmentParams,
    body: amendmentAnswer,
    answer: z.literal(true),
    handle: async ({ params, body }, request) => {
      await answerAmendment(needs, actorOn(request), params, body)
      return true as const
    },
  })
}
