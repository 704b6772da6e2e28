import { useEffect, useState } from 'react'
import type { OwnSession } from '../../../catalogue/contract/training/presence.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { presenceWords, type SettledStatus } from '../../../catalogue/presence/rules.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { qrPicture } from '../../ui/look/qr-picture.ts'
import '../../ui/forms/labelled.css'
import { CheckIn } from './check-in.tsx'
import './presence.css'
import { askOwnCode, useOwnSessions, usePresenceActs } from './use-presence.ts'
import { stateWords, statusText, timesText } from './words.ts'

type OpenDialog = { readonly of: 'code' | 'correction'; readonly session: OwnSession }

/** 培训签到: what a scan came to, and the sessions at which one is expected. */
export function OwnSessionsPage({ entry }: { entry: PageEntry }) {
  const answer = useOwnSessions()
  const [opened, setOpened] = useState<OpenDialog>()
  const close = () => setOpened(undefined)
  return (
    <PageFrame title={entry.title} note="扫现场大屏上的二维码签到">
      <CheckIn onDone={() => void answer.refetch()}>{null}</CheckIn>
      <Loaded answer={answer} failed="签到记录打开失败" lines={6}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无要参加的研修。学校把您列入名单后，这里会显示时间和地点。" />
          ) : (
            <LineTable
              label="我的签到"
              lines={list}
              columns={columnsWith(setOpened)}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="own-session"
            />
          )
        }
      </Loaded>
      {opened?.of === 'code' && <OwnCode session={opened.session} onClose={close} />}
      {opened?.of === 'correction' && <AskCorrection session={opened.session} onClose={close} />}
    </PageFrame>
  )
}

function correctionText({ correction }: OwnSession): string {
  if (correction === null) return ''
  const wish = `更正为${presenceWords[correction.wish]}`
  if (correction.accepted === null) return `${wish}，待办理`
  return correction.accepted ? `${wish}，已同意` : `${wish}，不同意：${correction.note}`
}

const columnsWith = (open: (opened: OpenDialog) => void): readonly LineColumn<OwnSession>[] => [
  { key: 'title', title: '研修', wide: true, render: ({ title }) => title },
  { key: 'times', title: '时间', render: timesText },
  { key: 'place', title: '地点', render: ({ place, institution }) => `${institution}　${place}` },
  { key: 'hours', title: '学时', figure: true, render: ({ hours }) => hours.toFixed(1) },
  { key: 'state', title: '进度', render: ({ state }) => stateWords[state] },
  {
    key: 'status',
    title: '出勤',
    render: (session) => (
      <>
        <b>{session.state === 'cancelled' ? '—' : statusText(session.status)}</b>
        {session.correction !== null && <small className="presence-beside">{correctionText(session)}</small>}
      </>
    ),
  },
  {
    key: 'acts',
    title: '操作',
    render: (session) => <Acts session={session} onOpen={open} />,
  },
]

function Acts({ session, onOpen }: { session: OwnSession; onOpen: (opened: OpenDialog) => void }) {
  const { state, title, correction, correctableUntil } = session
  const mayCheckIn = state === 'planned' || state === 'running'
  const isBegun = state !== 'planned' && state !== 'cancelled'
  const isFree = correction === null || correction.accepted !== null
  return (
    <>
      {mayCheckIn && (
        <Button look="text" aria-label={`${title}的本人码`} onClick={() => onOpen({ of: 'code', session })}>
          本人码
        </Button>
      )}
      {isBegun && isFree && (
        <Button
          look="text"
          title={`${correctableUntil} 前可以申请`}
          aria-label={`申请更正${title}的签到`}
          onClick={() => onOpen({ of: 'correction', session })}
        >
          申请更正
        </Button>
      )}
    </>
  )
}

/** The own code, which the leader scans: for a phone whose camera fails. Renewed before it lapses. */
function OwnCode({ session: { id, title }, onClose }: { session: OwnSession; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const [picture, setPicture] = useState('')
  const [fault, setFault] = useState('')
  useEffect(() => {
    const show = async () => {
      try {
        const { code } = await askOwnCode(id)
        setPicture(await qrPicture(`${location.origin}/q?of=${id}&own=${encodeURIComponent(code)}`))
        setFault('')
      } catch (error) {
        setFault(sentenceOf(error))
      }
    }
    void show()
    const timer = setInterval(() => void show(), 45_000)
    return () => clearInterval(timer)
  }, [id])
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="own-code-title">
      <h2 id="own-code-title">本人码</h2>
      <p>{title}：请班主任或现场负责人用手机相机或微信扫，扫到即签到。一分钟内有效，会自动更换。</p>
      <p className="own-code">{picture !== '' && <img src={picture} alt="本人码，由现场负责人扫" />}</p>
      {fault !== '' && <p role="alert">{fault}</p>}
      <footer>
        <Button look="primary" data-first-focus onClick={onClose}>
          关闭
        </Button>
      </footer>
    </dialog>
  )
}

const wishes = ['1', '2', '4', '5'] as const satisfies readonly SettledStatus[]

function AskCorrection({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const [wish, setWish] = useState<string>('1')
  const [reason, setReason] = useState('')
  const { busy, faults, run } = useAct(['reason', 'wish'])
  const { act } = usePresenceActs()
  const send = () =>
    run(async () => {
      await act.mutateAsync({ of: `sessions/${session.id}/corrections`, body: { wish, reason } })
      notify.success('已申请，由现场负责人核定')
      onClose()
    })
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="correction-title">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <h2 id="correction-title">申请更正</h2>
        <p>
          {session.title}：现在是{statusText(session.status)}。{session.correctableUntil} 前可以申请。
        </p>
        <div className="x-dialog-fields">
          <label className="x-labelled">
            应为
            <select value={wish} onChange={({ target }) => setWish(target.value)}>
              {wishes.map((one) => (
                <option key={one} value={one}>
                  {presenceWords[one]}
                </option>
              ))}
            </select>
          </label>
          <TextField
            label="原因"
            value={reason}
            onChange={setReason}
            fault={faults['reason'] ?? faults['wish'] ?? faults['form']}
            maxLength={200}
            help="例如：已到场，手机没电，没有扫成"
          />
        </div>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            申请更正
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
