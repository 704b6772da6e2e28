import {
  useId,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Icon } from '../look/icon.tsx'
import './fields.css'

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'name' | 'autoComplete' | 'inputMode' | 'maxLength' | 'type' | 'required'
>

/**
 * A labelled input for forms outside the engine. Its fault is below it and is read with it. `secret` hides
 * the text until the person asks to see it, and tells when caps lock is on; `beside` is a button at its end.
 */
export function TextField({
  ref,
  label,
  value,
  onChange,
  fault,
  help,
  secret,
  beside,
  ...native
}: Native & {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  onChange: (value: string) => void
  fault?: string | undefined
  help?: ReactNode
  secret?: boolean
  beside?: ReactNode
}) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(secret === true && event.getModifierState('CapsLock'))
  return (
    <div className="x-field">
      <label htmlFor={id}>{label}</label>
      <div className={secret ? 'x-field-line x-field-secret' : 'x-field-line'}>
        <input
          {...native}
          ref={ref}
          id={id}
          type={secret && !shown ? 'password' : (native.type ?? 'text')}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCapsLock(false)}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
        />
        {secret && (
          <button
            type="button"
            aria-label={`${shown ? '隐藏' : '显示'}${label}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </button>
        )}
        {beside}
      </div>
      <div id={`${id}-note`} aria-live="polite">
        {fault !== undefined && (
          <p className="x-field-fault">
            <Icon name="warn" />
            {fault}
          </p>
        )}
        {capsLock && <p className="x-note x-soft">大写锁定键开着，请留意。</p>}
        {help !== undefined && <div className="x-note x-faint">{help}</div>}
      </div>
    </div>
  )
}
