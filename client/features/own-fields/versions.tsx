import { useQueryClient } from '@tanstack/react-query'
import type { OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import { forgetOwnLayers } from '../../engine/own-layers.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ownApi } from './use-own-fields.ts'

/** Who published what and why, and taking the last one back within minutes. */
export function OwnVersions({ view }: { view: OwnTypeView }) {
  const cache = useQueryClient()
  if (view.versions.length === 0) return null
  const takeBack = async (no: number) => {
    const isSure = await confirm({ title: '撤回刚发布的一版？', text: '恢复为前一版的栏目。', ok: '撤回' })
    if (!isSure) return
    try {
      await ownApi.takeBack(view.type, no)
      forgetOwnLayers()
      notify.success('已撤回')
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      await cache.invalidateQueries({ queryKey: ['own'] })
    }
  }
  return (
    <Panel title="历次发布" flush>
      <ol className="own-versions">
        {view.versions.map(({ no, at, by, confirmedBy, note, fields, takeBackUntil }, i) => (
          <li key={no}>
            <b>{listTime(at)}</b>　{by}
            {confirmedBy && `，${confirmedBy}复核`}　{fields} 个栏目
            {i === 0 && <span className="x-faint">　现行</span>}
            <p className="x-soft x-dense">{note}</p>
            {takeBackUntil && (
              <Button look="text" onClick={() => void takeBack(no)}>
                撤回
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
