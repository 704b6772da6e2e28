import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

/** Seconds until another code may be asked for, as the server counts them. */
const pause = 60

interface Entered {
  readonly mobile: string
  readonly code: string
}

/**
 * A phone number and the code sent to it. `send` asks for the code and resolves to whether that went well; faults are the caller's. Then
 * `sent` stands, and is read, under the code, which takes the focus, and a minute is counted down.
 */
export function PhoneCode({
  label = '手机号',
  value,
  faults,
  help,
  sent,
  send,
  onChange,
}: {
  label?: string
  value: Entered
  faults: Readonly<Partial<Record<keyof Entered, string | undefined>>>
  help?: string
  sent: string
  send: (mobile: string) => Promise<boolean>
  onChange: (part: Partial<Entered>) => void
}) {
  const [left, setLeft] = useState(0)
  const [sending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function ask() {
    const { mobile } = value
    setSending(true)
    const done = await send(mobile.trim()).finally(() => setSending(false))
    if (!done) return
    setSentTo(mobile)
    setLeft(pause)
    codeInput.current?.focus()
  }
  return (
    <>
      <TextField
        label={label}
        name="mobile"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={11}
        value={value.mobile}
        onChange={(mobile) => onChange({ mobile })}
        fault={faults.mobile}
        help={help}
      />
      <TextField
        ref={codeInput}
        label="短信验证码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value.code}
        onChange={(code) => onChange({ code })}
        fault={faults.code}
        help={sentTo !== null && sentTo === value.mobile ? sent : undefined}
        beside={
          <Button busy={sending} disabled={left > 0} onClick={() => void ask()}>
            {left > 0 ? `${left} 秒后可重发` : '获取验证码'}
          </Button>
        }
      />
    </>
  )
}
