import { useState } from 'react'
import {
  rosterEvents,
  type RosterApp,
  type RosterDelivery,
  type RosterHook,
} from '../../../catalogue/contract/administration/roster.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useRosterActs, useRosterDeliveries } from './use-roster.ts'

const tabs = [
  { key: '', label: '全部' },
  { key: 'waiting', label: '等待' },
  { key: 'dead', label: '没有送达' },
] as const
const states: Readonly<Record<RosterDelivery['state'], string>> = {
  waiting: '等待',
  delivered: '已送达',
  dead: '没有送达',
}

/** How far behind the app is. */
function lagOf({ waiting, waitingSince, lastOkAt, pausedUntil, failures }: RosterHook): string {
  const last = lastOkAt === null ? '尚无送达。' : `最近送达 ${listTime(lastOkAt)}。`
  const wait =
    waiting === 0 || waitingSince === null
      ? '暂无待发送的通知。'
      : `${waiting} 条在等，最早的从 ${listTime(waitingSince)} 起。`
  const pause = pausedUntil === null ? '' : `对方连续 ${failures} 次没有回应，${listTime(pausedUntil)} 再试。`
  return last + wait + pause
}

/** What was to be told to an app, and what became of it. */
export function DeliveriesPanel({ one: { app }, hook }: { one: RosterApp; hook: RosterHook }) {
  const [asked, setAsked] = useState<{ state: RosterDelivery['state'] | ''; page: number }>({
    state: '',
    page: 1,
  })
  const answer = useRosterDeliveries(app, asked)
  const acts = useRosterActs(app)
  const again = (id?: string) =>
    acts.again(id).then(
      ({ count }) => notify.success(`${count} 条将重新发送`),
      (fault: unknown) => notify.error(sentenceOf(fault)),
    )
  return (
    <Panel title="发送记录">
      <p className="x-soft">{lagOf(hook)}记录保存 30 天。</p>
      <StateTabs
        label="发送记录"
        tabs={tabs}
        current={asked.state === 'delivered' ? '' : asked.state}
        onSelect={(state) => setAsked({ state, page: 1 })}
      />
      {hook.dead > 0 && (
        <p className="roster-again">
          <Button onClick={() => void again()}>重新发送没有送达的 {hook.dead} 条</Button>
        </p>
      )}
      <Loaded answer={answer} failed="发送记录打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={
                asked.state === '' ? '暂无变更。教师或机构有变更时，这里列出每一条通知。' : '没有这样的通知。'
              }
            />
          ) : (
            <>
              <LineTable
                label="发送记录"
                lines={data.list}
                columns={columnsOf((id) => void again(id))}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="roster-delivery"
              />
              <Pager {...data} onPage={(page) => setAsked({ ...asked, page })} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

const columnsOf = (onAgain: (id: string) => void): readonly LineColumn<RosterDelivery>[] => [
  { key: 'subject', title: '对象', wide: true, render: ({ subject }) => subject },
  { key: 'event', title: '变更', render: ({ event }) => rosterEvents[event] },
  { key: 'at', title: '时间', render: ({ at }) => listTime(at) },
  { key: 'state', title: '状态', render: ({ state }) => states[state] },
  { key: 'attempts', title: '次数', figure: true, render: ({ attempts }) => attempts },
  { key: 'reason', title: '原因', render: ({ reason }) => reason ?? '—' },
  {
    key: 'acts',
    title: '操作',
    render: ({ id, state, subject }) =>
      state !== 'waiting' && (
        <Button look="text" aria-label={`重新发送${subject}`} onClick={() => onAgain(id)}>
          重新发送
        </Button>
      ),
  },
]
