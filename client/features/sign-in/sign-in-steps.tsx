import { useEffect, useRef, useState, type ReactNode } from 'react'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { AccountChooser } from './account-chooser.tsx'
import { CodeForm } from './code-form.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { useSignIn } from './use-sign-in.ts'

const ways = [
  { key: 'password', label: '密码登录' },
  { key: 'code', label: '短信登录' },
] as const

/** Password or code, then the second factor, then the identity: whichever step it has come to. */
export function SignInSteps({
  signing,
  title,
  lead,
}: {
  signing: ReturnType<typeof useSignIn>
  title: string
  lead: ReactNode
}) {
  const [way, setWay] = useState<(typeof ways)[number]['key']>('password')
  const { busy, faults, captcha } = signing
  const form = useRef<HTMLDivElement>(null)
  // After a dialog has opened, whose heading can hold the focus, too, and would take it first.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  if (signing.second)
    return <SecondStep step={signing.second} onEnter={signing.enter} onBack={signing.back} />
  if (signing.choices)
    return (
      <AccountChooser
        choices={signing.choices}
        busy={busy}
        fault={faults.form ?? faults.password ?? faults.code}
        onChoose={(id) => void signing.choose(id)}
        onBack={signing.back}
      />
    )
  return (
    <div className="signin-form" ref={form}>
      <h1 tabIndex={-1}>{title}</h1>
      <p className="signin-lead signin-gap">{lead}</p>
      <StateTabs
        label="登录方式"
        tabs={ways}
        current={way}
        onSelect={(key) => {
          signing.clear()
          setWay(key)
        }}
      />
      {way === 'password' ? (
        <SignInForm busy={busy} faults={faults} captcha={captcha} onSubmit={signing.byPassword} />
      ) : (
        <CodeForm busy={busy} faults={faults} onFailed={signing.failed} onSubmit={signing.byCode} />
      )}
    </div>
  )
}
