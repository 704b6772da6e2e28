import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'

export type NumberKind = 'integer' | 'decimal' | 'year'

/** 5,230.50: grouped for reading. An amount travels as text, because a float would round it. */
export function grouped(value: unknown): string {
  const [whole = '', part] = String(value).split('.')
  const separated = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return part === undefined ? separated : `${separated}.${part}`
}

/** The value as it is typed: without grouping. */
export const typedForm = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** Reads a typed number. Text that is none is kept as it is, so that the fault can be shown beside it. */
export function readNumber(kind: NumberKind, text: string, field: Field): unknown {
  if (text.trim() === '') return null
  const half = text.normalize('NFKC')
  const outcome = kinds[kind].fromText(half, field)
  return 'value' in outcome ? outcome.value : half.trim()
}

/** Whether the typed text already means the value, so that it is not rewritten under the cursor. */
export function sameNumber(kind: NumberKind, typed: string, value: unknown, field: Field): boolean {
  return typedForm(readNumber(kind, typed, field)) === typedForm(value)
}
