import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { copyMade } from '../../../catalogue/contract/training/copies.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './training.css'

/** Begins a project like this one, some days later, and opens it for editing. */
export function CopyPart({ id }: { readonly id: string }) {
  const role = useSession()?.role ?? 0
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [weeks, setWeeks] = useState('52')
  const { busy, faults, run } = useAct(['days'])
  const copy = useMutation({
    mutationFn: (days: number) =>
      api.post(`/api/v1/train/project/${id}/copies`, { schema: copyMade, body: { days } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['campaigns'] }),
  })
  const start = async () => {
    const made = await copy.mutateAsync(7 * Number(weeks))
    await navigate(`${noticesPath(role, 'trainingProject') ?? '/'}?id=${made.id}&edit=1`)
  }
  return (
    <Panel title="复制为新项目">
      <form
        className="seats"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(start)
        }}
      >
        <p>
          时间、班级和课程表照该项目，整体推后；报名、工作人员、附件和支出不带过来。复制以后是草稿，改好再开放报名。
        </p>
        <TextField
          label="推后几周"
          value={weeks}
          inputMode="numeric"
          onChange={setWeeks}
          fault={faults['days']}
          help="52 周以后是同一个星期几"
        />
        {faults['form'] !== undefined && <ErrorBox title="没有复制成" detail={faults['form']} />}
        <div className="desk-acts">
          <Button type="submit" busy={busy} disabled={!/^[1-9]\d{0,2}$/.test(weeks)}>
            复制
          </Button>
        </div>
      </form>
    </Panel>
  )
}
