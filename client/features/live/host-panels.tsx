import { useState } from 'react'
import type { LiveChecks, LiveView, PushAccess } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AttendanceTable } from './attendance-table.tsx'
import { ListedPanels } from './listed-panel.tsx'
import { RecordsPanel } from './records-panel.tsx'
import { useAttendance, useChecks, useConduct } from './use-room.ts'

/** What whoever conducts a broadcast has beside the pictures: the room, the checks, who watched. */
export function HostPanels({ live }: { live: LiveView }) {
  const isPast = live.phase === 'over' || live.phase === 'replay'
  if (live.way !== 'push')
    return <div className="live-stack">{isPast ? <ListedPanels id={live.id} /> : <Ahead />}</div>
  return (
    <div className="live-stack">
      <RoomPanel live={live} />
      {live.room && (live.phase === 'lobby' || live.phase === 'ahead') && <ChecksPanel id={live.id} />}
      {live.room && isPast && <RecordsPanel live={live} />}
      {live.phase !== 'ahead' && live.phase !== 'lobby' && <AttendancePanel live={live} />}
    </div>
  )
}

const Ahead = () => (
  <Panel title="参会名单">
    <p>结束后在这里导入会议的参会名单（姓名、时长），计为在场。</p>
  </Panel>
)

function RoomPanel({ live }: { live: LiveView }) {
  const { open, renew, end } = useConduct(live.id)
  const [access, setAccess] = useState<PushAccess | null>(null)
  const isOver = live.phase === 'over' || live.phase === 'replay'
  const renewed = async () => {
    const yes = await confirm({
      title: '换密钥？',
      text: '旧密钥马上失效，正在推流的会断开，要用新密钥重新推。',
      ok: '换密钥',
    })
    if (yes) renew.mutate(undefined, { onSuccess: setAccess })
  }
  const ended = async () => {
    const text = '观看的人会看到“已结束”，推流随即断开，不能再继续。'
    if (await confirm({ title: '结束直播？', text, ok: '结束直播', danger: true })) end.mutate()
  }
  const error = open.error ?? renew.error ?? end.error
  return (
    <Panel title="直播间">
      {error !== null && <ErrorBox title="操作失败" detail={sentenceOf(error)} />}
      {live.room ? <RoomFacts room={live.room} /> : !isOver && <p>{closedWords(live)}</p>}
      {access && <Access access={access} />}
      <div className="live-acts">
        {!live.room && !isOver && live.served && (
          <Button
            look="primary"
            busy={open.isPending}
            onClick={() => open.mutate(undefined, { onSuccess: setAccess })}
          >
            打开直播间
          </Button>
        )}
        {live.room && !isOver && (
          <Button busy={renew.isPending} onClick={() => void renewed()}>
            换密钥
          </Button>
        )}
        {(live.phase === 'onAir' || live.phase === 'broken') && (
          <Button look="danger" busy={end.isPending} onClick={() => void ended()}>
            结束直播
          </Button>
        )}
      </div>
    </Panel>
  )
}

const closedWords = ({ served }: LiveView): string =>
  served
    ? '直播间尚未打开。打开后得到推流地址和密钥，填进编码软件（如 OBS）。'
    : '尚未设置直播服务器，请联系系统管理员；也可以把直播方式改为“会议或直播链接”。'

function RoomFacts({ room }: { room: NonNullable<LiveView['room']> }) {
  const { askedAt, kbps, size, fault } = room
  return (
    <>
      {fault !== null && <ErrorBox title="直播服务器" detail={fault} />}
      <p className="x-soft">
        {askedAt === null ? '开始前 30 分钟起查看信号。' : `${listTime(askedAt)} 查看过信号。`}
        {size !== null && `画面 ${size}。`}
        {kbps !== null && `上行 ${thousands(kbps)} kbit/s。`}
      </p>
    </>
  )
}

/** The address and the key, which are told this once. */
function Access({ access: { pushUrl, pushKey } }: { access: PushAccess }) {
  return (
    <section className="live-access" aria-label="推流地址和密钥">
      <dl>
        <dt>服务器</dt>
        <dd>
          <code>{pushUrl}</code>
        </dd>
        <dt>串流密钥</dt>
        <dd>
          <code data-testid="push-key">{pushKey}</code>
        </dd>
      </dl>
      <p>密钥只显示这一次，请现在填进编码软件，不要发给他人。</p>
    </section>
  )
}

const marks: Readonly<Record<LiveChecks[number]['state'], string>> = {
  fine: '正常',
  bad: '须处理',
  unknown: '待确认',
}
const names: Readonly<Record<LiveChecks[number]['key'], string>> = {
  server: '服务器',
  signal: '信号',
  picture: '画面',
  sound: '声音',
  upload: '上行',
}

function ChecksPanel({ id }: { id: number }) {
  const [on, setOn] = useState(false)
  const answer = useChecks(id, on)
  return (
    <Panel
      title="开播前检查"
      extra={<Button onClick={() => setOn(!on)}>{on ? '停止检查' : '开始检查'}</Button>}
    >
      {on ? (
        <Loaded answer={answer} failed="检查失败" lines={6}>
          {(checks) => (
            <ul className="live-checks" aria-label="检查结果">
              {checks.map(({ key, state, words }) => (
                <li key={key} className={`live-check-${state}`}>
                  <strong>{names[key]}</strong>
                  <span>{marks[state]}</span>
                  <span>{words}</span>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      ) : (
        <p className="x-soft">看服务器、信号、画面、声音和上行，哪一项不妥说怎么办。</p>
      )}
    </Panel>
  )
}

function AttendancePanel({ live }: { live: LiveView }) {
  const answer = useAttendance(live.id, true)
  const { live: watched, replay } = live.viewers ?? { live: 0, replay: 0 }
  return (
    <Panel
      title="谁看了"
      beside={
        <span className="x-soft">
          直播 {thousands(watched)} 人，回放 {thousands(replay)} 人
        </span>
      }
    >
      <Loaded answer={answer} failed="名单打开失败" lines={4}>
        {(data) => <AttendanceTable {...data} none="暂无人观看。" />}
      </Loaded>
    </Panel>
  )
}
