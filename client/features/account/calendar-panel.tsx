import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { calendarFeed, madeCalendarFeed } from '../../../catalogue/contract/account/calendar-feed.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const url = '/api/v1/user/calendarFeed'
const key = ['account', 'calendar']

/** The own deadlines in the calendar of a phone or an office program, by an address that is shown once. */
export function CalendarPanel() {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: calendarFeed, quiet: true, signal }),
    staleTime: 0,
  })
  const [address, setAddress] = useState<string | null>(null)
  const since = data?.since ?? null
  const act = (work: () => Promise<unknown>) =>
    work()
      .catch((error: unknown) => notify.warn(sentenceOf(error)))
      .finally(() => void cache.invalidateQueries({ queryKey: key }))
  const make = async () => {
    const text = '以前的订阅地址随即失效，用它的日历要换成新的。'
    if (since !== null && !(await confirm({ title: '生成新的订阅地址？', text, ok: '生成新地址' }))) return
    await act(async () => {
      const { path } = await api.post(url, { schema: madeCalendarFeed })
      setAddress(`${location.origin}${path}`)
    })
  }
  const revoke = async () => {
    const text = '用该地址的日历不再更新。'
    if (!(await confirm({ title: '撤销订阅地址？', text, ok: '撤销', danger: true }))) return
    await act(async () => {
      await api.del(url, { schema: z.boolean() })
      setAddress(null)
      notify.success('订阅地址已撤销')
    })
  }
  const copy = () =>
    navigator.clipboard.writeText(address ?? '').then(
      () => notify.success('已复制'),
      () => notify.warn('复制失败，请选中地址自己复制'),
    )
  return (
    <Panel title="日历订阅">
      <p className="x-soft">
        在手机或办公软件的日历里看到期的待办和证书：只有日期、事项和件数，没有姓名。知道地址的人都能看，请不要转给他人。
      </p>
      {address !== null && (
        <TextField
          label="订阅地址"
          value={address}
          onChange={() => undefined}
          help="只显示这一次，请现在复制到日历里。"
          beside={<Button onClick={() => void copy()}>复制</Button>}
        />
      )}
      {since !== null && address === null && <p>{sentenceTime(since)} 生成过一个地址，正在使用。</p>}
      <div className="personal-acts">
        <Button onClick={() => void make()}>{since === null ? '生成订阅地址' : '生成新的地址'}</Button>
        {since !== null && <Button onClick={() => void revoke()}>撤销地址</Button>}
      </div>
    </Panel>
  )
}
