import { useId, useState, type KeyboardEvent, type Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Fault } from './fault.tsx'

/** The password, hidden until asked for, with a word when caps lock is on. */
export function PasswordInput({
  ref,
  value,
  fault,
  onChange,
}: {
  ref: Ref<HTMLInputElement>
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="signin-field">
      <label htmlFor={id}>密码</label>
      <div className="signin-password">
        <input
          ref={ref}
          id={id}
          name="password"
          className="signin-input"
          type={shown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={look}
          onKeyUp={look}
          onBlur={() => setCapsLock(false)}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          required
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
        />
        <button
          type="button"
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      <Fault text={fault} />
      <output id={`${id}-note`} className="signin-help">
        {capsLock ? '大写锁定键开着，请留意。' : ''}
      </output>
    </div>
  )
}
