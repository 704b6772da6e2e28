import { useState } from 'react'
import type { AppCentre, CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime, sentenceTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { AppIcon, OpenLink } from './app-row.tsx'
import { useAppActs } from './use-apps.ts'
import '../../ui/forms/labelled.css'

/** What was opened last, and forgetting it. */
export function Recents({ centre, role }: { centre: AppCentre; role: Role }) {
  const { clear } = useAppActs()
  const byId = new Map(centre.apps.map((app) => [app.id, app]))
  const take = async () => {
    try {
      await clear.mutateAsync()
      notify.success('已清除')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <section className="app-aside-part" aria-label="最近使用">
      <div className="app-head">
        <h2>最近使用</h2>
        {centre.recents.length > 0 && (
          <Button look="text" onClick={() => void take()}>
            清除记录
          </Button>
        )}
      </div>
      {centre.recents.length === 0 && <p className="app-none x-soft">暂无使用记录。</p>}
      <ul className="app-recents">
        {centre.recents.map(({ id, at }) => {
          const app = byId.get(id)
          return (
            app && (
              <li key={id}>
                <AppIcon app={app} />
                <OpenLink app={app} role={role} className="app-recent">
                  {app.name}
                </OpenLink>
                <span className="x-faint x-dense">{listTime(at)}</span>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** Asks for an app: what for, and who decides. */
export function AskPanel({
  app,
  decides,
  onClose,
}: {
  app: CentreApp
  decides: string
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['reason', 'app'])
  const { ask } = useAppActs()
  const send = () =>
    run(async () => {
      await ask.mutateAsync({ app: app.id, reason })
      notify.success(`已提交，由${decides}办理`)
      onClose()
    })
  const fault = faults['reason'] ?? faults['app'] ?? faults['form']
  return (
    <section className="app-aside-part" aria-label={`申请使用 ${app.name}`}>
      <div className="app-head">
        <h2>申请使用　{app.name}</h2>
      </div>
      <form
        className="app-ask"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>
          <span className="x-faint">由谁办理</span>　{decides}
        </p>
        <label className="x-labelled">
          用途
          <textarea
            ref={(node) => node?.focus()}
            rows={3}
            maxLength={200}
            value={reason}
            placeholder="例如：参加 2027 年县级骨干选拔"
            aria-invalid={fault !== undefined}
            aria-describedby="app-ask-fault"
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <p id="app-ask-fault" className="app-fault" aria-live="polite">
          {fault}
        </p>
        <Button look="primary" type="submit" busy={busy}>
          提交申请
        </Button>
        <Button look="text" onClick={onClose}>
          取消
        </Button>
      </form>
    </section>
  )
}

/** What is announced, now or later. */
export function Maintenance({ apps }: { apps: readonly CentreApp[] }) {
  const announced = apps.flatMap(({ id, name, standing, maintenance }) =>
    maintenance === null || standing !== 'use' ? [] : [{ id, name, ...maintenance }],
  )
  if (announced.length === 0) return null
  return (
    <section className="app-aside-part" aria-label="维护通知">
      <div className="app-head">
        <h2>维护通知</h2>
      </div>
      {announced.map(({ id, name, from, until, note }) => (
        <p key={id} className="app-notice">
          <b>{name}</b>　{sentenceTime(from)}至{sentenceTime(until)}维护{note === '' ? '。' : `：${note}`}
        </p>
      ))}
    </section>
  )
}
