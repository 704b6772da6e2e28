import Input from 'antd/es/input/Input'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'
import { useClosing } from '../../ui/feedback/closing.ts'
import { Icon } from '../../ui/look/icon.tsx'
import type { ClientKind, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'
import { plainText, textDisplay } from './text-kind.tsx'
import './kinds.css'

export type DateKind = 'month' | 'date'

const Calendar = lazy(async () => ({ default: (await import('./controls/calendar.tsx')).Calendar }))

const samples = { month: '如 2018-09', date: '如 2018-09-01' } as const

/** Reads 2018.9, 201809, 2018年9月 and 2018/9/1. Text that is no date is kept as typed and gets a fault. */
function readDate(kind: DateKind, text: string, field: Field): unknown {
  const half = text.normalize('NFKC').trim()
  if (half === '') return null
  const outcome = kinds[kind].fromText(half, field)
  return 'value' in outcome ? outcome.value : half
}

function dateInput(kind: DateKind) {
  return function DateInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
    const [typed, setTyped] = useState('')
    const [typing, setTyping] = useState(false)
    const [open, setOpen] = useState(false)
    const box = useRef<HTMLDivElement>(null)
    const opener = useRef<HTMLButtonElement>(null)
    useEffect(() => {
      if (!typing) setTyped(typeof value === 'string' ? value : '')
    }, [value, typing])
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
          placeholder={samples[kind]}
          autoComplete="off"
          inputMode="text"
          maxLength={14}
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
              kind={kind}
              label={field.label}
              value={typeof value === 'string' ? value : ''}
              onPick={(picked) => {
                onChange(picked)
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
