import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { roleEntry } from '../../../catalogue/access/roles.ts'
import { alteredLink, appOpened, type AppOpened } from '../../../catalogue/contract/portal/app-centre.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { errors } from '../../../catalogue/errors.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import './apps.css'

const embedded = '2'
/** Names that jump links have had for the number of an app. */
const names = ['app', 'appid', 'app_id', 'id']

/**
 * Where a jump link arrives: goes on to the app, or shows it within the page. A link that was altered is
 * answered with the sentence of the specification and leads home (section 5).
 */
export function OpeningPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = names.map((name) => search.get(name)).find((value) => value !== null) ?? ''
  return <Opening key={id} id={id} title={entry.title} />
}

function Opening({ id, title }: { id: string; title: string }) {
  const [opened, setOpened] = useState<AppOpened | null>(null)
  const [fault, setFault] = useState('')
  const home = roleEntry(useSession()?.role ?? 2).home
  const navigate = useNavigate()
  const begun = useRef(false)
  useEffect(() => {
    // A ticket of sign-on counts once: the app is asked for once, however often this effect runs.
    if (begun.current) return
    begun.current = true
    const leave = () => {
      notify.warn(alteredLink, { stay: 4000 })
      void navigate(home, { replace: true })
    }
    const go = async () => {
      if (id === '' || id.length > 3) return leave()
      try {
        const found = await api.post(`/api/v1/apps/${encodeURIComponent(id)}/open`, {
          schema: appOpened,
          quiet: true,
        })
        // The page that asks for an agreement is the portal's, and is never shown within a frame.
        if (found.address.startsWith('/cas/')) return location.replace(found.address)
        if (found.openMode === embedded && found.host !== null) return setOpened(found)
        if (found.host === null) return void navigate(found.address, { replace: true })
        setOpened(found)
        location.replace(found.address)
      } catch (error) {
        if (error instanceof ApiError && error.code === errors.missing.code) return leave()
        setFault(sentenceOf(error))
      }
    }
    void go()
  }, [id, home, navigate])
  return (
    <PageFrame
      title={opened?.name ?? title}
      crumbs={[{ label: '应用中心', to: '/appPages/appList' }, { label: opened?.name ?? title }]}
    >
      {fault !== '' && (
        <>
          <ErrorBox title="应用打开失败" detail={fault} />
          <ButtonLink to="/appPages/appList">返回应用中心</ButtonLink>
        </>
      )}
      {fault === '' && opened === null && <Skeleton lines={6} />}
      {opened && <Shown opened={opened} />}
    </PageFrame>
  )
}

function Shown({ opened }: { opened: AppOpened }) {
  const { name, address, openMode, host } = opened
  if (openMode !== embedded) return <output className="app-going">正在前往 {host}…</output>
  return (
    <div className="app-frame">
      <p className="app-leaving">
        <Icon name="info" />
        以下内容由 {host} 提供，不是本平台的页面。请不要在里面填写本平台的密码。
        <a href={address} target="_blank" rel="noreferrer">
          在新窗口打开
        </a>
      </p>
      <iframe
        title={name}
        src={address}
        sandbox="allow-scripts allow-forms allow-popups allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
