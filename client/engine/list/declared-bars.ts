import { narrowing } from '../../../catalogue/contract/declared-query.ts'
import type { FieldMap } from '../../../catalogue/field.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { thisYear } from '../../platform/format.ts'
import type { BarFilter } from './filter-bar.tsx'

/** Where the declared filter of a field stands in the address of a list with filters of its own. */
export const filterKey = (key: string): string => `f.${key}`

/**
 * The declared filters of a list as its line shows them; a field that narrows nothing is left out.
 * @param place where the filter of a field stands in the address
 */
export const declaredBars = <N extends string, K extends string>(
  fields: FieldMap,
  keys: readonly N[],
  place: (key: N) => K,
): BarFilter<K>[] =>
  keys.flatMap((key): BarFilter<K>[] => {
    const field = fields[key]
    if (!field || narrowing(field) === null) return []
    const { choices, offered } = kindOf(field)
    const bar = { key: place(key), label: field.label }
    const options = choices?.(field) ?? offered?.(Number(thisYear()))
    return options
      ? [
          {
            kind: 'choice',
            ...bar,
            options: options.map(({ value, label }) => ({ value: String(value), label })),
          },
        ]
      : [{ kind: 'text', ...bar }]
  })
