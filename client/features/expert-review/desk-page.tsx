import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { PacketFiles } from './packet-files.tsx'
import { Rubric } from './rubric.tsx'
import { usePacket, usePacketActs } from './use-packets.ts'
import { useScoring, type Saving } from './use-scoring.ts'
import { isOpen, listPath, packetPath, points, stateOf } from './words.ts'
import './expert-review.css'

/** One packet beside its rubric. */
export function DeskPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const answer = usePacket(id)
  const crumbs = [{ label: '评审任务', to: listPath }]
  const [readable, setReadable] = useState(false)
  useEffect(() => void loadDraftKey().then(() => setReadable(true)), [])
  if (id === '')
    return (
      <PageFrame title={entry.title} crumbs={crumbs}>
        <Empty text="请从评审任务里选择一份。" action={<ButtonLink to={listPath}>打开评审任务</ButtonLink>} />
      </PageFrame>
    )
  const { data } = answer
  return (
    <PageFrame
      title={data ? `第 ${data.no} 份　${data.title}` : entry.title}
      crumbs={crumbs}
      note={data && `${data.round}　${sentenceTime(data.dueAt)} 截止`}
    >
      <Loaded answer={answer} failed="这份材料没能打开" lines={12}>
        {(packet) => readable && <Desk key={packet.id} packet={packet} />}
      </Loaded>
    </PageFrame>
  )
}

/** Digits put the cursor into a field of the rubric, N opens the next packet. */
function useDeskKeys(next: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.matches('input, textarea, select, dialog *')
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.toLowerCase() === 'n') next()
      const field =
        /^[1-9]$/.test(event.key) && document.querySelector<HTMLInputElement>(`[data-rubric="${event.key}"]`)
      if (!field) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const savingWords = (saving: Saving): string =>
  saving.state === 'failed'
    ? `没有保存：${saving.why}。已先存在本机`
    : { saved: '已保存', typing: '正在填写', saving: '正在保存' }[saving.state]

function Desk({ packet }: { packet: Packet }) {
  const scoring = useScoring(packet)
  const { busy, submit, avoid } = usePacketActs()
  const [avoiding, setAvoiding] = useState(false)
  const navigate = useNavigate()
  const locked = packet.state === 'submitted'
  const open = packet.own.filter((task) => isOpen(task) && task.id !== packet.id)
  const following = open.find(({ no }) => no > packet.no) ?? open[0]
  const leave = async () => {
    if (await scoring.save()) await navigate(following ? packetPath(following.id) : listPath)
  }
  useDeskKeys(() => void leave())
  const handIn = async () => {
    if ((await scoring.save()) && (await submit(packet.id, scoring.versionNow())))
      await navigate(following ? packetPath(following.id) : listPath)
  }
  return (
    <div className="er-desk">
      <Numbers packet={packet} />
      <div className="er-sides">
        <PacketFiles packet={packet} />
        <Panel
          title="评分"
          beside={
            <span className="er-total" aria-live="polite">
              总分 <b>{scoring.total === null ? '—' : points(scoring.total)}</b> / 100
            </span>
          }
        >
          <Rubric packet={packet} scoring={scoring} locked={locked} />
          {!locked && (
            <p className="x-soft x-note">
              同单位、合作过的已由系统排除。认出作者或有利害关系的，请
              <Button look="text" onClick={() => setAvoiding(true)}>
                申请回避
              </Button>
            </p>
          )}
        </Panel>
      </div>
      <StickyBar
        note={
          <>
            <output>{locked ? '已提交，不能再改' : savingWords(scoring.saving)}</output>
            <span className="er-keys x-faint x-note">
              <Kbd>1</Kbd>–<Kbd>{String(Math.min(9, packet.rubric.length))}</Kbd> 选项目 <Kbd>↑</Kbd>
              <Kbd>↓</Kbd> 加减分 <Kbd>N</Kbd> 下一份
            </span>
          </>
        }
      >
        {following && <Button onClick={() => void leave()}>下一份</Button>}
        {!locked && (
          <Button look="primary" busy={busy} onClick={() => void handIn()}>
            提交本份
          </Button>
        )}
      </StickyBar>
      {avoiding && (
        <ReasonDialog
          busy={busy}
          question={{
            title: '申请回避这份材料',
            text: '本份已打的分作废，由候补专家接替，不能撤销。',
            ok: '申请回避',
            label: '原因',
            samples: ['认出了作者', '与申报人有利害关系'],
          }}
          onAnswer={(reason) => {
            if (reason === null) return setAvoiding(false)
            return void avoid(packet.id, reason).then((done) => done && navigate(listPath))
          }}
        />
      )}
    </div>
  )
}

/** All packets of the round by number, with the own totals to compare with. */
function Numbers({ packet: { own, id } }: { packet: Packet }) {
  return (
    <nav aria-label="本轮材料" className="er-numbers">
      {own.map((task) => {
        const says = `第 ${task.no} 份，${stateOf(task)}${task.total === null ? '' : `，${points(task.total)} 分`}`
        return isOpen(task) || task.state === 'submitted' ? (
          <Link
            key={task.id}
            to={packetPath(task.id)}
            title={says}
            aria-label={says}
            aria-current={task.id === id ? 'page' : undefined}
            className={task.state === 'submitted' || task.ready ? 'er-done' : ''}
          >
            {task.no}
          </Link>
        ) : (
          <span key={task.id} title={says}>
            {task.no}
          </span>
        )
      })}
    </nav>
  )
}
