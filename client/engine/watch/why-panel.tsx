import { cutReasons, type CutReason } from '../../../catalogue/watch/rule.ts'
import { clockText, deviceText, reasonText } from '../../../catalogue/watch/words.ts'
import type { WhyView } from '../../../catalogue/contract/watch.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { useWhy } from './use-watch-calls.ts'
import { WatchBar } from './watch-bar.tsx'
import './watch.css'

type Opening = WhyView['sessions'][number]

const cutOf = (one: Opening): number => one.fast + one.late + one.busy + one.outside
const minuteOf = (iso: string): string => listTime(iso).slice(-5)

/** Each reason that one opening has, with its seconds and its minutes. */
function Reasons({ one }: { one: Opening }) {
  const has = cutReasons.filter((reason) => one[reason] > 0)
  const minutes = (reason: CutReason) => {
    const at = one.cuts.filter((cut) => cut.reason === reason).map(({ minute }) => minuteOf(minute))
    return at.length > 3 ? `${at[0]} 起` : at.join('、')
  }
  return (
    <>
      {has.map((reason) => (
        <span key={reason} className="watch-reason">
          {clockText(one[reason])}（{minutes(reason)}）：{reasonText(reason, one)}
        </span>
      ))}
      {has.length === 0 && one.again > 0 && '以前看过的不重复计'}
    </>
  )
}

const columns: LineColumn<Opening>[] = [
  {
    key: 'at',
    title: '时间',
    render: ({ openedAt, heardAt }) => (
      <span className="x-num">
        {listTime(openedAt)}–{minuteOf(heardAt)}
      </span>
    ),
  },
  {
    key: 'device',
    title: '设备',
    render: ({ device, fastest }) => `${deviceText(device)}${fastest > 100 ? `　${fastest / 100}×` : ''}`,
  },
  {
    key: 'played',
    title: '放了',
    figure: true,
    render: (one) => clockText(one.fresh + one.again + cutOf(one)),
  },
  { key: 'fresh', title: '计入', figure: true, render: ({ fresh }) => clockText(fresh) },
  { key: 'again', title: '重看', figure: true, render: ({ again }) => clockText(again) },
  { key: 'cut', title: '没计入', figure: true, render: (one) => clockText(cutOf(one)) },
  { key: 'why', title: '原因与办法', wide: true, render: (one) => <Reasons one={one} /> },
]

/** 为什么没计入: what was played, opening by opening; learner and office read the same. */
export function WhyPanel({ address }: { address: string }) {
  const answer = useWhy(address)
  return (
    <Loaded answer={answer} failed="播放记录打开失败" lines={5}>
      {({ sessions, watch }) => {
        const sum = (read: (one: Opening) => number) => sessions.reduce((all, one) => all + read(one), 0)
        const [fresh, again, cut] = [sum((one) => one.fresh), sum((one) => one.again), sum(cutOf)]
        return sessions.length === 0 ? (
          <Empty text="该课时暂无播放记录。" />
        ) : (
          <div className="watch-why" data-testid="watch-why">
            <p className="x-dense">
              放了 {clockText(fresh + again + cut)} ＝ 计入 {clockText(fresh)} ＋ 重看 {clockText(again)} ＋
              没计入 {clockText(cut)}
            </p>
            <WatchBar view={watch} />
            <LineTable
              label="播放记录"
              lines={sessions.toReversed()}
              columns={columns}
              keyOf={({ id }) => id}
              stale={false}
              testId="watch-session"
            />
          </div>
        )
      }}
    </Loaded>
  )
}
