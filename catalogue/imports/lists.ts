import { dictionary, selectable } from '../dictionaries/dictionaries.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { ImportColumn } from './define.ts'

/** An entry of a drop-down; `within` are the labels of the column above that leave it. */
export interface ListEntry {
  readonly name: string
  readonly code: string
  readonly within?: readonly string[]
}

interface Lists {
  /** The list that the column's drop-down shows. */
  readonly options?: string
  readonly dependsOn?: string
  readonly lists: Readonly<Record<string, readonly ListEntry[]>>
}

/** The drop-down of a column in a template: a dictionary, or the few choices of a kind. Several values have none. */
export function choicesByParent({ field, dependsOn }: ImportColumn): Lists {
  const choices = kindOf(field).choices?.(field) ?? []
  if (choices.length === 0 || field.multiple) return { lists: {} }
  const { dict } = field
  if (dict === undefined)
    return {
      options: '是否',
      lists: { 是否: choices.map(({ value, label }) => ({ name: label, code: value === true ? '1' : '0' })) },
    }
  const { label, cascading } = dictionary(dict)
  const left = field.excludeItems ?? []
  const entries = selectable(dict)
    .filter(({ code }) => !left.includes(code))
    .map(({ code, label: name, groups }) => ({
      name,
      code,
      ...(cascading && dependsOn !== undefined && groups && { within: groups }),
    }))
  return {
    options: label,
    ...(cascading && dependsOn !== undefined && dependsOn !== '' && { dependsOn }),
    lists: { [label]: entries },
  }
}
