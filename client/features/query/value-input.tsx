import Select from '../../ui/library/select.tsx'
import Input from '../../ui/library/input.tsx'
import { useId } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { isAgo, isMany, takenBy } from '../../../catalogue/query/judge.ts'
import { mostYears, type Condition, type Plain, type QueryValue } from '../../../catalogue/query/query.ts'
import { stepsOf } from '../../../catalogue/query/scales.ts'
import { TabLeaves } from '../../engine/kinds/controls/tab-leaves.tsx'
import { usePinyin } from '../../engine/kinds/controls/pinyin.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'

interface ValueProps {
  readonly field: Field
  readonly label: string
  readonly condition: Condition
  readonly onChange: (value: QueryValue | undefined) => void
}

/** The value of a comparison, by what its operator takes. */
export function ValueInput(props: ValueProps) {
  const taken = takenBy(props.condition.op)
  if (taken === 'nothing') return null
  if (taken === 'range') return <RangeInput {...props} />
  if (taken === 'part') return <PartInput {...props} />
  if (taken === 'several') return <SeveralInput {...props} />
  return kindOf(props.field).yearsBefore ? <TimeInput {...props} /> : <OneInput {...props} />
}

const plainOf = (value: unknown): Plain | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

function PlainInput(props: {
  field: Field
  label: string
  value: unknown
  onChange: (value: Plain | undefined) => void
}) {
  const id = useId()
  const { field, label, value, onChange } = props
  const choices = kindOf(field).choices?.(field)
  if (choices)
    return (
      <OneChoice
        label={label}
        bare
        hint="请选择"
        value={value === undefined || value === null ? '' : String(value)}
        options={choices.map((one) => ({ value: String(one.value), label: one.label }))}
        onChange={(next) => onChange(choices.find((one) => String(one.value) === next)?.value)}
      />
    )
  const { Input: Drawn } = clientKind(field)
  return (
    <span className="xq-value">
      <label htmlFor={id} className="x-hidden">
        {label}
      </label>
      <Drawn
        id={id}
        field={field}
        value={value ?? null}
        row={{}}
        invalid={false}
        onChange={(next) => onChange(plainOf(next))}
      />
    </span>
  )
}

function OneInput({ field, label, condition: { value }, onChange }: ValueProps) {
  return (
    <PlainInput field={field} label={label} value={isMany(value) ? undefined : value} onChange={onChange} />
  )
}

const yearOptions = [1, 2, 3, 5, 10, 15, 20, 30]

/** A day, or so many years before the day of the query, which stays true in a kept query. */
function TimeInput({ field, label, condition: { op, value }, onChange }: ValueProps) {
  const back = op === 'ge' || op === 'gt'
  const word = (years: number) => (back ? `近 ${years} 年` : `已满 ${years} 年`)
  const ago = isAgo(value) ? value.yearsAgo : null
  const years = [...new Set([...yearOptions, ...(ago === null ? [] : [ago])])].filter((n) => n <= mostYears)
  return (
    <>
      <OneChoice
        label={`${label}从何时算`}
        bare
        value={ago === null ? 'day' : String(ago)}
        options={[
          { value: 'day', label: '某个日期' },
          ...years.toSorted((a, b) => a - b).map((n) => ({ value: String(n), label: word(n) })),
        ]}
        onChange={(next) => onChange(next === 'day' ? undefined : { yearsAgo: Number(next) })}
      />
      {ago === null && (
        <PlainInput
          field={field}
          label={label}
          value={isMany(value) ? undefined : value}
          onChange={onChange}
        />
      )}
    </>
  )
}

function RangeInput({ field, label, condition: { value }, onChange }: ValueProps) {
  const [from, to] = isMany(value) ? value : []
  const put = (a: Plain | undefined, b: Plain | undefined) => onChange([a ?? '', b ?? ''])
  return (
    <>
      <PlainInput field={field} label={`${label}从`} value={from} onChange={(next) => put(next, to)} />
      <span className="x-faint">至</span>
      <PlainInput field={field} label={`${label}到`} value={to} onChange={(next) => put(from, next)} />
    </>
  )
}

function PartInput({ label, condition: { value }, onChange }: ValueProps) {
  return (
    <Input
      className="xq-text"
      aria-label={label}
      value={typeof value === 'string' ? value : ''}
      maxLength={60}
      placeholder="至少两个字"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Several codes; 市级及以上 and the like are chosen at once. */
function SeveralInput(props: ValueProps) {
  const { field, label, condition, onChange } = props
  const { matches, prepare } = usePinyin()
  const { value } = condition
  const chosen = isMany(value) ? value.map(String) : []
  const choices = kindOf(field).choices?.(field)
  if (!choices) return <SeveralNamed {...props} />
  const steps = field.dict === undefined ? [] : stepsOf(field.dict)
  const all = choices.map((one) => ({ value: String(one.value), label: one.label }))
  const step = steps.find(
    ({ codes }) => codes.length === chosen.length && codes.every((code) => chosen.includes(code)),
  )
  const stepKey = (name: string) => `step:${name}`
  const put = (codes: readonly string[]) => {
    const fresh = steps.find((one) => one !== step && codes.includes(stepKey(one.label)))
    const next = fresh ? fresh.codes : codes.filter((code) => !code.startsWith('step:'))
    onChange(next.length === 0 ? undefined : [...next])
  }
  return (
    <TabLeaves several>
      <Select
        className="xq-several"
        mode="multiple"
        aria-label={label}
        value={step ? [stepKey(step.label)] : chosen}
        options={[...steps.map((one) => ({ value: stepKey(one.label), label: one.label })), ...all]}
        onChange={(codes: string[]) => put(codes)}
        onFocus={prepare}
        placeholder="请选择"
        maxTagCount={3}
        popupMatchSelectWidth={260}
        showSearch={{
          filterOption: (typed, option) => matches(typed, option?.label ?? '', option?.value ?? ''),
        }}
      />
    </TabLeaves>
  )
}

/** Several institutions or divisions, as forms choose them. */
function SeveralNamed({ field, label, condition: { value }, onChange }: ValueProps) {
  const first = isMany(value) ? value[0] : value
  return (
    <PlainInput
      field={field}
      label={label}
      value={first}
      onChange={(next) => onChange(next === undefined ? undefined : [next])}
    />
  )
}
