import type { Field } from '../../../catalogue/define.ts'
import { isEmpty } from '../values.ts'
import { clientKind } from './kinds.ts'

/** A value as people read it; 空 for none, so that an empty old value can be seen. */
export function Show({ field, value, none = '空' }: { field: Field; value: unknown; none?: string }) {
  if (isEmpty(value)) return <span className="x-faint">{none}</span>
  const { Display } = clientKind(field)
  return <Display field={field} value={value} />
}

/** A value as one line of text; null when only the server knows it (the name of a teacher, an area). */
export function textOf(field: Field, value: unknown): string | null {
  return isEmpty(value) ? '' : clientKind(field).text(value, field)
}
