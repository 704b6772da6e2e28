import {
  results,
  roundBody,
  roundChange,
  roundId,
  roundKept,
  roundPage,
  roundQuery,
  roundView as roundViewShape,
  sourceChoices,
  versioned,
} from '../../../catalogue/contract/review/rounds.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Printer } from '../../platform/pdf/index.ts'
import { assignAgain } from './assigning.ts'
import { roundView } from './board.ts'
import { closeRound, resultsView } from './closing.ts'
import type { ReviewNeeds } from './options.ts'
import { cancelRound, changeRound, createRound, openRound, roundsOf } from './rounds.ts'
import { resultSheet } from './sheet.ts'
import { attached } from '../../platform/http/attached.ts'

const tag = '专家评审'
const access = [4, 5, 6] as const
const url = '/api/v1/review/rounds'

interface Room {
  readonly actorOn: ActorOn
  readonly printer: Printer
}

/** Rounds of an office: set up, opened, closed, and their results. */
export function roundRoutes(server: Server, o: ReviewNeeds, room: Room): void {
  const { actorOn } = room
  register(server, {
    method: 'GET',
    url: '/api/v1/review/sources',
    access,
    tag,
    summary: '可以送评的材料',
    answer: sourceChoices,
    handle: async (_, request) => ({ list: await choicesOf(o, actorOn(request)) }),
  })
  register(server, {
    method: 'GET',
    url,
    access,
    tag,
    summary: '本单位的评审',
    query: roundQuery,
    answer: roundPage,
    handle: ({ query }, request) => roundsOf(o, actorOn(request), query),
  })
  register(server, {
    method: 'POST',
    url,
    access,
    tag,
    summary: '新增评审：送评材料与规则',
    body: roundBody,
    answer: roundKept,
    handle: ({ body }, request) => createRound(o, actorOn(request), body),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id`,
    access,
    tag,
    summary: '一轮评审：规则、抽取、进度',
    params: roundId,
    answer: roundViewShape,
    handle: ({ params }, request) => roundView(o, actorOn(request), params.id),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:id`,
    access,
    tag,
    summary: '修改没有开始的评审',
    params: roundId,
    body: roundChange,
    answer: roundKept,
    handle: ({ params, body }, request) => changeRound(o, actorOn(request), params.id, body),
  })
  stepRoutes(server, o, actorOn)
  resultRoutes(server, o, room)
}

async function choicesOf({ reviewSources }: ReviewNeeds, actor: Actor) {
  const lists = await Promise.all(
    reviewSources.map(async ({ name, choices }) =>
      (await choices(actor)).map((choice) => ({ ...choice, source: name })),
    ),
  )
  return lists.flat()
}

const steps = [
  { path: 'open', summary: '开始评审：冻结规则，抽取专家并分配', step: openRound },
  { path: 'assign', summary: '为专家不足的材料再分配', step: assignAgain },
  { path: 'cancel', summary: '取消没有开始的评审', step: cancelRound },
  { path: 'close', summary: '结束评审：计分、排名，结果回到申报', step: closeRound },
] as const

function stepRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  for (const { path, summary, step } of steps)
    register(server, {
      method: 'POST',
      url: `${url}/:id/${path}`,
      access,
      tag,
      summary,
      params: roundId,
      body: versioned,
      answer: roundKept,
      handle: ({ params, body }, request) => step(o, actorOn(request), params.id, body.version),
    })
}

function resultRoutes(server: Server, o: ReviewNeeds, { actorOn, printer }: Room): void {
  register(server, {
    method: 'GET',
    url: `${url}/:id/results`,
    access,
    tag,
    summary: '已结束评审的评分表；专家只有编号',
    params: roundId,
    answer: results,
    handle: ({ params }, request) => resultsView(o, actorOn(request), params.id),
  })
  server.route({
    method: 'GET',
    url: `${url}/:id/sheet`,
    config: { access },
    schema: { summary: '评审结果汇总表（PDF）', tags: [tag], params: roundId },
    handler: async (request, reply) => {
      const { id } = roundId.parse(request.params)
      const bytes = await resultSheet(o, printer, actorOn(request), id)
      return attached(reply, '评审结果汇总表.pdf', 'application/pdf').send(Buffer.from(bytes))
    },
  })
}
