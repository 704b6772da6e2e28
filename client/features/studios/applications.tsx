import { useState } from 'react'
import { Link } from 'react-router'
import type { StudioBoard } from '../../../catalogue/contract/teaching/studios.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { useCaseCalls } from '../../engine/process/use-cases.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useStudioCalls } from './use-studios.ts'

type Application = StudioBoard['applications'][number]

/** Who asks to join: agreed to by one press, refused with a reason; why there is no place is said beforehand. */
export function Applications({ board }: { board: StudioBoard }) {
  const { applications, places } = board
  const left = Math.max(0, places.capacity - places.urban - places.rural - places.invited)
  return (
    <Panel
      title="申请加入"
      beside={
        <span className="x-soft x-dense">
          {applications.length} 人，还有 {left} 个名额
        </span>
      }
    >
      {applications.length === 0 ? (
        <p className="x-soft">暂无待办理的申请。</p>
      ) : (
        <ul className="studio-asking">
          {applications.map((one) => (
            <One key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function One({ one }: { one: Application }) {
  const { id, name, institution, rural, role, reason, since, version, refusal } = one
  const { move } = useCaseCalls('membership')
  const { again } = useStudioCalls()
  const { busy, faults, run } = useAct([])
  const [refusing, setRefusing] = useState(false)
  const decide = (action: 'approve' | 'reject', words: string) =>
    void run(async () => {
      await move(id, action, { version, reason: words, value: {} })
      notify.success(action === 'approve' ? `${name}已加入` : `已回复${name}`)
      await again()
    })
  return (
    <li data-testid="application">
      <p>
        <Link to={casePath(2, 'membership', id) ?? '/'}>{name}</Link>　{institution}{' '}
        {rural && <span className="xr-tag">乡村</span>}
      </p>
      <p className="x-soft x-dense">
        {listDate(since)} 申请　{labelOf('memberRole', role)}
      </p>
      <p>{reason}</p>
      {refusal !== null && <p className="xr-fault">{refusal}</p>}
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <p className="studio-acts">
        <Button look="primary" busy={busy} disabled={refusal !== null} onClick={() => decide('approve', '')}>
          同意<span className="x-hidden">{name}加入</span>
        </Button>
        <Button busy={busy} onClick={() => setRefusing(true)}>
          不同意<span className="x-hidden">{name}加入</span>
        </Button>
      </p>
      {refusing && (
        <ReasonDialog
          question={{
            title: `不同意${name}加入`,
            text: '申请人会看到原因。',
            ok: '不同意',
            label: '原因',
            ...(refusal !== null && { samples: [refusal] }),
          }}
          busy={busy}
          onAnswer={(words) => {
            setRefusing(false)
            if (words !== null) decide('reject', words)
          }}
        />
      )}
    </li>
  )
}
