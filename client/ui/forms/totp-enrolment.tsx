import { useState, type FormEvent } from 'react'
import { Button } from './button.tsx'
import { ErrorBox } from '../feedback/error-box.tsx'
import { TextField } from './text-field.tsx'
import './totp.css'

/** Enrols a phone: QR code, the secret as text, and the first code, which proves that the phone has it. */
export function TotpEnrolment({
  qr,
  secret,
  busy,
  faults,
  onSubmit,
}: {
  qr: string
  secret: string
  busy: boolean
  faults: Readonly<Partial<Record<'code' | 'form', string | undefined>>>
  onSubmit: (code: string) => void
}) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(code.trim())
  }
  return (
    <form className="x-totp" noValidate onSubmit={submit}>
      <ol>
        <li>在手机上打开一个身份验证程序（如微软、谷歌的验证器，或支持“动态密码”的小程序）。</li>
        <li>扫下面的二维码；不能扫码时，在程序里手工输入密钥。</li>
        <li>把程序显示的 6 位数字填在下面。</li>
      </ol>
      <img src={qr} alt="含有密钥的二维码，不能扫码请手工输入下面的密钥" width={180} height={180} />
      <p>
        密钥{' '}
        <output className="x-num" aria-label="密钥">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </output>
      </p>
      <TextField
        label="动态码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={setCode}
        fault={faults.code}
      />
      {faults.form !== undefined && <ErrorBox title="启用失败" detail={faults.form} />}
      <Button type="submit" look="primary" large busy={busy}>
        启用两步验证
      </Button>
    </form>
  )
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="x-totp">
      <p>
        两步验证已启用。手机丢了或换了的时候，可以用下面的恢复码代替动态码，每个用一次。请抄下或打印，不要放在手机里。
      </p>
      <ul aria-label="恢复码">
        {codes.map((code) => (
          <li key={code} className="x-num">
            {code}
          </li>
        ))}
      </ul>
      <p>只显示这一次。</p>
      <Button look="primary" large onClick={onDone}>
        我已记录，继续
      </Button>
    </div>
  )
}
