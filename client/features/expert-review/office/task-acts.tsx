import { useId, useState } from 'react'
import type { Board, RoundView } from '../../../../catalogue/contract/review/rounds.ts'
import { ReasonDialog, type ReasonQuestion } from '../../../engine/record/reason-dialog.tsx'
import { fullDate } from '../../../platform/format.ts'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useRoundActs } from './use-rounds.ts'

type Task = Board['list'][number]['tasks'][number]
type Act = 'replace' | 'extend' | 'sendBack'

const labels: Readonly<Record<Act, string>> = { replace: '更换', extend: '延期', sendBack: '退回修改' }

function questionOf(act: Act, expert: string): ReasonQuestion {
  return act === 'replace'
    ? {
        title: `更换专家${expert}`,
        text: '该任务撤回，已打的分作废；由下一位合适的专家接替。',
        ok: '更换专家',
        label: '原因',
        samples: ['专家不能按时评完', '发现应当回避的关系'],
      }
    : {
        title: `退回${expert}的评分`,
        text: '专家可以修改后再提交，至少还有两天。',
        ok: '退回修改',
        label: '原因',
        samples: ['评语与得分不符', '评分项漏看'],
      }
}

/** What the office may do with one task of an open round. */
export function TaskActs({ round, task, title }: { round: RoundView; task: Task; title: string }) {
  const [asking, setAsking] = useState<Act | null>(null)
  const acts = useRoundActs(round.id)
  const offered: readonly Act[] =
    task.state === 'submitted'
      ? ['sendBack']
      : task.state === 'assigned' || task.state === 'reviewing'
        ? ['replace', 'extend']
        : []
  const settle = async (act: Promise<boolean>) => {
    if (await act) setAsking(null)
  }
  return (
    <>
      {offered.map((act) => (
        <Button key={act} look="text" onClick={() => setAsking(act)}>
          {labels[act]}
          <span className="x-hidden">{`：${task.expert}，${title}`}</span>
        </Button>
      ))}
      {asking === 'extend' && (
        <ExtendDialog
          task={task}
          busy={acts.busy}
          onAnswer={(until) => (until === null ? setAsking(null) : void settle(acts.extend(task, until)))}
        />
      )}
      {(asking === 'replace' || asking === 'sendBack') && (
        <ReasonDialog
          busy={acts.busy}
          question={questionOf(asking, task.expert)}
          onAnswer={(reason) => (reason === null ? setAsking(null) : void settle(acts[asking](task, reason)))}
        />
      )}
    </>
  )
}

function ExtendDialog(props: { task: Task; busy: boolean; onAnswer: (until: string | null) => void }) {
  const { task, busy, onAnswer } = props
  const dialog = useModalDialog(true, () => onAnswer(null))
  const [until, setUntil] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  return (
    <dialog ref={dialog} className="x-dialog xr-dialog" aria-labelledby={id}>
      <h2 id={id}>延长{task.expert}的期限</h2>
      <p>现在的截止日期是 {fullDate(task.dueAt)}。专家会收到消息。</p>
      <div className="xr-dialog-body">
        <TextField
          label="新的截止日期"
          type="date"
          value={until}
          onChange={setUntil}
          fault={missing && until === '' ? '请选择日期' : undefined}
          required
        />
      </div>
      <footer>
        <Button onClick={() => onAnswer(null)}>取消</Button>
        <Button
          look="primary"
          busy={busy}
          onClick={() => (until === '' ? setMissing(true) : onAnswer(until))}
        >
          延期
        </Button>
      </footer>
    </dialog>
  )
}
