import Input from '../../../ui/library/input.tsx'
import { useFollowed } from '../../followed.ts'
import type { FilterProps } from '../client-kind.ts'

/**
 * Filters by a part of a text. It asks on Enter and on leaving, not with every letter, because each question
 * searches a province.
 */
export function TextFilter({ id, field, value, onChange }: FilterProps) {
  const asked = value[0] ?? ''
  const [typed, setTyped] = useFollowed(asked)
  const ask = () => {
    const text = typed.trim()
    if (text !== asked) onChange(text === '' ? [] : [text])
  }
  return (
    <Input
      id={id}
      className="xr-filter-text"
      prefix={<span className="x-faint">{field.label}：</span>}
      placeholder="全部"
      aria-label={field.label}
      value={typed}
      allowClear
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '' && asked !== '') onChange([])
      }}
      onPressEnter={ask}
      onBlur={ask}
    />
  )
}
