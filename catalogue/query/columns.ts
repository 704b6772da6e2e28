import { fieldIn, isComputed, personType, type QuerySection } from './fields.ts'
import { countedIn, type Query } from './query.ts'

/** The model's word for a column, where this search has another. */
export const columnCalled = (word: string): string => (word === 'org' ? 'school' : word)

/** An order in the model's words. Who was born first is the oldest: the day itself is no column. */
export function orderCalled([word, direction]: readonly [string, 'asc' | 'desc']): [string, 'asc' | 'desc'] {
  if (word !== 'birthDate') return [columnCalled(word), direction]
  return ['age', direction === 'asc' ? 'desc' : 'asc']
}

/** What a list of found people shows beside fields: whose it is. */
const fixed = { name: '姓名', district: '县区', school: '学校', status: '人员状态' } as const
export type FixedColumn = keyof typeof fixed
/** How found people are reached: shown masked, asked of by nothing (fields of 联系方式). */
const contact = { mobile: '手机号码', email: '电子邮箱' } as const
export type ContactColumn = keyof typeof contact
export const isContact = (key: string): key is ContactColumn => Object.hasOwn(contact, key)

export const isFixed = (key: string): key is FixedColumn => Object.hasOwn(fixed, key)

/** Columns unless others were chosen. */
export const usualColumns: readonly string[] = [
  'name',
  'district',
  'school',
  'mainSubject',
  'titleLevel',
  'age',
]
export const mostColumns = 16

export interface QueryColumn {
  readonly key: string
  readonly label: string
  /** Where it comes from, beside the label. */
  readonly from: string
}

/** Number of the `has` that a column counts: `count1` the first. */
export function countedBy(key: string): number | null {
  const found = /^count([1-9]\d?)$/.exec(key)
  return found ? Number(found[1]) - 1 : null
}

function countColumns(query: Pick<Query, 'conditions'>, sections: readonly QuerySection[]): QueryColumn[] {
  return countedIn(query).map(({ has }, at) => {
    const title = sections.find(({ type }) => type === has)?.title ?? has
    return { key: `count${at + 1}`, label: `${title}条数`, from: '计数，符合条件的' }
  })
}

/** Every column that may be chosen for a query. */
export function columnsFor(
  query: Pick<Query, 'conditions'>,
  sections: readonly QuerySection[],
): QueryColumn[] {
  const person = sections.find(({ type }) => type === personType)
  return [
    ...Object.entries(fixed).map(([key, label]) => ({
      key,
      label,
      from: key === 'name' ? '链接到档案' : '',
    })),
    ...countColumns(query, sections),
    ...(person?.fields ?? [])
      .filter(({ key }) => key !== 'name')
      .map(({ key, label }) => ({ key, label, from: person?.title ?? '' })),
    ...Object.entries(contact).map(([key, label]) => ({ key, label, from: '联系方式' })),
  ]
}

/** The chosen columns that there are, in their order, the name always among them. */
export function chosenColumns(
  query: Pick<Query, 'conditions'>,
  sections: readonly QuerySection[],
  chosen: readonly string[],
): QueryColumn[] {
  const all = columnsFor(query, sections)
  const keys = chosen.includes('name') ? chosen : ['name', ...chosen]
  return keys.flatMap((key) => all.find((column) => column.key === key) ?? [])
}

/** The field behind a column; undefined for what is none. */
export const fieldOfColumn = (sections: readonly QuerySection[], key: string) =>
  fieldIn(sections, personType, key)?.field

/**
 * The columns whose values the search itself carries along: what is worked out, and what is the
 * institution's.
 */
export const carriedKeys = (keys: readonly string[]): string[] =>
  keys.filter((key) => isComputed(key) || key.startsWith('org.'))

/** The key of a column in a file, where keys have no dot. */
export const keyInFile = (key: string): string =>
  key.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase())
