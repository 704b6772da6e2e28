import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import {
  outsideBindDone,
  outsideEntered,
  type OutsideEntered,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession, type Session } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { AccountChooser } from './account-chooser.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { SignInSteps } from './sign-in-steps.tsx'
import { TrialClaims } from './trial-claims.tsx'
import { enter, useSignIn } from './use-sign-in.ts'

const path = '/api/v1/login/outside/enter'

/** What the provider sent back with the browser; 钉钉 and CAS call the code otherwise. */
function cameWith(search: string) {
  const query = new URLSearchParams(search)
  const [state, code] = [
    query.get('state'),
    query.get('code') ?? query.get('authCode') ?? query.get('ticket'),
  ]
  const iss = query.get('iss')
  return state === null || code === null ? null : { state, code, ...(iss !== null && { iss }) }
}

/** Why nothing came that could be asked about. `refused`: the provider's answer was not taken. */
const notCome = (search: string): string =>
  new URLSearchParams(search).has('refused')
    ? '单位的登录平台没有确认您的身份，请重新登录；多次这样，请联系系统管理员。'
    : '没有完成登录：您取消了，或页面已打开过。'

/** Asks the server, and keeps the session where it opened one. */
async function enterWith(body: object): Promise<OutsideEntered> {
  const answer = await api.post(path, { schema: outsideEntered, body, quiet: true })
  if (answer.result && 'token' in answer.result) enter(answer.result)
  return answer
}

/**
 * Back from a provider outside: whoever its number is bound to is signed in; a number that is bound to nobody
 * is bound after signing in with a password, and after being asked.
 */
export function OutsidePage() {
  usePageTitle('外部账号登录')
  const session = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [came] = useState(() => cameWith(search))
  const [entered, setEntered] = useState<OutsideEntered>()
  const [fault, setFault] = useState<string>()
  // What came counts once; the address would otherwise stand in the history of a shared computer.
  const hide = useEffectEvent(() => void navigate('/login/outside', { replace: true }))
  useEffect(() => {
    if (came === null) return
    hide()
    void enterWith(came).then(setEntered, (error: unknown) => setFault(sentenceOf(error)))
  }, [came])
  return (
    <SignInFrame>
      <Step
        entered={entered}
        session={session}
        fault={came === null ? notCome(search) : fault}
        onEntered={setEntered}
      />
    </SignInFrame>
  )
}

function Step(props: {
  entered: OutsideEntered | undefined
  session: Session | null
  fault: string | undefined
  onEntered: (entered: OutsideEntered) => void
}) {
  const { entered, session, fault, onEntered } = props
  if (fault !== undefined)
    return (
      <Over>
        <ErrorBox title="登录失败" detail={fault} />
      </Over>
    )
  if (!entered)
    return (
      <div className="signin-form">
        <h1>正在登录…</h1>
        <Skeleton lines={4} />
      </div>
    )
  return <OutsideSteps entered={entered} session={session} onEntered={onEntered} />
}

/** What follows a number that was confirmed: binding it, choosing an identity, the second factor, going on. */
export function OutsideSteps({
  entered,
  session,
  onEntered,
}: {
  entered: OutsideEntered
  session: Session | null
  onEntered: (entered: OutsideEntered) => void
}) {
  const navigate = useNavigate()
  const goOn = useEffectEvent((now: Session, to: string | null) =>
    navigate(homeOf(now.role), { replace: true, state: { asked: to } }),
  )
  const isDone = session !== null && entered.unbound === null && entered.claims === null
  useEffect(() => {
    if (isDone && session) void goOn(session, entered.back)
  }, [isDone, session, entered])
  if (entered.claims) return <TrialClaims label={entered.label} claims={entered.claims} />
  if (entered.unbound) {
    if (session === null) return <FirstPassword entered={entered} />
    return <AskToBind entered={entered} session={session} />
  }
  return <Within entered={entered} onEntered={onEntered} />
}

function Over({ children }: { children: ReactNode }) {
  return (
    <div className="signin-form">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        外部账号登录
      </h1>
      {children}
      <p className="signin-acts">
        <ButtonLink look="primary" large to="/login">
          重新登录
        </ButtonLink>
        <ButtonLink large to={homeOf(null)}>
          返回门户
        </ButtonLink>
      </p>
    </div>
  )
}

/** The second factor, or the choice among several identities. */
function Within({
  entered: { result, ticket, label },
  onEntered,
}: {
  entered: OutsideEntered
  onEntered: (entered: OutsideEntered) => void
}) {
  const { busy, faults, run } = useAct([])
  const choose = (account_id: number) => run(async () => onEntered(await enterWith({ ticket, account_id })))
  const again = () => location.assign('/login')
  if (result && 'accounts' in result)
    return (
      <AccountChooser
        choices={result.accounts}
        busy={busy}
        fault={faults['form']}
        onChoose={(id) => void choose(id)}
        onBack={again}
      />
    )
  if (result && 'second_step' in result)
    return <SecondStep step={result.second_step} onEnter={enter} onBack={again} />
  return (
    <div className="signin-form">
      <h1>已通过{label}登录</h1>
      <Skeleton lines={4} />
    </div>
  )
}

/** A number that is bound to nobody: an account and a password say whose it is to be. */
function FirstPassword({ entered: { label, unbound } }: { entered: OutsideEntered }) {
  const signing = useSignIn(null)
  return (
    <SignInSteps
      signing={signing}
      title="先登录一次"
      lead={`${label}账号 ${unbound?.subject ?? ''} 尚未绑定杏坛账号。请用杏坛账号登录一次，然后确认是否绑定。`}
    />
  )
}

function AskToBind({
  entered: { label, unbound, ticket, back },
  session,
}: {
  entered: OutsideEntered
  session: Session
}) {
  const { busy, faults, run } = useAct([])
  const navigate = useNavigate()
  const goOn = () => navigate(homeOf(session.role), { replace: true, state: { asked: back } })
  const bind = async () => {
    const done = await run(async () => {
      await api.put('/api/v1/user/outsideSignIn', { schema: outsideBindDone, body: { ticket }, quiet: true })
    })
    if (!done) return
    notify.success(`已绑定${label}，以后可以用它登录`)
    await goOn()
  }
  return (
    <div className="signin-form">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        绑定{label}？
      </h1>
      <p className="signin-lead">
        把{label}账号 <b>{unbound?.subject}</b> 绑定到 <b>{session.truename}</b>
        {session.organization && `（${session.organization.name}）`}
        。绑定后，用这个{label}账号的人可以直接登录您的杏坛账号。
      </p>
      <p className="signin-lead">不是您自己的{label}账号，请不要绑定。在个人中心可以随时解除。</p>
      {faults['form'] !== undefined && <ErrorBox title="绑定失败" detail={faults['form']} />}
      <p className="signin-acts">
        <Button look="primary" large busy={busy} onClick={() => void bind()}>
          绑定
        </Button>
        <Button large onClick={() => void goOn()}>
          不绑定，直接进入
        </Button>
      </p>
    </div>
  )
}
