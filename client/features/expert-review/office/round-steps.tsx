import { useState } from 'react'
import type { RoundView } from '../../../../catalogue/contract/review/rounds.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { download } from '../../../platform/api/download.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ExportButton } from '../../../engine/exports/export-button.tsx'
import { useRoundActs } from './use-rounds.ts'

/** What the office may do with the whole round now, each act with what follows from it. */
export function RoundSteps({ round }: { round: RoundView }) {
  if (round.state === 'draft') return <DraftSteps round={round} />
  if (round.state === 'open') return <OpenSteps round={round} />
  if (round.state === 'closed') return <ClosedSteps round={round} />
  return null
}

function DraftSteps({ round: { id, title, version } }: { round: RoundView }) {
  const { busy, step } = useRoundActs(id)
  const open = async () => {
    const sure = await confirm({
      title: `开始“${title}”？`,
      text: '规则从此不能再改；系统抽取专家、分配材料，并通知每位专家。不能撤销。',
      ok: '开始评审',
    })
    if (sure) await step('open', version, '已开始，正在分配专家')
  }
  const cancel = async () => {
    const sure = await confirm({
      title: `取消“${title}”？`,
      text: '尚未开始，材料可另外新增评审。',
      ok: '取消评审',
      danger: true,
    })
    if (sure) await step('cancel', version, '已取消')
  }
  return (
    <div className="er-acts">
      <Button look="primary" busy={busy} onClick={() => void open()}>
        开始评审
      </Button>
      <Button look="danger" busy={busy} onClick={() => void cancel()}>
        取消评审
      </Button>
    </div>
  )
}

function OpenSteps({ round }: { round: RoundView }) {
  const { id, title, version, assigning, closingBlocked, shortfall } = round
  const { busy, step, urge } = useRoundActs(id)
  const isOver = closingBlocked.length === 0
  const close = async () => {
    const sure = await confirm({
      title: `结束“${title}”？`,
      text: '系统计分、排名，结果回到申报里，由本单位按名次办理。评分从此不能再改。',
      ok: '结束评审',
    })
    if (sure) await step('close', version, '已结束，结果已出')
  }
  return (
    <div className="er-acts">
      {isOver ? (
        <Button look="primary" busy={busy} onClick={() => void close()}>
          结束评审
        </Button>
      ) : (
        <Button busy={busy} onClick={() => void urge()}>
          催办未提交的专家
        </Button>
      )}
      {shortfall.length > 0 && (
        <Button
          busy={busy || assigning}
          onClick={() => void step('assign', version, '正在为专家不足的材料分配')}
        >
          再分配
        </Button>
      )}
      <output className="x-soft">
        {assigning
          ? '正在分配专家，分好后自动显示'
          : isOver
            ? '都已评完，可以结束'
            : `还不能结束：${closingBlocked.join('，')}`}
      </output>
    </div>
  )
}

function ClosedSteps({ round: { id, title, rules } }: { round: RoundView }) {
  const [busy, setBusy] = useState(false)
  const fetchSheet = async () => {
    setBusy(true)
    try {
      await download(`/api/v1/review/rounds/${id}/sheet`, {}, `${title}结果汇总表.pdf`)
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 5000 })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="er-acts">
      <Button look="primary" icon="download" busy={busy} onClick={() => void fetchSheet()}>
        结果汇总表（PDF）
      </Button>
      <ExportButton
        title={`${title}原始评分`}
        label="导出原始评分"
        list="reviewScores"
        query={{ id }}
        columns={[
          { key: 'code', title: '编号' },
          { key: 'title', title: '材料' },
          { key: 'expert', title: '专家号' },
          { key: 'kind', title: '评审' },
          ...rules.rubric.map(({ key, label }) => ({ key: `score.${key}`, title: label })),
          { key: 'conclusion', title: '结论' },
          { key: 'opinion', title: '评语' },
        ]}
        total={undefined}
        unit="份"
      />
    </div>
  )
}
