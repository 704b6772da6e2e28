import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SignedOutApp } from '../../../catalogue/contract/account/sign-out.ts'
import { useSession } from '../../platform/session/session.ts'
import { signOut, signedOutHere } from '../../platform/session/sign-out.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { SignOnFrame } from './frame.tsx'

/**
 * Signing out of the portal and of every app entered through it: the question of an app, and the list
 * afterwards.
 */
export function SignedOutPage() {
  usePageTitle('退出登录')
  const session = useSession()
  const [search] = useSearchParams()
  return (
    <SignOnFrame>
      <div className="sign-on-over">
        {session === null ? <Done /> : <Question ticket={search.get('ticket') ?? undefined} />}
      </div>
    </SignOnFrame>
  )
}

function Question({ ticket }: { ticket: string | undefined }) {
  const [busy, setBusy] = useState(false)
  const leave = () => {
    setBusy(true)
    void signOut(ticket)
  }
  return (
    <>
      <h1 tabIndex={-1}>同时退出杏坛？</h1>
      <p>退出后，您在本设备上通过杏坛登录的应用会一同退出。</p>
      <div className="sign-on-acts">
        <Button look="primary" large busy={busy} onClick={leave}>
          退出杏坛和全部应用
        </Button>
        <ButtonLink large to="/">
          留在杏坛
        </ButtonLink>
      </div>
    </>
  )
}

const words: Readonly<Record<SignedOutApp['notice'], string>> = {
  told: '已退出',
  failed: '通知失败，请在该应用里再退出一次',
  none: '杏坛一侧已失效，该应用里的页面请自行关闭',
}

function Done() {
  const [{ apps, back }] = useState(signedOutHere)
  return (
    <>
      <h1 tabIndex={-1}>已退出登录</h1>
      {apps.length > 0 && (
        <>
          <p>杏坛和以下应用已一同退出：</p>
          <ul className="sign-on-left">
            {apps.map(({ name, notice }) => (
              <li key={name}>
                <Icon name={notice === 'failed' ? 'warn' : 'check'} />
                <b>{name}</b>
                <span className="x-soft">{words[notice]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="sign-on-acts">
        {back && (
          <a className="x-button x-button-primary x-button-large" href={back.to}>
            返回{back.name}
          </a>
        )}
        <ButtonLink large to="/login">
          重新登录
        </ButtonLink>
        <ButtonLink large to="/home/index">
          返回门户
        </ButtonLink>
      </div>
    </>
  )
}
