import Input from 'antd/es/input'
import type { HTMLInputTypeAttribute } from 'react'
import { kindOf, type KindName } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'

/** What the keyboard of a phone needs to know. */
interface Hints {
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'numeric' | 'tel' | 'email' | 'url'
  readonly maxLength?: number
  readonly autoComplete?: string
}

function textInput(hints: Hints) {
  return function TextInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
    return (
      <Input
        id={id}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        {...(hints.type && { type: hints.type })}
        {...(hints.inputMode && { inputMode: hints.inputMode })}
        autoComplete={hints.autoComplete ?? 'off'}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
        // Somewhat above the limit, so that whoever pastes too much is told instead of losing the end.
        maxLength={(hints.maxLength ?? field.maxLength ?? 100) + 50}
      />
    )
  }
}

/** Text form of a value by the pure half of its kind; a masked value comes as text already. */
export function plainText(kind: KindName) {
  return (value: unknown, field: Field): string => {
    const one = (v: unknown) =>
      typeof v === 'string' && v.includes('*') ? v : kindOf({ kind }).toText(v, field)
    return Array.isArray(value) ? value.map(one).join('、') : one(value)
  }
}

/** Display of a kind whose text needs nobody else. */
export function textDisplay(text: (value: unknown, field: Field) => string) {
  return function TextDisplay({ field, value }: DisplayProps) {
    return <>{text(value, field)}</>
  }
}

/** A kind that is typed as one line. */
export function lineKind(kind: KindName, hints: Hints = {}): ClientKind {
  const text = plainText(kind)
  return { Input: textInput(hints), Display: textDisplay(text), text, Filter: TextFilter }
}

function UrlDisplay({ value }: DisplayProps) {
  const address = String(value)
  if (!/^https?:\/\//i.test(address)) return <>{address}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </a>
  )
}

/** A web address; opens beside the portal and tells it nothing. */
export const urlKind: ClientKind = {
  ...lineKind('url', { inputMode: 'url', maxLength: 500 }),
  Display: UrlDisplay,
  Filter: null,
}
