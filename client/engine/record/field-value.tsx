import { use } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { Show } from '../kinds/show.tsx'
import { isEmpty } from '../values.ts'
import { References } from './references.ts'

/** A value as people read it; a reference by the name that came with the answer. */
export function FieldValue(props: { field: Field; value: unknown; none?: string }) {
  const named = use(References)
  if (!props.field.ref || isEmpty(props.value)) return <Show {...props} />
  return <>{named[String(props.value)] ?? '看不到的记录'}</>
}
