import { useState } from 'react'
import { Link } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  messageChoices,
  messageKinds,
  type Channel,
  type MessageChoices,
} from '../../../catalogue/contract/account/message-choices.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { OutsidePanels } from './outside-panel.tsx'
import { PaceForm } from './pace-form.tsx'
import { useAccount } from './use-account.ts'

const url = '/api/v1/user/messageChoices'
const key = ['account', 'choices'] as const
const channels: readonly { by: Channel; label: string; missing: string }[] = [
  { by: 'mail', label: '邮件', missing: '没有登记邮箱' },
  { by: 'sms', label: '短信', missing: '没有登记手机号' },
  { by: 'wecom', label: '企业微信', missing: '没有绑定' },
  { by: 'dingtalk', label: '钉钉', missing: '没有绑定' },
]
/**
 * Channels that this person can choose or has chosen; providers that are not set up here are not spoken of.
 */
const offered = ({ ready, list }: MessageChoices) =>
  channels.filter(({ by }) => by === 'mail' || by === 'sms' || ready[by] || list.some((one) => one.by === by))

/** Which messages come by mail or short message, too. In the portal they all are, always. */
export function ChoicesTab() {
  const choices = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: messageChoices, quiet: true, signal }),
    staleTime: 0,
  })
  const account = useAccount()
  const error = choices.error ?? account.error
  if (error)
    return (
      <ErrorBox
        title="消息提醒打开失败"
        detail={sentenceOf(error)}
        onRetry={() => void Promise.all([choices.refetch(), account.refetch()])}
      />
    )
  if (!choices.data || !account.data) return <Skeleton lines={6} />
  return (
    <div className="personal-panels">
      <Choices key={JSON.stringify(choices.data)} now={choices.data} account={account.data} />
      <OutsidePanels now={choices.data} choices={key} />
      <PaceForm key={JSON.stringify(choices.data.pace)} now={choices.data.pace} choices={key} />
      <CalendarPanel />
    </div>
  )
}

type MessageChoice = MessageChoices['list'][number]
const same = (a: MessageChoice) => (b: MessageChoice) => a.kind === b.kind && a.by === b.by

function Choices({
  now,
  account: { email, mobile },
}: {
  now: MessageChoices
  account: { email: string | null; mobile: string | null }
}) {
  const reach: Readonly<Record<Channel, string | null>> = { mail: email, sms: mobile, ...now.bound }
  const [list, setList] = useState<readonly MessageChoice[]>(now.list)
  const { busy, faults, run } = useAct([])
  const client = useQueryClient()
  const changed = list.length !== now.list.length || list.some((one) => !now.list.some(same(one)))
  const save = async () => {
    const done = await run(async () => {
      client.setQueryData(key, await api.put(url, { schema: messageChoices, body: { list } }))
    })
    if (done) notify.success('消息提醒已保存')
  }
  return (
    <Panel title="消息提醒">
      <p className="x-soft">
        站内消息总是有。勾选的还会另外提醒：几分钟内没有读才发，只说有几条哪类消息，不写内容。
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <table className="personal-choices">
          <thead>
            <tr>
              <th scope="col">消息</th>
              {offered(now).map(({ by, label, missing }) => (
                <th scope="col" key={by}>
                  {label}
                  <span className="x-faint x-dense">
                    {now.ready[by] ? (reach[by] ?? missing) : '平台没有开通'}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {messageKinds.map(({ kind, tells }) => (
              <tr key={kind}>
                <th scope="row">
                  {labelOf('messageKind', kind)}
                  <span className="x-faint x-dense">{tells}</span>
                </th>
                {offered(now).map(({ by, label }) => {
                  const wanted: MessageChoice = { kind, by }
                  const on = list.some(same(wanted))
                  return (
                    <td key={by}>
                      <input
                        type="checkbox"
                        aria-label={`${labelOf('messageKind', kind)}用${label}提醒`}
                        checked={on}
                        disabled={!on && (!now.ready[by] || reach[by] === null)}
                        onChange={() =>
                          setList(on ? list.filter((one) => !same(wanted)(one)) : [...list, wanted])
                        }
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {(email === null || mobile === null) && (
          <p className="x-dense personal-gap">
            <Link to="?tab=contact">登记手机或邮箱</Link>
          </p>
        )}
        {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
        <Button type="submit" look="primary" busy={busy} disabled={!changed}>
          保存
        </Button>
      </form>
    </Panel>
  )
}
