import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  outsideStarted,
  ownOutside,
  type OwnOutside,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const path = '/api/v1/user/outsideSignIn'
const key = ['account', 'outside-sign-in']

/** The numbers outside with which the person signs in; nothing where there is no such way. */
export function OutsideSignInPanel() {
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, { schema: ownOutside, quiet: true, signal }),
    staleTime: 0,
  })
  if (data.length === 0) return null
  return (
    <Panel title="外部账号登录">
      <p className="x-soft">绑定后无需输入密码就能登录。只绑定您本人的账号。</p>
      <ul className="personal-outside">
        {data.map((one) => (
          <Way key={one.provider} way={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Way({ way: { provider, label, subject, ready } }: { way: OwnOutside[number] }) {
  const { busy, faults, run } = useAct([])
  const client = useQueryClient()
  const bind = () =>
    run(async () => {
      const body = { provider, back: location.pathname + location.search }
      const { to } = await api.post('/api/v1/login/outside/start', {
        schema: outsideStarted,
        body,
        quiet: true,
      })
      location.assign(to)
    })
  const unbind = async () => {
    const text = `以后不能用${label}登录，${label}的消息提醒也一同停止。`
    if (!(await confirm({ title: `解除绑定${label}？`, text, ok: '解除绑定', danger: true }))) return
    const done = await run(
      async () =>
        void (await api.del('/api/v1/user/outsideAccount', { schema: z.boolean(), query: { provider } })),
    )
    if (!done) return
    notify.success(`已解除绑定${label}`)
    await client.invalidateQueries({ queryKey: key })
  }
  return (
    <li>
      <b>{label}</b>
      <span className="x-soft">{subject === null ? '没有绑定' : `已绑定 ${subject}`}</span>
      {subject === null ? (
        ready && (
          <Button busy={busy} aria-label={`前往绑定${label}`} onClick={() => void bind()}>
            前往绑定
          </Button>
        )
      ) : (
        <Button busy={busy} aria-label={`解除绑定${label}`} onClick={() => void unbind()}>
          解除绑定
        </Button>
      )}
      {faults['form'] !== undefined && <ErrorBox title="办理失败" detail={faults['form']} />}
    </li>
  )
}
