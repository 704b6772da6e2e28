import { useState } from 'react'
import type { LiveServer, LiveTrial, TrialSteps } from '../../../catalogue/contract/teaching/live-rooms.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { beginTrial, useLiveServer, useTrialSteps } from './use-room.ts'
import './live.css'

/** 直播服务: the live server of this installation, a trial of it, and its latest rooms. */
export function LiveServerPage({ entry }: { entry: PageEntry }) {
  const answer = useLiveServer()
  return (
    <PageFrame title={entry.title} note="由运维人员在环境变量里设置，改后重新启动">
      <Loaded answer={answer} failed="直播服务打开失败" lines={8}>
        {(server) => (
          <div className="live-stack">
            <Settings server={server} />
            {server.provider !== null && <Trial />}
            <Rooms rooms={server.rooms} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Settings({ server: { provider, settings, hook } }: { server: LiveServer }) {
  if (provider === null)
    return (
      <Panel title="直播服务器">
        <p>
          尚未设置。没有它，直播用会议链接或转播进行。设置
          LIVE_PROVIDER、LIVE_API、LIVE_PUSH_URL、LIVE_PLAY_URL、LIVE_SECRET 后重新启动，见文档“怎么运行”。
        </p>
      </Panel>
    )
  return (
    <Panel title="直播服务器" beside={<span className="x-soft x-dense">{provider}</span>}>
      <dl className="live-facts">
        {settings.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>通知地址</dt>
          <dd>{hook}</dd>
        </div>
      </dl>
    </Panel>
  )
}

const stepNames: Readonly<Record<TrialSteps[number]['key'], string>> = {
  room: '直播间',
  signal: '信号',
  playing: '播放',
  recording: '录像',
}
const stepStates: Readonly<Record<TrialSteps[number]['state'], string>> = {
  done: '成功',
  waiting: '等待',
  failed: '失败',
}

/** A trial: a room for an hour, and how far it came. */
function Trial() {
  const [trial, setTrial] = useState<LiveTrial | null>(null)
  const steps = useTrialSteps(trial?.path ?? null)
  const { busy, faults, run } = useAct([])
  return (
    <Panel
      title="测试"
      extra={
        <Button busy={busy} onClick={() => void run(async () => setTrial(await beginTrial()))}>
          {trial ? '重新测试' : '测试'}
        </Button>
      }
    >
      {faults['form'] !== undefined && <ErrorBox title="测试失败" detail={faults['form']} />}
      {trial === null ? (
        <p className="x-soft">打开一个测试直播间，等信号，播放两段，取录像；哪一步不成说哪一步。</p>
      ) : (
        <>
          <dl className="live-facts">
            <div>
              <dt>服务器</dt>
              <dd>
                <code>{trial.pushUrl}</code>
              </dd>
            </div>
            <div>
              <dt>串流密钥（一小时内有效）</dt>
              <dd>
                <code>{trial.pushKey}</code>
              </dd>
            </div>
          </dl>
          <Loaded answer={steps} failed="测试失败" lines={4}>
            {(list) => (
              <ul className="live-checks" aria-label="测试结果">
                {list.map(({ key, state, words }) => (
                  <li key={key} className={`live-check-${checkOf[state]}`}>
                    <strong>{stepNames[key]}</strong>
                    <span>{stepStates[state]}</span>
                    <span>{words}</span>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </>
      )}
    </Panel>
  )
}

const checkOf = { done: 'fine', waiting: 'unknown', failed: 'bad' } as const

function Rooms({ rooms }: Pick<LiveServer, 'rooms'>) {
  return (
    <Panel title="最近的直播间">
      {rooms.length === 0 ? (
        <Empty text="暂无直播间。" />
      ) : (
        <LineTable
          label="最近的直播间"
          lines={rooms}
          columns={roomColumns}
          keyOf={({ id }) => String(id)}
          stale={false}
        />
      )}
    </Panel>
  )
}

const timeOf = (at: string | null): string => (at === null ? '尚未' : listTime(at))

const roomColumns: readonly LineColumn<LiveServer['rooms'][number]>[] = [
  { key: 'title', title: '直播', wide: true, render: ({ title }) => title },
  { key: 'asked', title: '查看信号', render: ({ askedAt }) => timeOf(askedAt) },
  { key: 'heard', title: '最近的信号', render: ({ heardAt }) => timeOf(heardAt) },
  { key: 'fault', title: '问题', render: ({ fault }) => fault ?? '' },
]
