import { z } from 'zod'
import { kindOf } from '../kinds/kinds.ts'
import type { AnyProcess } from '../processes/define.ts'
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

/** Names of the query that no filter may have (P116). */
export const caseQueryKeys: readonly string[] = Object.keys(caseQuery.shape)

/** The query of the cases of one process: each of its filters takes a code of its dictionary. */
export function caseQueryOf({ fields, list }: Pick<AnyProcess, 'fields' | 'list'>) {
  const filters: Readonly<Record<never, never>> = Object.fromEntries(
    list.filters.map((key) => {
      const field = fields[key]
      const codes = new Set(
        field &&
          kindOf(field)
            .choices?.(field)
            .map(({ value }) => String(value)),
      )
      const code = z.string().max(20)
      return [key, code.refine((one) => codes.has(one), `没有这种${field?.label ?? key}`).optional()]
    }),
  )
  return caseQuery.extend(filters)
}

/** The filters among what cases are asked with. */
export const filtersIn = (
  { list }: Pick<AnyProcess, 'list'>,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    list.filters.flatMap((key) => (typeof query[key] === 'string' ? [[key, query[key]]] : [])),
  )
