import { dictionary, selectable } from '../dictionaries/dictionaries.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { ImportColumn } from './define.ts'

/** An entry of a drop-down; `groups` are the codes of the column above that leave it. */
export interface ListEntry {
  readonly name: string
  readonly code: string
  readonly groups?: readonly string[]
}

interface Lists {
  /** The list that the column's drop-down shows. */
  readonly options?: string
  readonly dependsOn?: string
  readonly lists: Readonly<Record<string, readonly ListEntry[]>>
}

/**
 * The drop-down of a column in a template: a dictionary, or the few choices of a kind. Several values have
 * none.
 */
export function dropDownOf({ key, field, dependsOn }: ImportColumn): Lists {
  const choices = kindOf(field).choices?.(field) ?? []
  if (choices.length === 0 || field.multiple) return { lists: {} }
  const { dict } = field
  if (dict === undefined)
    return {
      options: 'yesOrNo',
      lists: {
        yesOrNo: choices.map(({ value, label }) => ({ name: label, code: value === true ? '1' : '0' })),
      },
    }
  const left = field.excludeItems ?? []
  // A column that leaves entries out has a list of its own.
  const options = left.length === 0 ? dict : `${dict}_${key}`
  const cascades = dictionary(dict).cascading && dependsOn !== undefined
  const entries = selectable(dict)
    .filter(({ code }) => !left.includes(code))
    .map(({ code, label: name, groups }) => ({ name, code, ...(cascades && groups && { groups }) }))
  return { options, ...(cascades && { dependsOn }), lists: { [options]: entries } }
}
