import Input from '../../ui/library/input.tsx'
import type { InputRef } from 'antd/es/input/Input'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useClosing } from '../../ui/feedback/closing.ts'
import { Icon } from '../../ui/look/icon.tsx'
import type { ClientKind, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'
import { readDate, written, type DateKind } from './read-date.ts'
import { plainText, textDisplay } from './text-kind.tsx'
import './kinds.css'

const Calendar = lazy(async () => ({ default: (await import('./controls/calendar.tsx')).Calendar }))

function dateInput(kind: DateKind) {
  const { sample, calendar, picked: after } = written[kind]
  const text = plainText(kind)
  return function DateInput({ id, field, value, invalid, describedBy, whenEmpty, onChange }: InputProps) {
    const [typed, setTyped] = useState('')
    const [typing, setTyping] = useState(false)
    const [open, setOpen] = useState(false)
    const box = useRef<HTMLDivElement>(null)
    const line = useRef<InputRef>(null)
    useEffect(() => {
      if (!typing) setTyped(typeof value === 'string' ? text(value, field) : '')
    }, [value, typing, field])
    const settle = () => {
      setTyping(false)
      onChange(readDate(kind, typed, field))
    }
    const close = (goBack: boolean) => {
      setOpen(false)
      if (goBack) line.current?.focus()
    }
    useClosing(box, () => open, close)
    return (
      <div ref={box} className="xr-date">
        <Input
          ref={line}
          id={id}
          value={typed}
          placeholder={whenEmpty ?? sample}
          aria-keyshortcuts="Alt+ArrowDown"
          autoComplete="off"
          inputMode="text"
          maxLength={20}
          onChange={(event) => {
            setTyping(true)
            setTyped(event.target.value)
          }}
          onBlur={() => typing && settle()}
          onPressEnter={settle}
          onKeyDown={(event) => {
            if (!event.altKey || event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpen(true)
          }}
          {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
          aria-describedby={describedBy}
        />
        {/* Tab goes from field to field; from the keyboard the calendar opens by Alt and the arrow down. */}
        <button
          tabIndex={-1}
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
