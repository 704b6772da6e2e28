import { useNavigate } from 'react-router'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useTeachingCalls } from './use-teaching.ts'

/** Begins an activity like this one a week later, and opens it for editing. */
export function CopyButton({ id }: { id: string }) {
  const role = useSession()?.role ?? 0
  const navigate = useNavigate()
  const { copy } = useTeachingCalls()
  const { busy, faults, run } = useAct([])
  const start = async () => {
    const made = await copy(id)
    const page = noticesPath(role, 'researchActivity') ?? '/'
    await navigate(`${page}?tab=researchActivity&id=${made.id}&edit=1`)
  }
  return (
    <>
      {faults['form'] !== undefined && <span role="alert">{faults['form']}</span>}
      <Button busy={busy} onClick={() => void run(start)}>
        照此新增（推后一周）
      </Button>
    </>
  )
}
