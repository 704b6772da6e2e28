import { isEmpty } from '../values.ts'
import type { DifferenceProps } from './client-kind.ts'
import { clientKind } from './kinds.ts'
import { Show } from './show.tsx'

/** Two values of a field: marked within one value where the kind can, else one beside the other. */
export function Difference(props: DifferenceProps) {
  const { Difference: Marked } = clientKind(props.field)
  if (Marked && !isEmpty(props.before) && !isEmpty(props.after)) return <Marked {...props} />
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
