import {
  passwordFault,
  passwordRules,
  passwordStrength,
  type PasswordContext,
} from '../../../catalogue/rules/password.ts'
import { TextField } from './text-field.tsx'

const words = { weak: '弱', fair: '一般', good: '较强', strong: '很强' } as const

/** A new password, typed twice: the rules before typing, its strength in words while typing. */
export function NewPassword({
  value,
  again,
  context,
  fault,
  againFault,
  onChange,
  onAgain,
}: {
  value: string
  again: string
  context: PasswordContext
  fault?: string | undefined
  againFault?: string | undefined
  onChange: (value: string) => void
  onAgain: (value: string) => void
}) {
  const weak = value === '' ? undefined : passwordFault(value, context)
  return (
    <>
      <div className="x-rules">
        <p>新密码的要求</p>
        <ul>
          {passwordRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
      <TextField
        secret
        label="新密码"
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        value={value}
        onChange={onChange}
        fault={fault}
        help={
          value === ''
            ? undefined
            : `密码强度：${words[passwordStrength(value, context)]}${weak && weak !== fault ? `，${weak}` : ''}`
        }
      />
      <TextField
        secret
        label="再填一次新密码"
        name="new-password-again"
        autoComplete="new-password"
        maxLength={200}
        value={again}
        onChange={onAgain}
        fault={againFault}
      />
    </>
  )
}
