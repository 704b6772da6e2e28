import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/look/icon.tsx'

const pad = (n: number) => String(n).padStart(2, '0')
const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** The cells of a month from Monday on, with empty ones before the first day. */
function daysOf(year: number, month: number): (number | null)[] {
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return [...Array.from({ length: first }, () => null), ...Array.from({ length: count }, (_, i) => i + 1)]
}

/** The month in which the calendar opens: that of the value, else the present one. */
function startOf(value: string): { year: number; month: number } {
  const now = new Date()
  const found = /^(\d{4})-(\d{2})/.exec(value)
  return found
    ? { year: Number(found[1]), month: Number(found[2]) }
    : { year: now.getFullYear(), month: now.getMonth() + 1 }
}

/** Picks a month or a day. The year can be typed, because a birthday is decades of clicks away. */
export function Calendar({
  kind,
  label,
  value,
  onPick,
}: {
  kind: 'month' | 'date'
  label: string
  value: string
  onPick: (value: string) => void
}) {
  const [start] = useState(() => startOf(value))
  const [year, setYear] = useState(start.year)
  const [month, setMonth] = useState(start.month)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const step = (by: number) => setYear((y) => Math.min(2100, Math.max(1900, y + by)))
  return (
    <section className="xr-calendar" aria-label={`选${label}`}>
      <div className="xr-calendar-head">
        <button type="button" aria-label="前一年" onClick={() => step(-1)}>
          <Icon name="left" />
        </button>
        <input
          ref={first}
          type="number"
          aria-label="年份"
          min={1900}
          max={2100}
          value={year}
          onChange={(event) => setYear(Number(event.target.value))}
          // Enter here must not send the form that the calendar stands in.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <span>年</span>
        {kind === 'date' && (
          <select aria-label="月份" value={month} onChange={(event) => setMonth(Number(event.target.value))}>
            {Array.from({ length: 12 }, (_, i) => (
              <option key={i} value={i + 1}>
                {i + 1} 月
              </option>
            ))}
          </select>
        )}
        <button type="button" aria-label="后一年" onClick={() => step(1)}>
          <Icon name="right" />
        </button>
      </div>
      {kind === 'month' ? (
        <Months year={year} value={value} onPick={onPick} />
      ) : (
        <Days year={year} month={month} value={value} onPick={onPick} />
      )}
    </section>
  )
}

function Months({ year, value, onPick }: { year: number; value: string; onPick: (value: string) => void }) {
  return (
    <div className="xr-months">
      {Array.from({ length: 12 }, (_, i) => `${year}-${pad(i + 1)}`).map((code, i) => (
        <button key={code} type="button" aria-pressed={code === value} onClick={() => onPick(code)}>
          {i + 1} 月
        </button>
      ))}
    </div>
  )
}

function Days(props: { year: number; month: number; value: string; onPick: (value: string) => void }) {
  const { year, month, value, onPick } = props
  return (
    <div className="xr-days">
      {weekdays.map((day) => (
        <span key={day} aria-hidden="true">
          {day}
        </span>
      ))}
      {daysOf(year, month).map((day, i) => {
        if (day === null) return <span key={`before ${i}`} />
        const code = `${year}-${pad(month)}-${pad(day)}`
        return (
          <button
            key={code}
            type="button"
            aria-label={`${month}月${day}日`}
            aria-pressed={code === value}
            onClick={() => onPick(code)}
          >
            {day}
          </button>
        )
      })}
    </div>
  )
}
