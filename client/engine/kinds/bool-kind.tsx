import type { ClientKind, FilterProps, InputProps } from './client-kind.ts'
import { ChoiceFilter } from './controls/choice-filter.tsx'
import { plainText, textDisplay } from './text-kind.tsx'

const answers = [
  [true, '是'],
  [false, '否'],
] as const

/** 是 or 否. Neither is chosen beforehand, because an unanswered question is not 否. */
function BoolInput({ id, value, invalid, describedBy, onChange }: InputProps) {
  return (
    <div
      id={id}
      role="radiogroup"
      className="xr-radios"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-invalid={invalid}
    >
      {answers.map(([answer, word]) => (
        <label key={word}>
          <input type="radio" name={id} checked={value === answer} onChange={() => onChange(answer)} />
          {word}
        </label>
      ))}
    </div>
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
