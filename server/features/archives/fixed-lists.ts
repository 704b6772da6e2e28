import { z } from 'zod'
import { listing, sized } from '../../../catalogue/contract/envelope.ts'
import { recordPage, type ListRow, type RecordPage } from '../../../catalogue/contract/archive/records.ts'
import { states } from '../../../catalogue/flows/review.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { isStorable } from '../../../catalogue/kinds/kind.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { definitionOf, type Ask, type Engine } from '../../engine/engine.ts'
import { listRecords } from '../../engine/http/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const readers = [2, 3, 4, 5, 6] as const

/** Lists of the specification that are those of one record type (section 7; endpoints.json). */
const lists = [
  ['/api/userdanan/gongxianglist', 'sharedResource', '资源共享记录列表'],
  ['/api/userZj/view_list', 'workSummary', '工作总结列表'],
] as const

const query = z.strictObject({
  ...listing,
  keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  /** Dictionary approvalStatus; left out: what is in force, of one's own everything. */
  status: z
    .union([z.literal('').transform(() => undefined), z.enum(states, { error: '没有该审核状态' })])
    .optional(),
})
type FixedListQuery = Pick<z.output<typeof query>, 'keyword' | 'status'> & {
  readonly page: number
  readonly pageSize: number
}

/** Queries of the general list for the states that offices see of others' records. */
const queues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  approved: {},
  inReview: { queue: 'open' },
  returned: { queue: 'returned' },
}

/**
 * The fixed calls are the general list of their type, with the names of parameters that they have always had.
 */
export function fixedListRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  for (const [url, type, summary] of lists)
    register(server, {
      method: 'GET',
      url,
      access: readers,
      tag: '教师档案',
      summary: `${summary}：教师为本人各条，其他为范围内的；同 /api/v1/records/${type}`,
      query,
      answer: recordPage,
      handle: ({ query: asked }, request) => {
        const ask = { engine, actor: actorOn(request), definition: definitionOf(engine, type) }
        return ask.actor.role === 2 ? ownList(ask, sized(asked)) : officeList(ask, sized(asked))
      },
    })
}

function officeList(
  ask: Ask,
  { keyword, status = 'approved', page, pageSize }: FixedListQuery,
): Promise<RecordPage> {
  const queue = queues[status]
  if (!queue) throw invalid('status', '只能按审核中、已退回、已通过查看')
  return listRecords(ask, {
    ...queue,
    ...(keyword !== undefined && keyword !== '' && { q: keyword }),
    page: String(page),
    pageSize: String(pageSize),
  })
}

/** One's own records come together, whatever their state. */
async function ownList(
  ask: Ask,
  { keyword = '', status, page, pageSize }: FixedListQuery,
): Promise<RecordPage> {
  const all = await listRecords(ask, {})
  const found = all.list.filter(
    (row) =>
      (status === undefined || row.state === status || row.pending === status) &&
      (keyword === '' || says(row, keyword)),
  )
  return {
    ...all,
    list: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    pageSize,
  }
}

const says = (row: ListRow, keyword: string): boolean =>
  Object.values(row).some((value) => typeof value === 'string' && value.includes(keyword))
