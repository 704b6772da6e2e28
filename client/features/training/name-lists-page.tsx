import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { schoolRosters, type SchoolRosters } from '../../../catalogue/contract/training/roster-schools.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './training.css'

const url = '/api/v1/train/roster-schools'
const key = ['training', 'roster-schools']

/** 名单管理: own rosters and those to be checked; for a school first those of others with its teachers on them. */
export function NameListsPage({ entry }: { readonly entry: PageEntry }) {
  const role = useSession()?.role
  return <CasesPage entry={entry} over={() => role === 3 && <RostersAsking />} />
}

function RostersAsking() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: schoolRosters, quiet: true, signal }),
    staleTime: 0,
  })
  if (!data || data.list.length === 0) return null
  return (
    <Panel title="外单位名单里的本校教师，等本校同意">
      <ul className="roster-asking">
        {data.list.map((one) => (
          <Asking key={one.id} roster={one} />
        ))}
      </ul>
    </Panel>
  )
}

function Asking({ roster }: { readonly roster: SchoolRosters['list'][number] }) {
  const { id, title, owner, names, at } = roster
  const [reason, setReason] = useState('')
  const cache = useQueryClient()
  const answer = useMutation({
    mutationFn: (body: { agrees: boolean; reason: string }) =>
      api.post(`${url}/${id}`, { schema: schoolRosters, body }),
    onSuccess: (left) => cache.setQueryData(key, left),
  })
  const { busy, faults, run } = useAct(['reason'])
  const send = (agrees: boolean) =>
    void run(async () => {
      await answer.mutateAsync({ agrees, reason: agrees ? '' : reason })
      notify.success(agrees ? '已同意，名单由核对单位继续办理' : '已告诉编制单位')
    })
  return (
    <li data-testid="roster-asking">
      <p>
        <b>{title}</b>
        <span className="x-soft">
          　{owner}　{listTime(at)}
        </span>
      </p>
      <p>{names.join('、')}</p>
      <TextField
        label="不同意的原因"
        value={reason}
        onChange={setReason}
        fault={faults['reason']}
        maxLength={200}
      />
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="desk-acts">
        <Button look="primary" busy={busy} onClick={() => send(true)}>
          同意
        </Button>
        <Button busy={busy} onClick={() => send(false)}>
          不同意
        </Button>
      </div>
    </li>
  )
}
