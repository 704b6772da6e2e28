import type { KeptDetail, SearchSort } from '../../../catalogue/contract/analysis/query.ts'
import { usualColumns } from '../../../catalogue/query/columns.ts'
import { fieldIn, personType, type QueryField, type QuerySection } from '../../../catalogue/query/fields.ts'
import type { QueryOperator } from '../../../catalogue/kinds/kind.ts'
import { askedOf, kindOf } from '../../../catalogue/kinds/kinds.ts'
import { takenBy } from '../../../catalogue/query/judge.ts'
import {
  isAny,
  isHas,
  readQuery,
  type Condition,
  type Element,
  type Has,
  type Query,
} from '../../../catalogue/query/query.ts'

/** What stands on the page of a query: what is asked, and how the found are shown. */
export interface Desk {
  readonly name: string
  readonly query: Query
  readonly columns: readonly string[]
  readonly sort: SearchSort
}

export const emptyDesk: Desk = {
  name: '',
  query: { conditions: [[]], people: 'serving', basis: 'personnel' },
  columns: usualColumns,
  sort: [],
}

/** Whether two desks ask and show the same; the name is kept by itself. */
export const isSame = (a: Desk, b: Desk): boolean =>
  JSON.stringify([a.query, a.columns, a.sort]) === JSON.stringify([b.query, b.columns, b.sort])

/** A desk as a draft of this browser; null where what was kept cannot be read any more. */
export function deskOf(values: Readonly<Record<string, unknown>>): Desk | null {
  const { name, query, columns, sort } = values
  try {
    return {
      name: typeof name === 'string' ? name : '',
      query: readQuery(query),
      columns: Array.isArray(columns) ? columns.map(String) : usualColumns,
      sort: sortOf(sort),
    }
  } catch {
    return null
  }
}

function sortOf(given: unknown): SearchSort {
  if (!Array.isArray(given)) return []
  return given.flatMap((one): SearchSort =>
    Array.isArray(one) && (one[1] === 'asc' || one[1] === 'desc') ? [[String(one[0]), one[1]]] : [],
  )
}

/** Where a condition stands: group, element, and within 或 of a group. */
export type Path = readonly number[]
export const pathKey = ([g, e, k]: Path): string =>
  k === undefined ? `conditions.${g}.${e}` : `conditions.${g}.${e}.any.${k}`

type Groups = Query['conditions']

const replaced = <T>(list: readonly T[], at: number, one: T | null): T[] =>
  one === null ? list.filter((_old, n) => n !== at) : list.map((old, n) => (n === at ? one : old))

/**
 * The groups with another condition in this place, or with none. A group within a group that is left empty
 * goes.
 */
export function withElement(groups: Groups, [g = 0, e = 0, k]: Path, one: Element | null): Groups {
  return groups.map((group, n) => {
    if (n !== g) return group
    const old = group[e]
    if (k === undefined || !old || !isAny(old)) return replaced(group, e, one)
    if (one !== null && isAny(one)) return group
    const any = replaced(old.any, k, one)
    return replaced(group, e, any.length === 0 ? null : { any })
  })
}

/** The groups with one more condition at the end of a group, or of 或 within it. */
export function added(groups: Groups, [g = 0, e]: Path, one: Condition | Has): Groups {
  return groups.map((group, n) => {
    if (n !== g) return group
    const inner = e === undefined ? undefined : group[e]
    if (e === undefined || !inner || !isAny(inner)) return [...group, one]
    return replaced<Element>(group, e, { any: [...inner.any, one] })
  })
}

/** 且 of a group becomes 或: its conditions stand in one group of which one has to hold. */
export const asAny = (groups: Groups, g: number): Groups =>
  replaced(groups, g, [{ any: (groups[g] ?? []).flatMap((one) => (isAny(one) ? one.any : [one])) }])

/** 或 within a group becomes 且: its conditions stand beside the others. */
export const asAll = (groups: Groups, g: number, e: number): Groups =>
  groups.map((group, n) =>
    n === g ? group.flatMap((one, at): Element[] => (at === e && isAny(one) ? one.any : [one])) : group,
  )

/** The first comparison of a field, without a value yet. */
export function firstOf({ key, field }: QueryField): Condition {
  const [op = 'null'] = askedOf(field)
  const usual: QueryOperator = askedOf(field).includes('in')
    ? 'in'
    : askedOf(field).includes('ge')
      ? 'ge'
      : op
  return { field: key, op: usual }
}

/** A new condition of a section: of the person a comparison, of records at least one of them. */
export function begun(sections: readonly QuerySection[], type: string): Condition | Has {
  if (type !== personType) return { has: type, where: [], min: 1 }
  return sections.some((section) => section.type === type)
    ? { field: 'age', op: 'ge' }
    : { field: 'name', op: 'like' }
}

/** The same comparison with another operator; a value stays where it still fits. */
export function withOperator({ field, op, value }: Condition, next: QueryOperator): Condition {
  const stays = takenBy(op) === takenBy(next) && value !== undefined
  return stays ? { field, op: next, value } : { field, op: next }
}

export const sectionOf = (one: Condition | Has): string => (isHas(one) ? one.has : personType)

export const fieldOf = (sections: readonly QuerySection[], type: string, key: string) =>
  fieldIn(sections, type, key)?.field

/** Whether values of a field are chosen from a list. */
export const isChosen = (field: QueryField['field']): boolean => kindOf(field).choices !== undefined

/** Where this browser keeps what is being built. */
export const draftKey = (id: number | null): string => `custom-query/${id ?? 'new'}`

/** A version of a kept query as the page has it; null where it cannot be read any more. */
export function deskOfVersion(kept: KeptDetail, no: number): Desk | null {
  const version = kept.versions.find((one) => one.no === no)
  return version ? deskOf({ name: kept.name, ...version }) : null
}
