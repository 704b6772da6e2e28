import TextArea from '../../ui/library/text-area.tsx'
import { codePoints } from '../../../catalogue/kinds/kind.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'

function LongTextInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
  const most = field.maxLength ?? 2000
  const text = typeof value === 'string' ? value : ''
  const used = codePoints(text)
  return (
    <div className="xr-long">
      <TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 3, maxRows: 12 }}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
      <span
        className={used > most ? 'xr-count xr-over' : 'xr-count'}
        aria-live={used > most * 0.9 ? 'polite' : 'off'}
      >
        {used} / {most} 字
      </span>
    </div>
  )
}

function LongTextDisplay({ value }: DisplayProps) {
  return <span className="xr-lines">{String(value)}</span>
}

/** Several lines with a count of what is left. */
export const longTextKind: ClientKind = {
  Input: LongTextInput,
  Display: LongTextDisplay,
  text: (value) => String(value),
  Filter: null,
  wide: true,
}
