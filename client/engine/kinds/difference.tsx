import type { Field } from '../../../catalogue/define.ts'
import { isEmpty } from '../values.ts'
import type { DifferenceProps } from './client-kind.ts'
import { clientKind } from './kinds.ts'
import { Show } from './show.tsx'

/** Whether two values of a field are drawn as one with marks, by `Difference` of its kind. */
export function isMarkedWithin(field: Field, before: unknown, after: unknown): boolean {
  const { Difference: Marked, marks } = clientKind(field)
  if (!Marked || isEmpty(before) || isEmpty(after)) return false
  return marks === undefined || marks(before, after)
}

/** Two values of a field: marked within one value where the kind can, else one beside the other. */
export function Difference(props: DifferenceProps) {
  const { Difference: Marked } = clientKind(props.field)
  if (Marked && isMarkedWithin(props.field, props.before, props.after)) return <Marked {...props} />
  return (
    <>
      <del>
        <Show field={props.field} value={props.before} none="（空）" />
      </del>
      <ins>
        <Show field={props.field} value={props.after} none="（空）" />
      </ins>
    </>
  )
}
