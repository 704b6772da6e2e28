import { z } from 'zod'
import { deepestRow, listing, sized } from '../../../../catalogue/contract/envelope.ts'
import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import { invalid } from '../../../../catalogue/errors.ts'
import { prepared } from '../../prepared/index.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { serverKind, type FilterTest } from '../../kinds/index.ts'

/** One condition of a list, checked and typed by the field's kind. */
export interface Filter {
  readonly key: string
  readonly field: Field
  readonly test: FilterTest
}

/** A list request, checked against the declaration. */
export interface ListQuery {
  readonly page: number
  readonly pageSize: number
  readonly sort: { readonly key: string; readonly descending: boolean }
  readonly q: string | null
  readonly ownerId: number | null
  /** An institution the list is narrowed to, with all below it. */
  readonly institutionId: number | null
  readonly queue: 'open' | 'forwarded' | 'returned' | 'done' | null
  readonly filters: readonly Filter[]
  readonly counts: boolean
}

const number = (name: string) =>
  z.coerce
    .number({ error: `${name}应为整数` })
    .int(`${name}应为整数`)
    .min(1, `${name}从 1 起`)
    .max(2_147_483_647, `${name}过大`)
    .optional()

const fixed = z.object({
  ...listing,
  sort: z.string().max(60).optional(),
  q: z.string().trim().max(60, '关键字不超过 60 个字').optional(),
  ownerId: number('所有者编号'),
  institutionId: number('单位编号'),
  queue: z
    .enum(['open', 'forwarded', 'returned', 'done'], {
      error: 'queue 只能是 open、forwarded、returned 或 done',
    })
    .optional(),
  counts: z.enum(['0', '1']).optional(),
})
const fixedKeys = new Set(Object.keys(fixed.shape))

function valueOf(key: string, field: Field, text: string): unknown {
  const read = serverKind(field).readFilter(text, field)
  if ('fault' in read) throw invalid(key, `${field.label}：${read.fault}`)
  return read.value
}

/** `2018-09~2020-06` is a range, either side may be empty; `1,2` any of these; text is looked for inside. */
function filterOf(key: string, field: Field, text: string): Filter {
  const operators = kindOf(field).operators
  if (operators.includes('range') && text.includes('~')) {
    const [from = '', to = ''] = text.split('~')
    const side = (part: string) => (part === '' ? null : valueOf(key, field, part))
    return { key, field, test: { from: side(from), to: side(to) } }
  }
  if (operators.includes('contains')) {
    if ([...text].length > 60) throw invalid(key, `${field.label}：不超过 60 个字`)
    return { key, field, test: { contains: text } }
  }
  const parts = text.split(',').slice(0, 100)
  return { key, field, test: { in: parts.map((part) => valueOf(key, field, part)) } }
}

type Query = Readonly<Record<string, unknown>>

/**
 * Reads the query string of a list; unknown parameters, doubled ones and wrong values are refused by name.
 */
export function readListQuery(definition: AnyRecord, raw: Query): ListQuery {
  requireKnown(definition, raw)
  const { page, pageSize, sort, q, ownerId, institutionId, queue, counts } = readFixed(raw)
  if (page * pageSize > deepestRow) throw invalid('page', `只能翻到第 ${deepestRow} 条，请筛选后再找`)
  const filters = readFilters(definition, raw)
  if (q?.includes('\u0000')) throw invalid('q', '含有不能搜索的字符')
  return {
    page,
    pageSize,
    sort: readSort(definition, sort, queue),
    q: q === undefined || q === '' ? null : q,
    ownerId: ownerId ?? null,
    institutionId: institutionId ?? null,
    queue: queue ?? null,
    filters,
    counts: counts === '1',
  }
}

function requireKnown(definition: AnyRecord, raw: Query): void {
  for (const [key, value] of Object.entries(raw))
    if (typeof value !== 'string') throw invalid(key, '同一个条件只能给一次')
  const { filters } = prepared(definition)
  const extra = Object.keys(raw).find((key) => !fixedKeys.has(key) && !filters.has(key))
  if (extra !== undefined) throw invalid(extra.slice(0, 40), `不能按“${extra.slice(0, 40)}”筛选`)
}

function readFixed(raw: Query) {
  const given = Object.fromEntries(Object.entries(raw).filter(([key]) => fixedKeys.has(key)))
  const read = fixed.safeParse(given)
  if (read.success) return sized(read.data)
  const issue = read.error.issues[0]
  throw invalid(String(issue?.path[0] ?? ''), issue?.message ?? '查询条件有误')
}

function readFilters(definition: AnyRecord, raw: Query): Filter[] {
  const filters = definition.pages.list.filters.flatMap((key) => {
    const text = raw[key]
    const field = definition.fields[key]
    return typeof text === 'string' && text !== '' && field ? [filterOf(key, field, text)] : []
  })
  for (const filter of filters) {
    if (JSON.stringify(filter.test).includes('\\u0000')) throw invalid(filter.key, '含有不能搜索的字符')
  }
  return filters
}

/** The order of what waits for an office; the index of the queue has it both ways. */
const byWaiting = 'waiting'

function readSort(
  definition: AnyRecord,
  sort: string | undefined,
  queue: ListQuery['queue'] | undefined,
): ListQuery['sort'] {
  if (queue === 'open' && (sort === byWaiting || sort === `-${byWaiting}`))
    return { key: byWaiting, descending: sort !== byWaiting }
  if (sort === undefined || sort === '')
    return { key: definition.pages.list.order, descending: definition.pages.list.descending ?? false }
  const descending = sort.startsWith('-')
  const key = descending ? sort.slice(1) : sort
  const columns = definition.pages.list.columns
  if (!columns.includes(key) && key !== definition.pages.list.order)
    throw invalid('sort', `不能按“${key.slice(0, 40)}”排序`)
  return { key, descending }
}
