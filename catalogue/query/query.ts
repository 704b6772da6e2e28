import { z } from 'zod'
import { date } from '../kinds/date.ts'
import { isStorable, queryOperators } from '../kinds/kind.ts'
import { peopleKeys } from './people.ts'

/** Most groups, conditions and years back of one query (figures, section 6). */
export const mostGroups = 5
export const mostConditions = 20
export const mostYears = 60
const mostValues = 200

const key = (what: string) =>
  z
    .string({ error: `${what}应为文字` })
    .min(1, `请选择${what}`)
    .max(80, `没有该${what}`)
    .regex(/^[A-Za-z][A-Za-z0-9.]*$/, `没有该${what}`)

const plain = z.union(
  [
    z.string().max(200, '值不超过 200 个字').refine(isStorable, '值含有不能搜索的字符'),
    z.number().refine(Number.isFinite),
    z.boolean(),
  ],
  { error: '值应为文字、数字或是否' },
)
const ago = z.strictObject({
  yearsAgo: z
    .number({ error: '年数应为整数' })
    .int('年数应为整数')
    .min(1, '年数从 1 起')
    .max(mostYears, `年数不超过 ${mostYears}`),
})

const isMany = (given: unknown): given is readonly unknown[] => Array.isArray(given)
const isNamed = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !isMany(given)

/**
 * Reads with the schema that fits what was given, so that a fault names its place and not all that might have
 * been meant.
 */
const fitting = <T extends z.ZodType>(choose: (given: unknown) => T) =>
  z.unknown().transform((given, context): z.output<T> => {
    const read = choose(given).safeParse(given)
    if (read.success) return read.data
    for (const { path, message } of read.error.issues)
      context.addIssue({ code: 'custom', path, message, input: given })
    return z.NEVER
  })

const many = z.array(plain).min(1, '请至少选一项').max(mostValues, `至多选 ${mostValues} 项`)
const value = fitting((given): z.ZodType<QueryValue> => (isMany(given) ? many : isNamed(given) ? ago : plain))

/** One value, several, or so many years before the day of the query, so that a kept query stays true. */
export type QueryValue = Plain | Plain[] | { readonly yearsAgo: number }
export type Plain = string | number | boolean

const condition = z.strictObject(
  {
    field: key('字段'),
    op: z.enum(queryOperators, { error: '没有这种比较方式' }),
    value: value.optional(),
  },
  { error: '条件里有不认识的内容' },
)
/** One field of a person, or of the records of a type, compared. */
export type Condition = z.output<typeof condition>

const howMany = z
  .number({ error: '条数应为整数' })
  .int('条数应为整数')
  .min(0, '条数从 0 起')
  .max(999, '条数不超过 999')

const has = z.strictObject(
  {
    has: key('档案类型'),
    where: z.array(condition, { error: '“其中”的条件应为一组' }).max(mostConditions).default([]),
    min: howMany.optional(),
    max: howMany.optional(),
  },
  { error: '条件里有不认识的内容' },
)
/**
 * At least `min` (1 unless given) and at most `max` records of a type in force that fulfil all of `where`.
 */
export type Has = z.output<typeof has>

const inner = fitting((given): z.ZodType<Condition | Has> =>
  isNamed(given) && 'has' in given ? has : condition,
)
const any = z.strictObject(
  { any: z.array(inner, { error: '分组里应为一组条件' }).max(mostConditions, '条件太多') },
  { error: '条件里有不认识的内容' },
)
/** At least one of some. */
export interface Any {
  readonly any: (Condition | Has)[]
}

const element = fitting((given): z.ZodType<Condition | Has | Any> =>
  isNamed(given) && 'any' in given ? any : inner,
)
export type Element = Condition | Has | Any

export const isHas = (element: Element): element is Has => 'has' in element
export const isAny = (element: Element): element is Any => 'any' in element

/** Outer: or; inner: and (specification, DataAdvancedSearch). */
export const conditions = z
  .array(z.array(element, { error: '每一组应为一组条件' }).max(mostConditions, '条件太多'), {
    error: '条件应为一组一组的',
  })
  .max(mostGroups, `至多 ${mostGroups} 组`)

export const bases = ['personnel', 'teaching'] as const

/** What whoever asks wants to know: who, where, on which day, by which membership, and what must hold. */
export const queryShape = {
  conditions,
  people: z.enum(peopleKeys, { error: '没有该人员' }).default('serving'),
  basis: z.enum(bases, { error: '口径应为 personnel 或 teaching' }).default('personnel'),
  /** An institution within the reader's scope; the whole scope without one. */
  place: z
    .number({ error: '单位编号应为整数' })
    .int('单位编号应为整数')
    .positive()
    .max(2_147_483_647)
    .optional(),
  /** The day whose values in force count; today without one. */
  asOf: date.schema({ kind: 'date', label: '日期', required: true }).optional(),
}
const wholeQuery = z.strictObject(queryShape)
export type Query = z.output<typeof wholeQuery>

/** Reads a query as it was kept; what is kept was checked when it was written. */
export const readQuery = (given: unknown): Query => wholeQuery.parse(given)
export { wholeQuery }

/** Every condition of a query with its place in it, those within `has` among them. */
export function conditionsOf(
  query: Pick<Query, 'conditions'>,
): { condition: Condition | Has; path: string }[] {
  return query.conditions.flatMap((group, g) =>
    group.flatMap((element, e) => {
      const path = `conditions.${g}.${e}`
      return isAny(element)
        ? element.any.map((one, k) => ({ condition: one, path: `${path}.any.${k}` }))
        : [{ condition: element, path }]
    }),
  )
}

/** Every `has` of a query in the order in which columns number them. */
export const countedIn = (query: Pick<Query, 'conditions'>): Has[] =>
  conditionsOf(query).flatMap(({ condition }) => (isHas(condition) ? [condition] : []))
