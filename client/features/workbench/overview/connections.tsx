import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  connectionTried,
  portalSwitch,
  type Connection,
  type Overview,
} from '../../../../catalogue/contract/administration/overview.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'

const states = { on: '已接通', off: '没有接通', faulty: '有问题' } as const

/**
 * What somebody outside the portal has to set up, each with its state and a test; and the switch of the
 * portal.
 */
export function Connections({ connections, portalOpened }: Pick<Overview, 'connections' | 'portalOpened'>) {
  return (
    <Panel title="接通情况" id="connections" flush>
      <ul className="overview-connections">
        {connections.map((one) => (
          <Row key={one.key} connection={one} />
        ))}
        <PortalRow opened={portalOpened} />
      </ul>
    </Panel>
  )
}

function Row({ connection: { key, title, state, words, test } }: { connection: Connection }) {
  const trial = useMutation({
    mutationFn: () => api.post(`/api/v1/overview/connections/${key}/test`, { schema: connectionTried }),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  return (
    <li data-state={state} data-testid={`connection-${key}`}>
      <h3>{title}</h3>
      <b>{states[state]}</b>
      <p>
        {words}
        {trial.data && (
          <output className={trial.data.ok ? 'x-soft' : 'home-late'}>　测试结果：{trial.data.words}</output>
        )}
      </p>
      {test !== null && (
        <Button
          title={test}
          aria-label={`测试${title}`}
          busy={trial.isPending}
          onClick={() => trial.mutate()}
        >
          测试
        </Button>
      )}
    </li>
  )
}

function PortalRow({ opened }: { opened: boolean }) {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (body: { opened: boolean }) =>
      api.put('/api/v1/overview/portal', { schema: portalSwitch, body }),
    onSuccess: (now) => {
      notify.success(now.opened ? '门户已开通，访客可以浏览' : '门户已关闭')
      return cache.invalidateQueries({ queryKey: ['overview'] })
    },
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  const close = async () => {
    const text = '访客将只看到“门户正在准备”，登录的人不受影响。'
    if (await confirm({ title: '关闭门户？', text, ok: '关闭门户' })) change.mutate({ opened: false })
  }
  return (
    <li data-state={opened ? 'on' : 'off'} data-testid="connection-portal">
      <h3>公众门户</h3>
      <b>{opened ? '已开通' : '没有开通'}</b>
      <p>{opened ? '访客可以浏览已发布的内容' : '访客只看到“门户正在准备”和登录入口'}</p>
      {opened ? (
        <Button busy={change.isPending} onClick={() => void close()}>
          关闭门户
        </Button>
      ) : (
        <Button busy={change.isPending} onClick={() => change.mutate({ opened: true })}>
          开通门户
        </Button>
      )}
    </li>
  )
}
