import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

/** Seconds until another code may be asked for; the server counts the same. */
const pause = 60

const ways = {
  sms: {
    label: '手机号',
    codeLabel: '短信验证码',
    ask: '获取验证码',
    native: { name: 'mobile', inputMode: 'tel', autoComplete: 'tel-national', maxLength: 11 },
  },
  mail: {
    label: '邮箱',
    codeLabel: '邮件验证码',
    ask: '获取邮件验证码',
    native: { name: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 100 },
  },
  wecom: {
    label: '企业微信账号',
    codeLabel: '企业微信验证码',
    ask: '获取企业微信验证码',
    native: { name: 'wecom', inputMode: 'text', autoComplete: 'off', maxLength: 64 },
  },
  dingtalk: {
    label: '钉钉 userid',
    codeLabel: '钉钉验证码',
    ask: '获取钉钉验证码',
    native: { name: 'dingtalk', inputMode: 'text', autoComplete: 'off', maxLength: 64 },
  },
} as const

/**
 * A phone number or mail address, and the code sent to it. `send` asks for the code and resolves to whether
 * it was sent; the caller shows faults. After that, `sent` is shown and read out below the code, the code
 * gets the focus, and the seconds are counted down.
 */
export function SentCode({
  by = 'sms',
  label = ways[by].label,
  to,
  code,
  toFault,
  codeFault,
  help,
  sent,
  send,
  onTo,
  onCode,
}: {
  by?: keyof typeof ways
  label?: string
  to: string
  code: string
  toFault: string | undefined
  codeFault: string | undefined
  help?: string
  sent: string
  send: (to: string) => Promise<boolean>
  onTo: (to: string) => void
  onCode: (code: string) => void
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
    setSending(true)
    const done = await send(to.trim()).finally(() => setSending(false))
    if (!done) return
    setSentTo(to)
    setLeft(pause)
    codeInput.current?.focus()
  }
  return (
    <>
      <TextField {...ways[by].native} label={label} value={to} onChange={onTo} fault={toFault} help={help} />
      <TextField
        ref={codeInput}
        label={ways[by].codeLabel}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={onCode}
        fault={codeFault}
        help={sentTo !== null && sentTo === to ? sent : undefined}
        beside={
          <Button busy={sending} disabled={left > 0} onClick={() => void ask()}>
            {left > 0 ? `${left} 秒后可重发` : ways[by].ask}
          </Button>
        }
      />
    </>
  )
}
