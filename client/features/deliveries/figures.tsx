import { channelLabels, type DeliveryFigures } from '../../../catalogue/contract/administration/deliveries.ts'
import { sentenceTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type Channel = DeliveryFigures['channels'][number]
type Day = DeliveryFigures['days'][number]
type Pieces = DeliveryFigures['pieces'][number]

const standing = ({ ready, pausedUntil }: Channel): string => {
  if (!ready) return '没有接通'
  return pausedUntil === null ? '正常' : `对方说发得太频繁，${sentenceTime(pausedUntil)} 后再发`
}

const ofChannels: readonly LineColumn<Channel>[] = [
  { key: 'channel', title: '方式', wide: true, render: ({ channel }) => channelLabels[channel] },
  { key: 'standing', title: '现状', render: standing },
  { key: 'waiting', title: '等待发送', figure: true, render: ({ waiting }) => thousands(waiting) },
  { key: 'held', title: '定时待发', figure: true, render: ({ held }) => thousands(held) },
]

const ofDays: readonly LineColumn<Day>[] = [
  { key: 'day', title: '日期', wide: true, render: ({ day }) => <span className="x-num">{day}</span> },
  { key: 'channel', title: '方式', render: ({ channel }) => channelLabels[channel] },
  { key: 'delivered', title: '已送出', figure: true, render: ({ delivered }) => thousands(delivered) },
  { key: 'underWay', title: '发送中', figure: true, render: ({ underWay }) => thousands(underWay) },
  { key: 'failed', title: '失败', figure: true, render: ({ failed }) => thousands(failed) },
  { key: 'unknown', title: '不确定', figure: true, render: ({ unknown }) => thousands(unknown) },
]

const ofPieces: readonly LineColumn<Pieces>[] = [
  { key: 'institution', title: '单位', wide: true, render: ({ institution }) => institution },
  { key: 'sendings', title: '短信', figure: true, render: ({ sendings }) => thousands(sendings) },
  { key: 'pieces', title: '计费条数', figure: true, render: ({ pieces }) => thousands(pieces) },
]

/** How each channel stands, what went out on which day, and what short messages cost whom. */
export function Figures({ data, days, stale }: { data: DeliveryFigures; days: number; stale: boolean }) {
  return (
    <div className="deliveries">
      <Panel title="各种方式">
        <p className="x-soft">“定时待发”是按本人设置的免打扰时段或每天、每周汇总，到时间再发的。</p>
        <LineTable
          label="各种方式"
          lines={data.channels}
          columns={ofChannels}
          keyOf={({ channel }) => channel}
          stale={stale}
        />
      </Panel>
      <Panel title={`近 ${days} 天发出的提醒`}>
        {data.days.length === 0 ? (
          <Empty text="这些天没有向站外发出提醒。" />
        ) : (
          <LineTable
            label="按天按方式"
            lines={data.days}
            columns={ofDays}
            keyOf={({ day, channel }) => `${day} ${channel}`}
            stale={stale}
          />
        )}
      </Panel>
      <Panel title="短信条数" beside={<span className="x-soft">共 {thousands(data.totalPieces)} 条</span>}>
        {data.pieces.length === 0 ? (
          <Empty text="这些天没有发出短信。" />
        ) : (
          <>
            <p className="x-soft">
              超过 70 个字的短信按 67 个字一条计费。单位按条数从多到少，至多列 100 个。
            </p>
            <LineTable
              label="各单位短信条数"
              lines={data.pieces}
              columns={ofPieces}
              keyOf={({ institution }) => institution}
              stale={stale}
            />
          </>
        )}
      </Panel>
    </div>
  )
}
