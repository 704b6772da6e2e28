import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { seal } from '../../../catalogue/contract/personal.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { api } from '../../platform/api.ts'
import type { Session } from '../../platform/session.ts'
import { upload } from '../../platform/upload.ts'
import { useAct } from '../../platform/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const key = ['account', 'seal'] as const

/** The picture of the institution's seal, the same for all its accounts. */
export function SealTab({ session }: { session: Session }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.get('/api/v1/seal', { schema: seal, quiet: true, signal }) })
  const { busy, faults, run } = useAct([])
  const id = useId()
  if (error && !data) return <ErrorBox title="单位印章没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const set = async (file: string) => {
    client.setQueryData(key, await api.put('/api/v1/user/resetSeal', { schema: seal, body: { seal: file } }))
  }
  const choose = async (file: File | undefined) => {
    if (file && (await run(async () => set((await upload(file)).id)))) notify.success('印章已更换')
  }
  const remove = async () => {
    const yes = await confirm({ title: '去掉单位印章？', text: '本单位的账号都不再看到它，可以随时再上传。', ok: '去掉', danger: true })
    if (yes && (await run(() => set('')))) notify.success('印章已去掉')
  }
  return (
    <Panel title="单位印章" beside={<span className="x-soft x-dense">{session.organization?.name}</span>}>
      <div className="personal-seal">
        {data.seal === '' ? <p className="x-soft">还没有印章图片。</p> : <img src={data.seal} alt={`${session.organization?.name ?? '本单位'}的印章`} />}
        {faults['form'] !== undefined && <ErrorBox title="印章没能更换" detail={faults['form']} />}
        <p>
          {/* The browser's own button speaks the browser's language. */}
          <label className="x-button personal-choose" htmlFor={id} aria-busy={busy}>
            {data.seal === '' ? '上传印章' : '更换印章'}
            <input
              id={id}
              className="x-hidden"
              type="file"
              accept="image/png,image/jpeg"
              disabled={busy}
              onChange={(event) => {
                void choose(event.target.files?.[0])
                // The same file may be chosen again.
                event.target.value = ''
              }}
            />
          </label>
          {data.seal !== '' && <Button onClick={() => void remove()}>去掉印章</Button>}
        </p>
        <p className="x-note x-faint">用背景透明的 png 图片最好。本单位的账号看到的是同一枚印章，更换记入日志。</p>
      </div>
    </Panel>
  )
}
