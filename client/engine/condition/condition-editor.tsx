import { useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import { hasChoices } from '../../../catalogue/flows/chain.ts'
import type { Condition, Scalar } from '../../../catalogue/rules/condition.ts'
import { Button } from '../../ui/forms/button.tsx'
import {
  choices,
  conditionFields,
  freshCondition,
  joined,
  partsOf,
  type ConditionedType,
  type Simple,
} from './words.ts'
import './condition.css'

const most = 8
type Test = 'in' | 'notIn' | 'filled' | 'empty'
const testLabels = { in: '是', notIn: '不是', filled: '已填', empty: '未填' } as const satisfies Record<
  Test,
  string
>

const testOf = (one: Simple): Test =>
  'in' in one ? 'in' : 'notIn' in one ? 'notIn' : one.filled ? 'filled' : 'empty'
const valuesOf = (one: Simple): readonly Scalar[] => ('in' in one ? one.in : 'notIn' in one ? one.notIn : [])

function withTest(one: Simple, test: Test): Simple {
  if (test === 'in') return { field: one.field, in: valuesOf(one) }
  if (test === 'notIn') return { field: one.field, notIn: valuesOf(one) }
  return { field: one.field, filled: test === 'filled' }
}

const withValues = (one: Simple, values: readonly Scalar[]): Simple =>
  'notIn' in one ? { field: one.field, notIn: values } : { field: one.field, in: values }

/** A condition in words: nothing, or fields with what they must be. */
export function ConditionEditor(props: {
  definition: ConditionedType
  /** What the condition is of, for readers of the screen. */
  word: string
  /** What it says without a condition, and with one. */
  legends: readonly [none: string, some: string]
  /** Why a field may not be asked for; null when it may. */
  why?: (field: Field | undefined) => string | null
  when: Condition | undefined
  onChange: (when: Condition | undefined) => void
}) {
  const { definition, word, legends, why, when, onChange } = props
  const { all, parts } = partsOf(when)
  const fields = conditionFields(definition, why)
  const add = () => {
    const [key, field] = fields.find(([, one]) => hasChoices(one)) ?? fields[0] ?? []
    if (key !== undefined) onChange(joined(all, [...parts, freshCondition(key, field)]))
  }
  return (
    <fieldset className="x-when">
      <legend>{legends[parts.length === 0 ? 0 : 1]}</legend>
      {parts.length > 1 && (
        <select
          aria-label={`${word}的条件怎样合起来`}
          value={all ? 'all' : 'any'}
          onChange={(event) => onChange(joined(event.target.value === 'all', parts))}
        >
          <option value="all">下面各条都满足</option>
          <option value="any">满足其中一条</option>
        </select>
      )}
      {parts.map((one, i) => (
        <OneCondition
          // By place: two conditions may be the same while they are being written.
          key={`${i} ${parts.length}`}
          definition={definition}
          fields={fields}
          label={`${word}条件 ${i + 1}`}
          one={one}
          onChange={(next) =>
            onChange(
              joined(
                all,
                parts.map((part, at) => (at === i ? next : part)),
              ),
            )
          }
          onRemove={() =>
            onChange(
              joined(
                all,
                parts.filter((_, at) => at !== i),
              ),
            )
          }
        />
      ))}
      {parts.length < most && fields.length > 0 && (
        <Button look="text" icon="add" onClick={add} aria-label={`${word}加条件`}>
          加条件
        </Button>
      )}
    </fieldset>
  )
}

function OneCondition(props: {
  definition: ConditionedType
  fields: readonly (readonly [string, Field])[]
  label: string
  one: Simple
  onChange: (one: Simple) => void
  onRemove: () => void
}) {
  const { definition, fields, label, one, onChange, onRemove } = props
  const field = definition.fields[one.field]
  const tests: readonly Test[] =
    field && hasChoices(field) ? ['in', 'notIn', 'filled', 'empty'] : ['filled', 'empty']
  const values = valuesOf(one)
  // Open for a fresh condition, and from then on as the reader leaves it.
  const [open] = useState(values.length === 0)
  const toggle = (value: Scalar) =>
    onChange(
      withValues(
        one,
        values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
      ),
    )
  return (
    <div className="x-condition">
      <select
        aria-label={`${label}的栏目`}
        value={one.field}
        onChange={(event) =>
          onChange(freshCondition(event.target.value, definition.fields[event.target.value]))
        }
      >
        {fields.map(([key, { label: name }]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={`${label}怎样比`}
        value={testOf(one)}
        onChange={(event) =>
          onChange(withTest(one, tests.find((test) => test === event.target.value) ?? 'in'))
        }
      >
        {tests.map((test) => (
          <option key={test} value={test}>
            {testLabels[test]}
          </option>
        ))}
      </select>
      <Button look="text" icon="close" aria-label={`移除${label}`} onClick={onRemove} />
      {field && !('filled' in one) && (
        <details className="x-condition-choices" open={open}>
          <summary>
            {values.length === 0
              ? '请选择'
              : choices(field)
                  .filter(({ value }) => values.includes(value))
                  .map((choice) => choice.label)
                  .join('、')}
          </summary>
          <div>
            {choices(field).map((choice) => (
              <label key={String(choice.value)}>
                <input
                  type="checkbox"
                  checked={values.includes(choice.value)}
                  onChange={() => toggle(choice.value)}
                />
                {choice.label}
              </label>
            ))}
          </div>
        </details>
      )}
    </div>
  )
}
