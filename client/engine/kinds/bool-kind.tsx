import Radio from 'antd/es/radio'
import type { ClientKind, FilterProps, InputProps } from './client-kind.ts'
import { ChoiceFilter } from './controls/choice-filter.tsx'
import { plainText, textDisplay } from './text-kind.tsx'

/** 是 or 否. Neither is chosen beforehand, because an unanswered question is not 否. */
function BoolInput({ id, value, field, describedBy, onChange }: InputProps) {
  return (
    <Radio.Group
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      name={id}
      value={typeof value === 'boolean' ? value : null}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: true, label: '是' },
        { value: false, label: '否' },
      ]}
      data-kind={field.kind}
    />
  )
}

function BoolFilter(props: FilterProps) {
  return (
    <ChoiceFilter
      {...props}
      options={[
        { value: 'true', label: '是' },
        { value: 'false', label: '否' },
      ]}
    />
  )
}

const text = plainText('bool')
export const boolKind: ClientKind = {
  Input: BoolInput,
  Display: textDisplay(text),
  text,
  Filter: BoolFilter,
  group: true,
}
