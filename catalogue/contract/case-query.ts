import { z } from 'zod'
import type { AnyProcess } from '../processes/define.ts'
import { filtersAmong, filterShape, orderBy, orderedFields } from './declared-query.ts'
import { paging, uuid } from './envelope.ts'
import { words } from './processes.ts'

/** `mine`: waits for my office · `begun`: begun by it · `open`: under way · `ended`: over. */
export const caseQueues = ['mine', 'begun', 'open', 'ended'] as const
export type CaseQueue = (typeof caseQueues)[number]

export const caseQuery = z.strictObject({
  ...paging,
  queue: z.enum(caseQueues, { error: '没有这个分组' }).optional(),
  /** One state, or several apart by commas. */
  state: z.string().max(200).optional(),
  campaign: uuid.optional(),
  /** Letters of the person's name. */
  q: words(30).optional(),
  teacherId: z.coerce.number().int().positive().max(2147483647).optional(),
})

/** By what the cases of a process can be ordered: name, last act, and fields of the list. */
export const ordersOf = ({ fields, list }: Pick<AnyProcess, 'fields' | 'list'>): readonly string[] => [
  'name',
  'updatedAt',
  ...orderedFields(fields, list.columns),
]

/** Names of the query that no filter may have (P116). */
export const caseQueryKeys: readonly string[] = [...Object.keys(caseQuery.shape), 'sort']

/** The query of the cases of one process. */
export const caseQueryOf = (definition: Pick<AnyProcess, 'fields' | 'list'>) =>
  caseQuery.extend({
    ...filterShape(definition.fields, definition.list.filters),
    sort: orderBy(ordersOf(definition)),
  })

/** The filters among what cases are asked with. */
export const filtersIn = ({ list }: Pick<AnyProcess, 'list'>, query: Readonly<Record<string, unknown>>) =>
  filtersAmong(list.filters, query)
