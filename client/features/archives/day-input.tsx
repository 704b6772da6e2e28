import { useState } from 'react'
import { date as dateField } from '../../../catalogue/define.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { fullDate } from '../../platform/format.ts'
import '../../engine/engine.css'

const noRow = {}

/** The last day there is anything recorded of. */
export const todayText = (): string => fullDate(new Date().toISOString())

/** Whether a typed text is a day that has begun. */
export function isPastDay(text: string): boolean {
  return dateField('日期').schema.safeParse(text).success && text <= todayText()
}

/** A day, typed or chosen. What cannot be a day that has begun is told beneath. */
export function DayInput({
  id,
  label,
  value,
  onChange,
}: {
  id: string
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const [field] = useState(() => dateField(label))
  const { Input } = clientKind(field)
  const wrong = value !== '' && !isPastDay(value)
  return (
    <div className="archive-day">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        field={field}
        value={value}
        row={noRow}
        invalid={wrong}
        describedBy={wrong ? `${id}-fault` : undefined}
        onChange={(next) => onChange(typeof next === 'string' ? next : '')}
      />
      {wrong && (
        <span className="xr-fault" id={`${id}-fault`}>
          应为今天或以前的日期，如 2024-09-01
        </span>
      )}
    </div>
  )
}
