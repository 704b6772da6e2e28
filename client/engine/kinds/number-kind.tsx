import Input from '../../ui/library/input.tsx'
import { useEffect, useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import type { ClientKind, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'
import { grouped, readNumber, sameNumber, typedForm, type NumberKind } from './read-number.ts'
import { plainText, textDisplay } from './text-kind.tsx'

function numberInput(kind: NumberKind) {
  return function NumberInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
    const [typed, setTyped] = useState(typedForm(value))
    useEffect(
      () => setTyped((now) => (sameNumber(kind, now, value, field) ? now : typedForm(value))),
      [value, field],
    )
    const change = (text: string) => {
      setTyped(text)
      onChange(readNumber(kind, text, field))
    }
    return (
      <Input
        id={id}
        className="xr-number"
        value={typed}
        inputMode={kind === 'decimal' ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={20}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(typedForm(readNumber(kind, typed, field)))}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
    )
  }
}

function numberKind(kind: NumberKind, text: (value: unknown, field: Field) => string): ClientKind {
  return { Input: numberInput(kind), Display: textDisplay(text), text, Filter: TextFilter, figure: true }
}

export const integerKind = numberKind('integer', (value) => grouped(value))
export const decimalKind = numberKind('decimal', (value) =>
  String(value).includes('*') ? String(value) : grouped(value),
)
export const yearKind: ClientKind = { ...numberKind('year', plainText('year')), Filter: TextFilter }
