import Input from '../../ui/library/input.tsx'
import { useEffect, useState } from 'react'
import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { ClientKind, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'
import { plainText, textDisplay } from './text-kind.tsx'

type NumberKind = 'integer' | 'decimal' | 'year'

/** 5,230.50: grouped for reading. An amount travels as text, because a float would round it. */
function grouped(value: unknown): string {
  const [whole = '', part] = String(value).split('.')
  const separated = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return part === undefined ? separated : `${separated}.${part}`
}

/** The value as it is typed: without grouping. */
const typedForm = (value: unknown) => (value === null || value === undefined ? '' : String(value))

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

/** Reads a typed number. Text that is none is kept as it is, so that the fault can be shown beside it. */
function readNumber(kind: NumberKind, text: string, field: Field): unknown {
  if (text.trim() === '') return null
  const half = text.normalize('NFKC')
  const outcome = kinds[kind].fromText(half, field)
  return 'value' in outcome ? outcome.value : half.trim()
}

function sameNumber(kind: NumberKind, typed: string, value: unknown, field: Field): boolean {
  return typedForm(readNumber(kind, typed, field)) === typedForm(value)
}

function numberKind(kind: NumberKind, text: (value: unknown, field: Field) => string): ClientKind {
  return { Input: numberInput(kind), Display: textDisplay(text), text, Filter: TextFilter, figure: true }
}

export const integerKind = numberKind('integer', (value) => grouped(value))
export const decimalKind = numberKind('decimal', (value) =>
  String(value).includes('*') ? String(value) : grouped(value),
)
export const yearKind: ClientKind = { ...numberKind('year', plainText('year')), Filter: TextFilter }
