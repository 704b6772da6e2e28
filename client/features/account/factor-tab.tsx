import { useState } from 'react'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceDate } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RecoveryCodes, TotpEnrolment } from '../../ui/forms/totp-enrolment.tsx'
import { useFactor, useFactorActs, type Enrolment } from './use-factor.ts'

/** The second factor: what it is, setting it up, another phone, doing without. */
export function FactorTab() {
  const { data, error, refetch } = useFactor()
  const { begin, finish, remove } = useFactorActs()
  const { busy, faults, run } = useAct(['code'])
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (error && !data)
    return <ErrorBox title="两步验证打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const start = () => void run(async () => setEnrolment(await begin()))
  const submit = (code: string) =>
    void run(async () => {
      if (enrolment) setCodes(await finish(enrolment.setup, code))
      setEnrolment(null)
    })
  const stop = async () => {
    const yes = await confirm({
      title: '停用两步验证？',
      text: '以后只凭密码就能登录，恢复码同时作废。',
      ok: '停用',
      danger: true,
    })
    if (yes && (await run(remove))) notify.success('两步验证已停用')
  }
  const on = data.since !== null
  return (
    <Panel
      title="两步验证"
      beside={
        <span className="x-soft x-dense">{on ? `${sentenceDate(data.since ?? '')}启用` : '没有启用'}</span>
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : enrolment ? (
        <TotpEnrolment
          qr={enrolment.qr}
          secret={enrolment.secret}
          busy={busy}
          faults={faults}
          onSubmit={submit}
        />
      ) : (
        <>
          <p>登录时除密码外，再填一个手机上每半分钟更换的数字。他人知道了密码也进不来。</p>
          {on && <p className="x-soft x-dense personal-gap">还有 {data.codes_left} 个恢复码没有用过。</p>}
          {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
          <p className="personal-factor">
            <Button look={on ? 'plain' : 'primary'} busy={busy} onClick={start}>
              {on ? '换一部手机' : '设置两步验证'}
            </Button>
            {on && !(data.mode === 'require' && data.asked) && (
              <Button look="danger" onClick={() => void stop()}>
                停用
              </Button>
            )}
          </p>
        </>
      )}
    </Panel>
  )
}
