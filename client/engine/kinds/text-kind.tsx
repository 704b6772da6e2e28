import Input from '../../ui/library/input.tsx'
import { kindOf, type KindName } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import { TextFilter } from './controls/text-filter.tsx'

/** Attributes by which a phone chooses its keyboard. */
interface Hints {
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
        {...(hints.inputMode && { inputMode: hints.inputMode })}
        autoComplete={hints.autoComplete ?? 'off'}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
        // Above the limit of the field: text pasted beyond it gets a fault, instead of losing its end
        // unnoticed.
        maxLength={(hints.maxLength ?? field.maxLength ?? 100) + 50}
      />
    )
  }
}

/** The text of a value, from the pure half of its kind. A masked value is text already. */
export function plainText(kind: KindName) {
  return (value: unknown, field: Field): string => {
    const one = (v: unknown) =>
      typeof v === 'string' && v.includes('*') ? v : kindOf({ kind }).toText(v, field)
    return Array.isArray(value) ? value.map(one).join('、') : one(value)
  }
}

/** Shows the text of a kind that needs no call to the server. */
export function textDisplay(text: (value: unknown, field: Field) => string) {
  return function TextDisplay({ field, value }: DisplayProps) {
    return <>{text(value, field)}</>
  }
}

/** A kind whose values are typed in one line. */
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

/** A web address. The link opens a new window that gets neither opener nor referrer. */
export const urlKind: ClientKind = {
  ...lineKind('url', { inputMode: 'url', maxLength: 500 }),
  Display: UrlDisplay,
  Filter: null,
}
