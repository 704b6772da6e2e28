import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lateHours, type LateHours } from '../../../catalogue/contract/training/late-hours.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { hoursText } from './words.ts'
import './training.css'

const url = '/api/v1/train/late-hours'
const key = ['training', 'late-hours']

type Late = LateHours['list'][number]
const keyOf = ({ teacherId, record }: Late): string => `${teacherId} ${record}`

const columns: LineColumn<Late>[] = [
  { key: 'name', title: '教师', wide: true, render: ({ name }) => name },
  { key: 'school', title: '学校', render: ({ school }) => school },
  { key: 'year', title: '年度', figure: true, render: ({ year }) => <span className="x-num">{year}</span> },
  { key: 'title', title: '培训', render: ({ title }) => title },
  { key: 'organizer', title: '培训机构', render: ({ organizer }) => organizer },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours }) => <span className="x-num">{hoursText(hours)}</span>,
  },
  { key: 'at', title: '学校审核', render: ({ at }) => listDate(at) },
]

/** 补记: hours of closed years which schools confirmed; nothing is shown where none wait. */
export function LateHoursPart() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: lateHours, quiet: true, signal }),
    staleTime: 0,
  })
  return data && data.list.length > 0 ? <Waiting list={data.list} /> : null
}

function Waiting({ list }: { readonly list: readonly Late[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const cache = useQueryClient()
  const decide = useMutation({
    mutationFn: (body: object) => api.post(url, { schema: lateHours, body }),
    onSuccess: (left) => cache.setQueryData(key, left),
  })
  const { busy, faults, run } = useAct(['reason'])
  const send = (agrees: boolean) =>
    void run(async () => {
      const of = list
        .filter((one) => chosen.has(keyOf(one)))
        .map(({ teacherId, record }) => ({ teacherId, record }))
      await decide.mutateAsync({ agrees, reason: agrees ? '' : reason, of })
      notify.success(agrees ? `已补记 ${of.length} 条` : `已答复 ${of.length} 条`)
      setChosen(new Set())
      setReason('')
    })
  return (
    <Panel title="已截止年度的学时，等本单位同意补记">
      <div className="seats">
        <LineTable
          label="等补记的学时"
          lines={list}
          columns={columns}
          keyOf={keyOf}
          stale={false}
          choice={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
          testId="late-hours"
        />
        <TextField
          label="不同意的原因"
          value={reason}
          onChange={setReason}
          fault={faults['reason']}
          maxLength={200}
        />
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        <div className="desk-acts">
          <Button look="primary" busy={busy} disabled={chosen.size === 0} onClick={() => send(true)}>
            {chosen.size === 0 ? '同意补记' : `同意补记 ${chosen.size} 条`}
          </Button>
          <Button busy={busy} disabled={chosen.size === 0} onClick={() => send(false)}>
            不同意
          </Button>
        </div>
      </div>
    </Panel>
  )
}
