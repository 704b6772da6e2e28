import Input from '../../ui/library/input.tsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'
import { useClosing } from '../../ui/feedback/closing.ts'
import { Icon } from '../../ui/look/icon.tsx'
import type { ClientKind, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'
import { plainText, textDisplay } from './text-kind.tsx'
import './kinds.css'

export type DateKind = 'month' | 'date' | 'dateTime'

const Calendar = lazy(async () => ({ default: (await import('./controls/calendar.tsx')).Calendar }))

/** A time of a day that was picked and has none yet: the office opens. */
const opening = '08:00'

interface DateNotation {
  readonly sample: string
  readonly calendar: 'month' | 'date'
  /** The value after a day was picked in the calendar. */
  readonly picked: (picked: string, before: string) => string
}

const written: Readonly<Record<DateKind, DateNotation>> = {
  month: { sample: '如 2018-09', calendar: 'month', picked: (picked) => picked },
  date: { sample: '如 2018-09-01', calendar: 'date', picked: (picked) => picked },
  dateTime: {
    sample: '如 2018-09-01 14:30',
    calendar: 'date',
    picked: (picked, before) => `${picked}T${/T(\d{2}:\d{2})$/.exec(before)?.[1] ?? opening}`,
  },
}

/**
 * Reads 2018.9, 201809, 2018年9月, 2018/9/1 and, of a time, 2018/9/1 14:30. Text that is no date is kept as
 * typed and gets a fault.
 */
function readDate(kind: DateKind, text: string, field: Field): unknown {
  const half = text.normalize('NFKC').trim()
  if (half === '') return null
  const outcome = kinds[kind].fromText(half, field)
  return 'value' in outcome ? outcome.value : half
}

function dateInput(kind: DateKind) {
  const { sample, calendar, picked: after } = written[kind]
  const text = plainText(kind)
  return function DateInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
    const [typed, setTyped] = useState('')
    const [typing, setTyping] = useState(false)
    const [open, setOpen] = useState(false)
    const box = useRef<HTMLDivElement>(null)
    const opener = useRef<HTMLButtonElement>(null)
    useEffect(() => {
      if (!typing) setTyped(typeof value === 'string' ? text(value, field) : '')
    }, [value, typing, field])
    const settle = () => {
      setTyping(false)
      onChange(readDate(kind, typed, field))
    }
    const close = (goBack: boolean) => {
      setOpen(false)
      if (goBack) opener.current?.focus()
    }
    useClosing(box, () => open, close)
    return (
      <div ref={box} className="xr-date">
        <Input
          id={id}
          value={typed}
          placeholder={sample}
          autoComplete="off"
          inputMode="text"
          maxLength={20}
          onChange={(event) => {
            setTyping(true)
            setTyped(event.target.value)
          }}
          onBlur={() => typing && settle()}
          onPressEnter={settle}
          {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
          aria-describedby={describedBy}
        />
        <button
          ref={opener}
          type="button"
          className="xr-date-open"
          aria-label={`从日历选${field.label}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
        </button>
        {open && (
          <Suspense fallback={null}>
            <Calendar
              kind={calendar}
              label={field.label}
              value={typeof value === 'string' ? value : ''}
              onPick={(picked) => {
                onChange(after(picked, typeof value === 'string' ? value : ''))
                close(true)
              }}
            />
          </Suspense>
        )}
      </div>
    )
  }
}

function dateKind(kind: DateKind): ClientKind {
  const text = plainText(kind)
  return { Input: dateInput(kind), Display: textDisplay(text), text, Filter: TextFilter }
}

export const monthKind = dateKind('month')
export const dayKind = dateKind('date')
export const timeKind = dateKind('dateTime')
