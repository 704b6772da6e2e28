import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { studioQuotas, type StudioQuotas } from '../../../catalogue/contract/teaching/studio-quotas.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type Line = StudioQuotas['list'][number]

const url = '/api/v1/teaching/studioQuotas'
const key = ['studio-quotas']

/** How many studios the offices below may have running; of cities and provinces. */
export function QuotaPart() {
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: studioQuotas, signal, quiet: true }),
  })
  return (
    <Panel title="工作室名额">
      <p className="x-soft">各单位可以同时运行多少个工作室；不填为不限。批准设立时核对。</p>
      <Loaded answer={answer} failed="名额打开失败" lines={4}>
        {({ list }) => (
          <ul className="studio-quotas" aria-label="各单位的工作室名额">
            {list.map((line) => (
              <Quota key={line.officeId} line={line} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function Quota({ line: { officeId, office, most, running } }: { line: Line }) {
  const cache = useQueryClient()
  const [text, setText] = useState(most === null ? '' : String(most))
  const { busy, faults, run } = useAct(['most'])
  const save = async () => {
    const typed = text.trim()
    const body = { officeId, most: typed === '' ? null : Number(typed) }
    cache.setQueryData(key, await api.put(url, { schema: studioQuotas, body, quiet: true }))
    notify.success(typed === '' ? `${office}不限名额` : `${office}名额 ${typed} 个`)
  }
  return (
    <li data-testid="studio-quota">
      <TextField
        label={`${office}（运行中 ${running} 个）`}
        value={text}
        inputMode="numeric"
        maxLength={4}
        fault={faults['most'] ?? faults['form']}
        onChange={setText}
        beside={
          <Button busy={busy} onClick={() => void run(save)}>
            保存
          </Button>
        }
      />
    </li>
  )
}
