import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { ConsentView, FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { AppFacts } from './app-facts.tsx'
import { ChooseIdentity } from './choose-identity.tsx'
import { Released } from './released.tsx'
import { SignOnFrame } from './frame.tsx'
import { useConsent, useDecision, type AskedBy } from './use-sign-on.ts'

/**
 * An app asks to have somebody signed in: as which identity, and what it is told. Where everything was agreed
 * to before, the page goes on by itself.
 */
export function ConsentPage() {
  usePageTitle('登录到应用')
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session === null) return <Navigate to="/login" replace state={{ asked: pathname + search }} />
  return (
    <SignOnFrame>
      <Request key={session.id} />
    </SignOnFrame>
  )
}

function Request() {
  const [search] = useSearchParams()
  const by = { uid: search.get('uid'), service: search.get('service') }
  const [identity, setIdentity] = useState<number | null>(null)
  const { data, error, refetch, isPlaceholderData } = useConsent(by, identity)
  if (error || (by.uid === null && by.service === null))
    return (
      <div className="sign-on-over">
        <h1>登录请求打开失败</h1>
        {error ? (
          <ErrorBox title={sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <p>请回到应用，从那里重新打开。</p>
        )}
        <ButtonLink to="/">返回杏坛</ButtonLink>
      </div>
    )
  if (!data) return <Waiting />
  if (data.settled && identity === null) return <GoOn by={by} view={data} />
  return <Asking key={data.app.name} by={by} view={data} stale={isPlaceholderData} onIdentity={setIdentity} />
}

function Waiting() {
  return (
    <>
      <h1 className="x-hidden">登录到应用</h1>
      <Skeleton lines={8} />
    </>
  )
}

/** Everything was agreed to before. */
function GoOn({ by, view }: { by: AskedBy; view: ConsentView }) {
  const { decide, fault } = useDecision(by)
  const goOn = useEffectEvent(() =>
    decide({
      agree: true,
      identity: view.chosen,
      facts: view.optional.filter(({ agreed }) => agreed).map(({ scope }) => scope),
    }),
  )
  useEffect(() => void goOn(), [])
  if (fault === undefined) return <Waiting />
  return (
    <div className="sign-on-over">
      <h1>登录失败：{view.app.name}</h1>
      <ErrorBox title={fault} />
      <ButtonLink to="/">返回杏坛</ButtonLink>
    </div>
  )
}

function Asking(props: { by: AskedBy; view: ConsentView; stale: boolean; onIdentity: (id: number) => void }) {
  const { by, view, stale, onIdentity } = props
  const { decide, fault, busy } = useDecision(by)
  const [chosen, setChosen] = useState<ReadonlySet<FactScope>>(
    () => new Set(view.optional.filter(({ agreed }) => agreed).map(({ scope }) => scope)),
  )
  const { name } = view.app
  const agree = () => void decide({ agree: true, identity: view.chosen, facts: [...chosen] })
  return (
    <div className="sign-on-page">
      <div aria-busy={stale}>
        <AppFacts app={view.app} />
        <ChooseIdentity identities={view.identities} chosen={view.chosen} onChoose={onIdentity} />
        {view.refused === null ? (
          <Released view={view} chosen={chosen} onChange={setChosen} />
        ) : (
          <ErrorBox title="不能使用该应用" detail={view.refused} />
        )}
        {fault !== undefined && <ErrorBox title="登录失败：应用" detail={fault} />}
        <div className="sign-on-acts">
          {view.refused === null && (
            <Button look="primary" large busy={busy || stale} onClick={agree}>
              同意并进入{name}
            </Button>
          )}
          <Button large onClick={() => void decide({ agree: false })}>
            {view.refused === null ? '不同意，返回' : '返回应用'}
          </Button>
          <span className="x-faint">同意后 180 天内不再询问；范围增加时重新询问</span>
        </div>
      </div>
      <Aside view={view} />
    </div>
  )
}

function Aside({ view: { app } }: { view: ConsentView }) {
  return (
    <aside className="sign-on-aside" aria-label="说明">
      <h2>应用信息</h2>
      <dl>
        <dt>名称</dt>
        <dd>{app.name}</dd>
        <dt>网址</dt>
        <dd>{app.host}</dd>
        {app.description !== '' && (
          <>
            <dt>说明</dt>
            <dd>{app.description}</dd>
          </>
        )}
      </dl>
      <h2>如何撤回</h2>
      <p>个人中心　授权的应用，一次点击即停用。撤回后应用不再得到新资料。</p>
      <h2>安全提示</h2>
      <p>登录凭证只用一次，60 秒内有效。本页网址应以 {location.host} 开头，否则请勿同意。</p>
    </aside>
  )
}
