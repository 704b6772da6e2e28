import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { Numbers } from './numbers.tsx'
import { OwnScale } from './own-scale.tsx'
import { PacketPaper } from './packet-paper.tsx'
import { Rubric } from './rubric.tsx'
import { usePacketActs } from './use-packets.ts'
import { openIn, useScoring, type SaveState, type ScoringState } from './use-scoring.ts'
import { isOpen, listPath, packetPath, points } from './words.ts'

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

/** A packet whose next one is known: its paper, its rubric, and the bar with what can be done. */
export function Desk({ packet }: { packet: Packet }) {
  const scoring = useScoring(packet)
  const { busy, submit } = usePacketActs()
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
  const left = openIn(packet, scoring.typed)
  return (
    <div className="er-desk">
      <Numbers packet={packet} />
      <div className="er-sides">
        <PacketPaper packet={packet} />
        <Scores packet={packet} scoring={scoring} locked={locked} />
      </div>
      <StickyBar note={<BarNote saving={scoring.saving} locked={locked} items={packet.rubric.length} />}>
        {following && <Button onClick={() => void leave()}>下一份</Button>}
        {!locked && (
          <Button look="primary" busy={busy} onClick={() => void handIn()}>
            {left === 0 ? '提交本份' : `提交本份，还缺 ${left} 项`}
          </Button>
        )}
      </StickyBar>
    </div>
  )
}

const savingWords = (saving: SaveState): string =>
  saving.state === 'failed'
    ? `没有保存：${saving.why}。已先存在本机`
    : { saved: '已保存', typing: '正在填写', saving: '正在保存' }[saving.state]

function BarNote({ saving, locked, items }: { saving: SaveState; locked: boolean; items: number }) {
  return (
    <>
      <output>{locked ? '已提交，不能再改' : savingWords(saving)}</output>
      <span className="er-keys x-faint x-note">
        <Kbd>1</Kbd>–<Kbd>{String(Math.min(9, items))}</Kbd> 选项目 <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> 加减分 <Kbd>N</Kbd> 下一份
      </span>
    </>
  )
}

/** The rubric, the own scale, and the way out of a conflict of interest. */
function Scores({ packet, scoring, locked }: { packet: Packet; scoring: ScoringState; locked: boolean }) {
  const { busy, avoid } = usePacketActs()
  const [avoiding, setAvoiding] = useState(false)
  const navigate = useNavigate()
  const scored = packet.rubric.length - scoring.unscored
  return (
    <div className="er-scores">
      <Panel
        title="评分"
        flush
        beside={<span className="x-soft x-dense">已评 {scored} 项</span>}
        extra={
          <span className="er-total" aria-live="polite">
            <span className="x-hidden">总分</span> <b>{points(scoring.sum)}</b> / 100
          </span>
        }
      >
        <Rubric packet={packet} scoring={scoring} locked={locked} />
        <OwnScale packet={packet} total={scoring.unscored === 0 ? scoring.sum : null} />
        {!locked && (
          <p className="er-avoid x-soft x-note">
            同单位、合作过的已由系统排除。认出作者或有利害关系的，请
            <Button look="text" onClick={() => setAvoiding(true)}>
              申请回避
            </Button>
          </p>
        )}
      </Panel>
      {avoiding && (
        <ReasonDialog
          busy={busy}
          question={{
            title: '申请回避该材料',
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
