import { use } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { Show } from '../../engine/kinds/show.tsx'
import { isEmpty } from '../../engine/values.ts'
import { Names } from './names.ts'

/** A value as people read it; a record of the same archive by what it is called. */
export function Value({ field, value, none = '' }: { field: Field; value: unknown; none?: string }) {
  const names = use(Names)
  if (isEmpty(value)) return none === '' ? null : <span className="x-faint">{none}</span>
  if (field.ref) return <>{names.get(String(value)) ?? '已不在档案里'}</>
  return <Show field={field} value={value} />
}
