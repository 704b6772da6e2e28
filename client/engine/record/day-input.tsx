import { useState } from 'react'
import { date as dateField } from '../../../catalogue/define.ts'
import { fullDate } from '../../platform/format.ts'
import { clientKind } from '../kinds/kinds.ts'
import '../engine.css'
import './record.css'

const noRow = {}

/** Today, the last day with recorded values. */
export const todayText = (): string => fullDate(new Date().toISOString())

/** Whether a typed text is a day that has begun. */
export function isPastDay(text: string): boolean {
  return dateField('日期').schema.safeParse(text).success && text <= todayText()
}

/**
 * A day, typed or chosen. Below it stands the fault of text that is no past day, and after a submit that of a
 * missing day.
 */
export function DayInput({
  id,
  label,
  value,
  asked,
  whenEmpty,
  onChange,
}: {
  id: string
  label: string
  value: string
  asked: boolean
  /** What an empty day means here. */
  whenEmpty?: string
  onChange: (text: string) => void
}) {
  const [field] = useState(() => dateField(label))
  const { Input } = clientKind(field)
  const missing = asked && value === ''
  const wrong = value !== '' && !isPastDay(value)
  return (
    <div className="xr-day">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        field={field}
        value={value}
        row={noRow}
        invalid={wrong || missing}
        describedBy={wrong || missing ? `${id}-fault` : undefined}
        whenEmpty={whenEmpty}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
      />
      {(wrong || missing) && (
        <span className="xr-fault" id={`${id}-fault`} role="alert">
          {missing ? '请填写日期，如 2024-09-01' : '应为今天或以前的日期，如 2024-09-01'}
        </span>
      )}
    </div>
  )
}

/**
 * The state of a form that asks for days. Its button is never grey: a day typed reaches the state when the
 * input is left, which the press of the button does first, and a grey button would swallow that press.
 */
export function useDays(first: readonly string[]) {
  const [days, setDays] = useState(first)
  const [asked, setAsked] = useState(false)
  return {
    days,
    asked,
    set: (place: number, text: string) => {
      setAsked(false)
      setDays((now) => now.map((one, i) => (i === place ? text : one)))
    },
    /** The handler of a form: answers with the days when each of them is one that has begun. */
    submit: (ids: readonly string[], answer: (days: readonly string[]) => void) => {
      const wrong = days.findIndex((text) => !isPastDay(text))
      setAsked(true)
      if (wrong < 0) return answer(days)
      document.getElementById(ids[wrong] ?? '')?.focus()
    },
  }
}
