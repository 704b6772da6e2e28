import type { FieldMap } from '../../../catalogue/field.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { BarFilter } from './filter-bar.tsx'

/** The declared filters of a list as its line shows them; a field without choices narrows nothing. */
export const choiceBars = (fields: FieldMap, keys: readonly string[]): BarFilter[] =>
  keys.flatMap((key): BarFilter[] => {
    const field = fields[key]
    const choices = field && kindOf(field).choices?.(field)
    if (!choices) return []
    const options = choices.map(({ value, label }) => ({ value: String(value), label }))
    return [{ kind: 'choice', key: `f.${key}`, label: field.label, options }]
  })
