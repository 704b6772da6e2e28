import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteView } from '../../../catalogue/contract/portal/sites.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { SitePreviewPanel, type FrontOfSite } from './site-preview.tsx'
import { siteApi } from './use-sites.ts'

/** What waits for a second person, who looks at it and agrees or gives it back. */
export function SecondLook({ view, Front }: { view: SiteView; Front: FrontOfSite }) {
  const cache = useQueryClient()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { draft, clientId } = view
  const { data: preview } = useQuery({
    queryKey: ['site', clientId, 'preview', draft?.editNo],
    queryFn: () => (draft ? siteApi.preview(clientId, draft.body) : null),
    staleTime: 0,
  })
  if (!draft?.asked) return null
  const run = async (work: () => Promise<unknown>, told: string) => {
    setBusy(true)
    try {
      await work()
      notify.success(told)
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      await cache.invalidateQueries({ queryKey: ['site'] })
    }
  }
  return (
    <>
      <Panel title="待复核">
        <div className="sites-fields">
          <p>
            {draft.asked.by}送请复核：{draft.asked.note}
          </p>
          {draft.asked.mine ? (
            <p className="x-soft">须由另一位同事或系统管理员复核。需要再改时可以退回草稿。</p>
          ) : (
            <Button
              look="primary"
              busy={isBusy}
              onClick={() => void run(() => siteApi.confirm(clientId, draft.editNo), '已发布')}
            >
              同意并发布
            </Button>
          )}
          <TextBox label="退回原因" rows={2} most={300} value={reason} onChange={setReason} />
          <Button
            busy={isBusy}
            disabled={reason.trim() === ''}
            onClick={() =>
              void run(() => siteApi.refuse(clientId, draft.editNo, reason.trim()), '已退回草稿')
            }
          >
            退回草稿
          </Button>
        </div>
      </Panel>
      {preview && <SitePreviewPanel preview={preview} Front={Front} />}
    </>
  )
}
