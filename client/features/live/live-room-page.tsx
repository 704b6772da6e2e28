import { lazy, Suspense } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { publicRoute } from '../../../catalogue/contents/public.ts'
import type { ConductedLives, LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { livePhaseWords } from '../../../catalogue/live/phase.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { minutes } from './attendance-table.tsx'
import { Elsewhere } from './elsewhere.tsx'
import { useLiveDocument } from './live-document.ts'
import { LivePlayer } from './live-player.tsx'
import { Replay } from './replay.tsx'
import { useConducted, useLive } from './use-room.ts'
import './live.css'

// Whoever only watches does not load them.
const HostPanels = lazy(async () => ({ default: (await import('./host-panels.tsx')).HostPanels }))

const LinesPanel = lazy(async () => ({ default: (await import('./lines-panel.tsx')).LinesPanel }))

/** 直播间: one broadcast, watched or conducted; without a number those that the caller conducts. */
export function LiveRoomPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null && /^[1-9]\d{0,8}$/.test(id)) return <Room entry={entry} id={Number(id)} />
  // Visitors conduct nothing.
  if (entry.roles.includes('public')) return <Navigate to={publicRoute('liveBroadcast').path} replace />
  return <Conducted entry={entry} />
}

function Room({ entry, id }: { entry: PageEntry; id: number }) {
  const answer = useLive(id)
  useLiveDocument(answer.data?.way === 'push' && answer.data.served)
  return (
    <Loaded answer={answer} failed="该直播打开失败，可能已经下架" lines={10}>
      {(live) => (
        <PageFrame
          title={live.title}
          crumbs={[{ label: entry.title, to: entry.path }, { label: '直播' }]}
          note={`${live.lecturer}　${live.org}　${spanOf(live)}`}
          mark={<Phase live={live} />}
        >
          <div className={live.host ? 'live-room live-room-host' : 'live-room'}>
            <div className="live-stack">
              <Picture live={live} />
              {live.counted && <OwnTime live={live} />}
              {live.chat && (
                <Suspense fallback={<Skeleton lines={6} />}>
                  <LinesPanel live={live} />
                </Suspense>
              )}
            </div>
            {live.host && (
              <Suspense fallback={<Skeleton lines={8} />}>
                <HostPanels live={live} />
              </Suspense>
            )}
          </div>
        </PageFrame>
      )}
    </Loaded>
  )
}

const spanOf = ({ startTime, endTime }: Pick<LiveView, 'startTime' | 'endTime'>): string =>
  `${startTime.replace('T', ' ')} 至 ${endTime.slice(0, 10) === startTime.slice(0, 10) ? endTime.slice(11) : endTime.replace('T', ' ')}`

/** The phase, told anew to screen readers when it changes. */
const Phase = ({ live: { phase } }: { live: LiveView }) => (
  <output className={`live-phase live-phase-${phase}`} data-testid="live-phase">
    {livePhaseWords[phase]}
  </output>
)

const waiting: Readonly<Record<LiveView['phase'], string>> = {
  ahead: '直播尚未开始，开始前 30 分钟起可以在这里等候。',
  lobby: '正在等候讲课的一方开始，开始后本页自动显示“播放”。',
  onAir: '正在取得播放地址。',
  broken: '信号中断，正在等候恢复；恢复后点“播放”。',
  over: '直播已结束，暂无回放。',
  replay: '直播已结束，回放暂时放不了。',
}

/** What stands in the place of the pictures. */
function Picture({ live }: { live: LiveView }) {
  if (live.records.length > 0) return <Replay live={live} />
  if (live.address !== null) return <Elsewhere live={live} address={live.address} />
  if (live.playUrl !== null) return <LivePlayer key={live.id} live={live} />
  return (
    <div className="live-film live-film-empty" data-testid="live-waiting">
      <p>{waiting[live.phase]}</p>
    </div>
  )
}

/** How much of the time on air the viewer was there. */
function OwnTime({ live: { own } }: { live: LiveView }) {
  if (own.ofSeconds === 0) return null
  return (
    <Panel title="本人在场">
      <p>
        已播 {minutes(own.ofSeconds)} 分钟，在场 {minutes(own.seconds)} 分钟（{own.percent}%）
        {own.present ? '，已达到 80%。' : '，满 80% 记为到场。'}
      </p>
      <p className="x-soft">播放时每半分钟由服务器计一次，几台设备同时看只计一份。</p>
    </Panel>
  )
}

type Line = ConductedLives['list'][number]

/** Broadcasts with a room that the caller conducts. */
function Conducted({ entry }: { entry: PageEntry }) {
  const asked = useAsked([] as const)
  const answer = useConducted(asked.page)
  return (
    <PageFrame
      title={entry.title}
      note="本单位发布、本人申请的直播；在平台以外进行的，结束后在这里导入参会名单"
    >
      <Loaded answer={answer} failed="直播间打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无直播。直播预告发布后在这里主持；“直播方式”选“本平台直播间”的，在这里打开直播间。" />
          ) : (
            <>
              <LineTable
                label="直播间"
                lines={data.list}
                columns={columnsOf(entry)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="live-room"
              />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const roomWords = ({ opened, way }: Line): string => {
  if (way !== 'push') return '在平台以外'
  return opened ? '已打开' : '尚未打开'
}

const columnsOf = (entry: PageEntry): readonly LineColumn<Line>[] => [
  {
    key: 'title',
    title: '直播',
    wide: true,
    // Loaded anew, so that the document may reach the live server.
    render: ({ id, title }) => <a href={`${entry.path}?id=${id}`}>{title}</a>,
  },
  { key: 'lecturer', title: '主讲人', render: ({ lecturer }) => lecturer },
  { key: 'time', title: '时间', render: spanOf },
  { key: 'phase', title: '状态', render: ({ phase }) => livePhaseWords[phase] },
  { key: 'opened', title: '直播间', render: roomWords },
  { key: 'viewers', title: '看直播', figure: true, render: ({ viewers }) => thousands(viewers) },
  { key: 'replays', title: '看回放', figure: true, render: ({ replayViewers }) => thousands(replayViewers) },
]
