import { z } from 'zod'
import type { AnyRecord } from '../define.ts'

/** Places that every form knows beside the archive; the keys are those of printed forms. */
export const givenPlaces = {
  所在单位: 'about.institution',
  打印日期: 'issue.day',
  打印单位: 'issue.institution',
  打印人: 'issue.issuer',
} as const
const givenKeys = Object.values(givenPlaces)

/** What a place of an office's own form stands for. */
export const placeMeaning = z.discriminatedUnion('is', [
  z.object({ is: z.literal('given'), key: z.enum(givenKeys), label: z.string() }),
  /** The number of the record in its row, from 1. */
  z.object({ is: z.literal('count'), type: z.string(), label: z.string() }),
  z.object({
    is: z.literal('field'),
    type: z.string(),
    key: z.string(),
    label: z.string(),
    /** The type has many records, so that its place stands in a row that repeats. */
    repeats: z.boolean(),
  }),
])
export type PlaceMeaning = z.infer<typeof placeMeaning>

/** A field with this word counts the rows of a list. */
const countWord = '序号'

/** Types that a paper shows for a stated purpose only (the whole archive keeps to the same). */
export const closedTypes: Readonly<Record<string, 'personnel' | 'organization'>> = {
  salary: 'personnel',
  familyMember: 'personnel',
  punishment: 'organization',
}

/** The type whose fields are named without it: {姓名}. */
const plainType = 'basicInfo'

const bare = (text: string): string => text.replaceAll(/\s|　/g, '')
/** Signs between a type and a field, as people type them. */
const separator = /[.．。·・:：/／、-]/g

const repeats = ({ cardinality }: AnyRecord): boolean => cardinality !== 'one'

function fieldCalled(definition: AnyRecord, label: string): PlaceMeaning | null {
  if (label === countWord && repeats(definition))
    return { is: 'count', type: definition.name, label: `${definition.title}·${countWord}` }
  const found = Object.entries(definition.fields).find(([, field]) => bare(field.label) === label)
  if (!found) return null
  const [key, field] = found
  const called = definition.name === plainType ? field.label : `${definition.title}·${field.label}`
  return { is: 'field', type: definition.name, key, label: called, repeats: repeats(definition) }
}

/**
 * What a place means, by the labels that people read: {姓名}, {所在单位}, {学习经历.学校}. Null where no type and no
 * field is called so.
 * @param records types of teachers as the office that keeps the form knows them
 */
export function meaningOf(name: string, records: readonly AnyRecord[]): PlaceMeaning | null {
  const whole = bare(name)
  const given = Object.entries(givenPlaces).find(([label]) => label === whole)
  if (given) return { is: 'given', key: given[1], label: given[0] }
  const basic = records.find((one) => one.name === plainType)
  const plain = basic ? fieldCalled(basic, whole) : null
  if (plain) return plain
  for (const { index } of whole.matchAll(separator)) {
    const type = records.find(({ title }) => bare(title) === whole.slice(0, index))
    const found = type && fieldCalled(type, whole.slice(index + 1))
    if (found) return found
  }
  return null
}

/** A place as it was found in a document. */
export interface FoundPlace {
  readonly name: string
  /** Its brace is not closed within its line and cell. */
  readonly isOpen: boolean
  /** The row of a table that holds it; null outside of tables. */
  readonly row: number | null
  readonly isBoxed: boolean
}

/** A row of a table by its number, with the row around its table. */
export interface FoundRow {
  readonly within: number | null
}

/** What is wrong with each place, in their order; null where it is right. */
export function faultsOfPlaces(
  places: readonly FoundPlace[],
  rows: readonly FoundRow[],
  records: readonly AnyRecord[],
): (string | null)[] {
  const meanings = places.map(({ name }) => meaningOf(name, records))
  const typesIn = (row: number): Set<string> =>
    new Set(
      places.flatMap((one, i) => {
        const meaning = meanings[i]
        return one.row === row && meaning && listOf(meaning) !== null ? [listOf(meaning) ?? ''] : []
      }),
    )
  return places.map(({ name, row, isBoxed, isOpen }, i) => {
    const meaning = meanings[i]
    if (isOpen) return '花括号没有成对，请把栏目写在同一格、同一行里'
    if (!meaning) return unknownSentence(name, records)
    if (isBoxed) return '文本框里不能放栏目，请移到正文或表格里'
    if (meaning.is !== 'given' && Object.hasOwn(closedTypes, meaning.type))
      return '该类档案须说明用途才能打印，不能放进自制表格'
    if (listOf(meaning) === null) return null
    if (row === null) return '该类档案可有多条，请放进表格的一行，打印时每条一行'
    if (typesIn(row).size > 1) return '一行里只能放同一类可有多条的档案'
    for (let outer = rows[row]?.within ?? null; outer !== null; outer = rows[outer]?.within ?? null)
      if (typesIn(outer).size > 0) return '外面的一行已按条重复，里面的表格不能再重复'
    return null
  })
}

/** The type that makes the row of a place repeat; null for none. */
export const listOf = (meaning: PlaceMeaning): string | null =>
  meaning.is === 'count' || (meaning.is === 'field' && meaning.repeats) ? meaning.type : null

/** Says what is unknown, and names a field of nearly that name. */
function unknownSentence(name: string, records: readonly AnyRecord[]): string {
  const last = bare(name).split(separator).at(-1) ?? ''
  const near = records
    .flatMap((definition) =>
      Object.values(definition.fields).flatMap(({ label }) =>
        last.length > 0 && bare(label).includes(last)
          ? [definition.name === plainType ? label : `${definition.title}.${label}`]
          : [],
      ),
    )
    .slice(0, 3)
  return near.length === 0 ? '没有该栏目，请按栏目清单填写' : `没有该栏目，是否为：${near.join('、')}`
}
