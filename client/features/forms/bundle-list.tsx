import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { bundles, paperAddress, type Bundle } from '../../../catalogue/contract/forms.ts'
import { saveFrom } from '../../platform/api/download.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { listTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const key = ['forms', 'bundles'] as const
/** Milliseconds between two looks at what is under way. */
const pause = 2_000

/** What I had made for many people at once: how far it is, and the zip while it is kept. */
export function BundleList() {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get('/api/v1/forms/bundles', { schema: bundles, signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.state === 'running') ? pause : false),
  })
  const list = data?.list ?? []
  if (list.length === 0) return null
  const cancel = async (id: string) => {
    try {
      await api.post(`/api/v1/forms/bundles/${id}/cancel`, { schema: z.boolean(), body: {} })
    } catch (error) {
      notify.error(sentenceOf(error))
    }
    await cache.invalidateQueries({ queryKey: key })
  }
  return (
    <Panel title="打包打印">
      <ul className="printed-bundles" aria-label="打包打印">
        {list.map((bundle) => (
          <li key={bundle.id} className="printed-bundle" data-testid="bundle">
            <div>
              <b>{bundle.title}</b>
              <span className="x-soft x-num">　{listTime(bundle.at)}</span>
              <Progress bundle={bundle} />
              <Faults bundle={bundle} />
            </div>
            <Act bundle={bundle} onCancel={() => void cancel(bundle.id)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Progress({ bundle: { state, total, done, faults } }: { bundle: Bundle }) {
  const over = done + faults.length
  if (state === 'running')
    return (
      <>
        <Meter percent={Math.round((over / total) * 100)} label="打包进度" />
        <p className="x-note x-soft">
          正在打包 {over} / {total}，可以离开本页
        </p>
      </>
    )
  const words = { ready: '已完成', cancelled: '已停止', expired: '已过保存期' }[state]
  return (
    <p className="x-note x-soft">
      {words}，{done} 份{faults.length > 0 && `，${faults.length} 人没有打印`}
    </p>
  )
}

function Faults({ bundle: { faults } }: { bundle: Bundle }) {
  if (faults.length === 0) return null
  return (
    <details>
      <summary>没有打印的 {faults.length} 人</summary>
      <ul>
        {faults.map(({ name, why }, i) => (
          <li key={`${name} ${i}`}>
            {name}：{why}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Act({ bundle: { id, state, done }, onCancel }: { bundle: Bundle; onCancel: () => void }) {
  if (state === 'running') return <Button onClick={onCancel}>停止</Button>
  if (state !== 'ready' || done === 0) return null
  return (
    <Button icon="download" onClick={() => void download(id)}>
      下载 zip
    </Button>
  )
}

async function download(id: string): Promise<void> {
  try {
    saveFrom(await api.get(`/api/v1/forms/bundles/${id}/address`, { schema: paperAddress }))
  } catch (error) {
    notify.error(sentenceOf(error))
  }
}
