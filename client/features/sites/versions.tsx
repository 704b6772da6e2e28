import { useQueryClient } from '@tanstack/react-query'
import type { SiteView } from '../../../catalogue/contract/portal/sites.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { siteApi } from './use-sites.ts'

/** Who published what and why; any version before can be in force again. */
export function SiteVersions({ view }: { view: SiteView }) {
  const cache = useQueryClient()
  if (view.versions.length === 0) return null
  const back = async (no: number) => {
    const isSure = await confirm({
      title: `恢复第 ${no} 版？`,
      text: '该版曾经复核，恢复后立即生效。',
      ok: '恢复',
    })
    if (!isSure) return
    try {
      await siteApi.back(view.clientId, no, `恢复第 ${no} 版`)
      notify.success('已恢复')
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      await cache.invalidateQueries({ queryKey: ['site'] })
    }
  }
  return (
    <Panel title="历次发布" flush>
      <ol className="sites-versions">
        {view.versions.map(({ no, at, by, confirmedBy, note, inForce }) => (
          <li key={no}>
            <b>第 {no} 版</b>　{listTime(at)}　{by}
            {confirmedBy !== null && `，${confirmedBy}复核`}
            {inForce && <span className="x-faint">　现行</span>}
            <p className="x-soft x-dense">{note}</p>
            {!inForce && (
              <Button look="text" onClick={() => void back(no)}>
                恢复这一版
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
