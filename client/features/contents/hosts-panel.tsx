import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { hostLine, type HostLine } from '../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { listTime } from '../../platform/format.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const path = '/api/v1/allowedHosts'
const answer = z.object({ list: z.array(hostLine) })

/** Sites that links open at once; every change stands in the log. */
export function HostsPanel() {
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['hosts'],
    queryFn: ({ signal }) => api.get(path, { schema: answer, quiet: true, signal }),
    staleTime: 0,
  })
  const [host, setHost] = useState('')
  const [note, setNote] = useState('')
  const { busy, faults, run } = useAct(['host', 'note'])
  const again = () => cache.invalidateQueries({ queryKey: ['hosts'] })
  const add = () =>
    run(async () => {
      await api.post(path, { schema: z.boolean(), body: { host, note } })
      setHost('')
      setNote('')
      await again()
    })
  const remove = async (gone: string) => {
    if (
      !(await confirm({
        title: `把 ${gone} 移出名单？`,
        text: '链到那里的内容此后先提示“即将离开本站”。',
        ok: '移出',
      }))
    )
      return
    try {
      await api.del(`${path}?host=${encodeURIComponent(gone)}`, { schema: z.boolean() })
      await again()
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    }
  }
  return (
    <>
      <p className="x-soft">名单里的网站点开就去；其他网站先显示“即将离开本站”。改动记入日志。</p>
      <form
        className="contents-hosts"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label="域名"
          value={host}
          onChange={setHost}
          fault={faults['host']}
          help="如 www.example.cn；.example.cn 表示它的全部下级"
        />
        <TextField label="说明" value={note} onChange={setNote} fault={faults['note']} maxLength={100} />
        <Button type="submit" look="primary" busy={busy}>
          新增
        </Button>
      </form>
      {faults['form'] && <ErrorBox title="新增失败" detail={faults['form']} />}
      {error && <ErrorBox title="名单打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.list.length === 0 && <Empty text="名单是空的：所有外链都先提示再打开。" />}
      {data && data.list.length > 0 && (
        <LineTable
          label="外链名单"
          lines={data.list}
          columns={columnsOf((host) => void remove(host))}
          keyOf={({ host }) => host}
          stale={false}
        />
      )}
    </>
  )
}

const columnsOf = (onRemove: (host: string) => void): LineColumn<HostLine>[] => [
  { key: 'host', title: '域名', wide: true, render: ({ host }) => <b>{host}</b> },
  { key: 'note', title: '说明', render: ({ note }) => note },
  { key: 'at', title: '加入时间', render: ({ at }) => <span className="x-num">{listTime(at)}</span> },
  {
    key: 'acts',
    title: '操作',
    render: ({ host }) => (
      <Button look="text" onClick={() => onRemove(host)}>
        移出<span className="x-hidden">{host}</span>
      </Button>
    ),
  },
]
