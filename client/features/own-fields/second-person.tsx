import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { bases, type OwnField } from '../../../catalogue/own/body.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import {
  archiveWords,
  cardinalities,
  holders,
  regimes,
  type OwnTypeShape,
} from '../../../catalogue/own/type-body.ts'
import { forgetOwnLayers } from '../../engine/own-layers.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ownApi } from './use-own-fields.ts'
import { kindWords, protectionOf, protections } from './words.ts'

const columns: readonly LineColumn<OwnField>[] = [
  { key: 'label', title: '栏目', wide: true, render: ({ label }) => label },
  { key: 'kind', title: '类型', render: ({ kind }) => kindWords[kind] },
  {
    key: 'required',
    title: '必填',
    render: ({ requiredFrom }) => (requiredFrom ? `自 ${requiredFrom} 起` : '选填'),
  },
  { key: 'protection', title: '保护', render: (field) => protections[protectionOf(field)] },
  { key: 'why', title: '目的与依据', render: ({ why }) => `${why.purpose}（${bases[why.basis]}）` },
]

/** What is said of a type of the office's own, for whoever agrees to it. */
function TypeSaid({ record }: { record: OwnTypeShape }) {
  const { title, archive, owner, regime, cardinality, chain, attachments, expires } = record
  const parts = [
    `${holders[owner]}的`,
    regimes[regime],
    cardinalities[cardinality],
    ...(chain.length > 0 ? [`审核：${chain.map((level) => levelLabels[level]).join(' → ')}`] : []),
    ...(attachments ? [attachments.required ? '必附佐证材料' : '可附佐证材料'] : []),
    ...(expires ? [`按“${expires.label}”提醒`] : []),
  ]
  return (
    <p>
      自有档案“{title}”（归入{archiveWords[archive]}）：{parts.join('；')}
    </p>
  )
}

/** What waits for a second person of the office, who agrees or gives it back. */
export function SecondPerson({ view, facts }: { view: OwnTypeView; facts: AnyRecord }) {
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { draft } = view
  if (!draft?.asked) return null
  const run = async (work: () => Promise<unknown>, told: string) => {
    setBusy(true)
    try {
      await work()
      forgetOwnLayers()
      notify.success(told)
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      await cache.invalidateQueries({ queryKey: ['own'] })
    }
  }
  const { tightened, hidden } = draft.body
  const labelOf = (key: string) => facts.fields[key]?.label ?? key
  return (
    <Panel title="待复核">
      <div className="own-fields">
        <p>
          {draft.asked.by}送请复核：{draft.asked.note}
        </p>
        {draft.body.record && <TypeSaid record={draft.body.record} />}
        <LineTable
          label="待复核的栏目"
          lines={draft.body.fields}
          columns={columns}
          keyOf={({ key }) => key}
          stale={false}
        />
        {tightened.length > 0 && <p>收紧：{tightened.map(({ field }) => labelOf(field)).join('、')}</p>}
        {hidden.length > 0 && <p>不用：{hidden.map(labelOf).join('、')}</p>}
        {draft.asked.mine ? (
          <p className="x-soft">须由本单位另一位同事复核。需要再改时可以退回草稿。</p>
        ) : (
          <Button
            look="primary"
            busy={isBusy}
            onClick={() =>
              void run(() => ownApi.confirm(view.type, draft.editNo), '已发布，约十秒后各处生效')
            }
          >
            同意并发布
          </Button>
        )}
        <TextBox label="退回原因" rows={2} most={300} value={reason} onChange={setReason} />
        <Button
          busy={isBusy}
          disabled={reason.trim() === ''}
          onClick={() => void run(() => ownApi.refuse(view.type, draft.editNo, reason.trim()), '已退回草稿')}
        >
          退回草稿
        </Button>
      </div>
    </Panel>
  )
}
