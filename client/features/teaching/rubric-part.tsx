import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { campaignView, type CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { linesOf } from '../../../catalogue/processes/research-activity-fields.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useRubrics } from './use-rubrics.ts'

/** While an activity is a draft: takes the newest version of one of the institution's rubrics into it. */
export function RubricPart({ view }: { view: CampaignView }) {
  const answer = useRubrics()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState('')
  const { busy, faults, run } = useAct([])
  const offered = (answer.data?.list ?? []).filter(({ ended }) => !ended)
  if (offered.length === 0) return null
  const take = async () => {
    const version = offered.find(({ id }) => id === chosen)?.versions[0]
    if (!version) return
    const value = {
      ...view.value,
      rubric: version.items,
      rubricName: `${version.name}（第 ${version.no} 版）`,
    }
    await api.put(`/api/v1/teaching/activity/${view.id}`, {
      schema: campaignView,
      body: { version: view.version, title: view.title, value },
      quiet: true,
    })
    await cache.invalidateQueries()
    notify.success('已选用，听课表按这一版打分')
  }
  const own = linesOf(view.value['rubric']).length
  const name = view.value['rubricName']
  return (
    <Panel title="观察量表">
      <div className="teaching-stack">
        <p className="x-soft">
          {typeof name === 'string' && name !== ''
            ? `现用：${name}`
            : own > 0
              ? `现用本次活动自己写的 ${own} 项`
              : '现用通用量表'}
          。开放报名以后不能再改。
        </p>
        <Choice
          label="本单位的量表"
          value={chosen}
          options={offered.map(({ id, versions }) => ({
            code: id,
            label: `${versions[0]?.name ?? ''}（第 ${versions[0]?.no ?? 1} 版）`,
          }))}
          onChange={setChosen}
        />
        {faults['form'] !== undefined && <ErrorBox title="量表选用失败" detail={faults['form']} />}
        <div>
          <Button busy={busy} disabled={chosen === ''} onClick={() => void run(take)}>
            选用
          </Button>
        </div>
      </div>
    </Panel>
  )
}
