import { useState } from 'react'
import type { MessageReader, SentMessage } from '../../../catalogue/contract/account/messages-to-many.ts'
import { channelLabels, type MessageDelivery } from '../../../catalogue/contract/administration/deliveries.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useDelivery, useRemind, useWaitingReaders } from './use-reach.ts'

/** How a message to many was delivered, and who has not confirmed it. */
export function SentDetail({ sent }: { sent: SentMessage }) {
  const delivery = useDelivery(sent.id)
  return (
    <>
      <h3>站外提醒</h3>
      <Loaded answer={delivery} failed="送达情况打开失败" lines={3}>
        {(data) => <Delivery delivery={data} />}
      </Loaded>
      {sent.confirm && <Waiting sent={sent} />}
    </>
  )
}

type Line = MessageDelivery['channels'][number]
const columns: readonly LineColumn<Line>[] = [
  { key: 'channel', title: '方式', wide: true, render: ({ channel }) => channelLabels[channel] },
  { key: 'delivered', title: '已送出', figure: true, render: ({ delivered }) => thousands(delivered) },
  { key: 'waiting', title: '待发送', figure: true, render: ({ waiting }) => thousands(waiting) },
  { key: 'failed', title: '失败', figure: true, render: ({ failed }) => thousands(failed) },
  { key: 'unknown', title: '不确定', figure: true, render: ({ unknown }) => thousands(unknown) },
  { key: 'dropped', title: '不必发', figure: true, render: ({ dropped }) => thousands(dropped) },
]

function Delivery({ delivery: { channels, complete } }: { delivery: MessageDelivery }) {
  if (channels.length === 0)
    return (
      <p className="x-soft">
        {complete ? '收件人都没有选择用邮件、短信等提醒该消息，只在站内。' : '正在安排站外提醒。'}
      </p>
    )
  return (
    <>
      <LineTable
        label="站外提醒"
        lines={channels}
        columns={columns}
        keyOf={({ channel }) => channel}
        stale={false}
      />
      <p className="x-soft">
        “不必发”是在发出前已读、不再要提醒或没有登记号码的。{!complete && '还在继续安排。'}
      </p>
    </>
  )
}

const readerColumns: readonly LineColumn<MessageReader>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => name },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  {
    key: 'read',
    title: '阅读时间',
    render: ({ read_at }) => (read_at === null ? '未读' : sentenceTime(read_at)),
  },
]

const exportColumns = [
  { key: 'name', title: '姓名' },
  { key: 'institution', title: '单位' },
  { key: 'role', title: '角色' },
  { key: 'read', title: '阅读时间' },
  { key: 'confirmed', title: '确认时间' },
] as const

function Waiting({ sent }: { sent: SentMessage }) {
  const [page, setPage] = useState(1)
  const readers = useWaitingReaders(sent.id, page)
  const remind = useRemind()
  return (
    <>
      <h3>未确认的人员</h3>
      <div className="messages-reach-acts">
        {sent.withdrawn_at === null && (
          <Button busy={remind.isPending} onClick={() => remind.mutate(sent.id)}>
            提醒未确认的人员
          </Button>
        )}
        <ExportButton
          title="消息确认情况"
          list="messages/readers"
          query={{ id: String(sent.id), state: 'waiting' }}
          columns={exportColumns}
          total={readers.data?.total}
          unit="人"
        />
        {sent.reminded_at !== null && (
          <span className="x-soft">上次提醒：{sentenceTime(sent.reminded_at)}</span>
        )}
      </div>
      <Loaded answer={readers} failed="名单打开失败" lines={5}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="所有收件人都已确认。" />
          ) : (
            <>
              <LineTable
                label="未确认的人员"
                lines={data.list}
                columns={readerColumns}
                keyOf={({ id }) => String(id)}
                stale={readers.isPlaceholderData}
              />
              <Pager {...data} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
