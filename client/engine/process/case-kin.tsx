import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { newUuid } from '../uuid.ts'
import { useCaseCalls } from './use-cases.ts'

const pathTo = (role: number | undefined, { type, id }: { type: ProcessName; id: string }): string =>
  casePath(role ?? 0, type, id) ?? ''

/** The word for what a case asks to change, from its field `kind`. */
function kindWord(type: ProcessName, kind: string | null): string {
  const field = processOf(type).fields['kind']
  return kind !== null && field?.dict ? labelOf(field.dict, kind) : processOf(type).title
}

/** The cases that ask to change this one, and a button to ask for another change. */
export function CaseChanges({ view }: { view: CaseView }) {
  const role = useSession()?.role
  if (view.changes.length === 0 && view.mayBegin.length === 0) return null
  return (
    <Panel
      title="变更"
      extra={view.mayBegin.map((type) => (
        <Begin key={type} type={type} view={view} />
      ))}
    >
      {view.changes.length === 0 ? (
        <p className="x-faint">
          没有变更申请。主持人、成员、题目、完成时间等有变化时，先申请，批准后自动写回。
        </p>
      ) : (
        <ol className="xr-timeline" data-testid="case-changes">
          {view.changes.map((change) => (
            <li key={change.id} className="xr-tone-quiet">
              <Link to={pathTo(role, change)}>{kindWord(change.type, change.kind)}</Link>
              <span className="x-faint">
                　{processOf(change.type).states[change.state]?.label}　{listTime(change.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Begin({ type, view }: { type: ProcessName; view: CaseView }) {
  const role = useSession()?.role
  const navigate = useNavigate()
  const { begin } = useCaseCalls(type)
  const [key] = useState(newUuid)
  const { busy, faults, run } = useAct(['about'])
  const fault = faults['about'] ?? faults['form']
  const start = async () => {
    const made = await begin({ case: view.id }, {}, key)
    await navigate(pathTo(role, made))
  }
  return (
    <>
      <Button busy={busy} onClick={() => void run(start)}>
        {processOf(type).beginLabel}
      </Button>
      {fault !== undefined && <ErrorBox title="申请开始失败" detail={fault} />}
    </>
  )
}

/** The case that this one asks to change. */
export function CaseOf({ of }: { of: NonNullable<CaseView['of']> }) {
  const role = useSession()?.role
  const named = `${processOf(of.type).title}：${of.title ?? ''}`
  if (!of.mayRead) return <p className="x-soft">{named}</p>
  return (
    <p className="x-soft">
      <Link className="x-link" to={pathTo(role, of)}>
        查看{named}
      </Link>
    </p>
  )
}
