import {
  channelLabels,
  deliveryStates,
  mayBeSentAgain,
  type DeliveryLine,
} from '../../../catalogue/contract/administration/deliveries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { Figures } from './figures.tsx'
import './deliveries.css'
import { useDeliveries, useDeliveryFigures, useSendAgain } from './use-deliveries.ts'

const keys = ['channel', 'state', 'from', 'to'] as const
type Key = (typeof keys)[number]
const tabs = [
  { key: 'figures', label: '概况' },
  { key: 'troubled', label: '没有送出的' },
  { key: 'all', label: '全部明细' },
] as const
const days = 7

/**
 * What went out of the portal to people in scope, and what became of it. Tab, filters and page stand in the
 * address.
 */
export function DeliveriesPage({ entry }: { entry: PageEntry }) {
  const view = useAsked(['view'])
  const current = tabs.find(({ key }) => key === view.of('view'))?.key ?? 'figures'
  return (
    <PageFrame
      title={entry.title}
      note="站内消息另外用邮件、短信、企业微信、钉钉提醒的情况；只记条数，不记内容"
    >
      <StateTabs label="消息送达" tabs={tabs} current={current} onSelect={(key) => view.put({ view: key })} />
      {current === 'figures' ? <Overview /> : <Lines title={entry.title} all={current === 'all'} />}
    </PageFrame>
  )
}

function Overview() {
  const figures = useDeliveryFigures(days)
  return (
    <Loaded answer={figures} failed="送达情况打开失败" lines={10}>
      {(data) => <Figures data={data} days={days} stale={figures.isPlaceholderData} />}
    </Loaded>
  )
}

/** Sendings: all of them, or those that did not arrive for certain. */
function Lines({ title, all }: { title: string; all: boolean }) {
  const asked = useAsked(keys)
  const query = { ...asked.filter, state: all ? asked.of('state') || 'all' : '' }
  const answer = useDeliveries(query, asked.page)
  const { again, busy } = useSendAgain()
  return (
    <>
      <FilterBar
        filters={all ? filters : filters.filter(({ key }) => key !== 'state')}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title={title}
          list="deliveries"
          query={query}
          columns={exportColumns}
          total={answer.data?.total}
          unit="条"
        />
      </FilterBar>
      <Loaded answer={answer} failed="发送明细打开失败" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={emptyText(asked.isNarrowed, all)}
              action={asked.isNarrowed && <Button onClick={asked.clear}>清除条件</Button>}
            />
          ) : (
            <>
              <LineTable
                label="发送明细"
                lines={data.list}
                columns={[...columns, againColumn(busy, (line) => void again(line))]}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function emptyText(isNarrowed: boolean, all: boolean): string {
  if (isNarrowed) return '没有符合这些条件的提醒。'
  return all ? '暂无站外提醒。' : '没有发送失败或不确定是否收到的提醒。'
}

const columns: readonly LineColumn<DeliveryLine>[] = [
  { key: 'name', title: '收件人', wide: true, render: ({ name }) => name },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  { key: 'channel', title: '方式', render: ({ channel }) => channelLabels[channel] },
  { key: 'messages', title: '消息', figure: true, render: ({ messages }) => thousands(messages) },
  { key: 'state', title: '状态', render: ({ state }) => deliveryStates[state] },
  { key: 'reason', title: '原因', render: ({ reason }) => reason ?? '—' },
  { key: 'attempts', title: '次数', figure: true, render: ({ attempts }) => attempts },
  {
    key: 'updated',
    title: '时间',
    render: ({ updatedAt }) => <span className="x-num">{sentenceTime(updatedAt)}</span>,
  },
]

const againColumn = (busy: boolean, onAgain: (line: DeliveryLine) => void): LineColumn<DeliveryLine> => ({
  key: 'again',
  title: '办理',
  render: (line) =>
    mayBeSentAgain.includes(line.state) ? (
      <Button busy={busy} onClick={() => onAgain(line)}>
        重新发送
      </Button>
    ) : (
      '—'
    ),
})

const exportColumns = [
  { key: 'created', title: '时间' },
  { key: 'name', title: '收件人' },
  { key: 'institution', title: '单位' },
  { key: 'channel', title: '方式' },
  { key: 'messages', title: '消息条数' },
  { key: 'pieces', title: '短信计费条数' },
  { key: 'state', title: '状态' },
  { key: 'reason', title: '原因' },
  { key: 'attempts', title: '尝试次数' },
] as const

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const filters: readonly BarFilter<Key>[] = [
  { kind: 'choice', key: 'channel', label: '方式', options: optionsOf(channelLabels) },
  { kind: 'choice', key: 'state', label: '状态', options: optionsOf(deliveryStates) },
  { kind: 'day', key: 'from', label: '开始日期' },
  { kind: 'day', key: 'to', label: '结束日期' },
]
