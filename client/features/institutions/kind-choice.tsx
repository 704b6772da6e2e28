import { useId } from 'react'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import '../../ui/forms/labelled.css'

/** The kinds that may stand below the parent. */
export function KindChoice(props: {
  kinds: readonly string[]
  value: string
  onChange: (kind: string) => void
}) {
  const { kinds, value, onChange } = props
  const id = useId()
  return (
    <label className="x-labelled" htmlFor={id}>
      机构类型
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {labelOf('orgType', kind)}
          </option>
        ))}
      </select>
    </label>
  )
}
