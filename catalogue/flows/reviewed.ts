import { teacher, writesForSelf } from '../contents/agreement.ts'
import type { AnyContent } from '../contents/define.ts'
import type { AnyRecord, FieldMap, Level, Step } from '../define.ts'
import type { AnyProcess } from '../processes/define.ts'
import { climbOf, firstForm, keysIn } from '../processes/reading.ts'
import { levels, roleOfLevel } from './review.ts'

/** What a review chain is for: a type of record, of published content, or of cases that climb. */
export interface ReviewedType {
  readonly name: string
  readonly title: string
  readonly fields: FieldMap
  /** Keys of the fields in the order of the form. */
  readonly order: readonly string[]
  /** The chain as declared; what people published later stands in its place. */
  readonly chain: readonly Step[]
  /** The lowest level that may review: the one above the lowest submitter. */
  readonly from: Level
  /** There may be no step at all. */
  readonly optional: boolean
  /** The levels whose work it reviews, from below. */
  readonly writers: readonly Level[]
  /** What stands before the first step, and what comes after the last. */
  readonly ends: readonly [string, string]
}

/** The chain of a type of record; null where nothing is reviewed. */
export function reviewedRecord({ name, title, fields, pages, review }: AnyRecord): ReviewedType | null {
  if (!review) return null
  return {
    name,
    title,
    fields,
    order: pages.form.flatMap((section) => section.fields as readonly string[]),
    chain: review.chain,
    from: 'school',
    optional: false,
    writers: ['school'],
    ends: ['本人', '生效'],
  }
}

/** The chain of a type of content above its writer; null where no review is declared. */
export function reviewedContent({ name, title, fields, writers, approval }: AnyContent): ReviewedType | null {
  if (!approval) return null
  const byTeachers = writesForSelf({ writers }, teacher)
  return {
    name,
    title,
    fields,
    order: Object.keys(fields),
    chain: approval.chain,
    from: byTeachers ? 'school' : 'area',
    optional: !byTeachers,
    writers: levels.filter((level) => writers.includes(roleOfLevel[level])),
    ends: [firstStopOf(byTeachers, approval.second), '发布'],
  }
}

/**
 * The way of cases from a school up to whoever holds their campaign; null where no state climbs. Every level
 * below the host recommends, unless another chain is published (decision 0162).
 */
export function reviewedProcess({
  name,
  title,
  fields,
  form,
  stages,
  states,
  parties,
}: AnyProcess): ReviewedType | null {
  const climbing = Object.values(states).find((state) => climbOf(state) !== undefined)
  const to = climbOf(climbing)?.to
  if (!climbing || to === undefined) return null
  const days = 'days' in climbing ? climbing.days : undefined
  return {
    name,
    title,
    fields,
    order: keysIn({ form, ...(stages && { stages }) }, [firstForm]),
    chain: levels.map((level) => ({ level, ...(days !== undefined && { days }) })),
    from: 'school',
    optional: true,
    writers: ['school'],
    ends: ['本人', parties[to]?.label ?? '主办单位'],
  }
}

function firstStopOf(byTeachers: boolean, second: boolean): string {
  if (byTeachers) return '作者'
  return second ? '本单位复核' : '本单位'
}

/**
 * Everything that is reviewed, by its name; types of the same name would share a chain and
 * are refused.
 */
export function reviewedOf(
  records: readonly AnyRecord[],
  contents: readonly AnyContent[],
  processes: readonly AnyProcess[],
): Readonly<Record<string, ReviewedType>> {
  const all = [
    ...records.map(reviewedRecord),
    ...contents.map(reviewedContent),
    ...processes.map(reviewedProcess),
  ].filter((one) => one !== null)
  const names = new Set(all.map(({ name }) => name))
  if (names.size < all.length) throw new Error('two types that are reviewed have the same name')
  return Object.fromEntries(all.map((one) => [one.name, one]))
}
