import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChainVersion, ChainView } from '../../../catalogue/contract/archive/chains.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { sameChain } from '../../../catalogue/flows/chain.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { chainApi } from './use-chains.ts'
import { chainWords } from './words.ts'

/** Who changed the chain when and why, and the way back to an earlier version. */
export function Versions({ definition, view }: { definition: ReviewedType; view: ChainView }) {
  const city = useSession()?.role === 5
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const restore = async (version: number | null, name: string, text: string) => {
    if (
      !(await confirm({
        title: `恢复到${name}？`,
        text: `${text}\n在办的不受影响，今后提交的按它走。`,
        ok: '恢复',
      }))
    )
      return
    setBusy(true)
    try {
      await chainApi.restore(definition.name, version, { basedOn: view.version, note: `恢复到${name}` })
      notify.success(`已恢复到${name}`)
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      void cache.invalidateQueries({ queryKey: ['chains'] })
    }
  }
  return (
    <Panel title="历史版本" flush>
      {city && view.above && (
        <div className="chains-version">
          <p>
            <b>省的流程</b>
            {!view.own && <span className="x-faint">　现行</span>}
          </p>
          <p className="x-soft x-dense">{chainWords(definition, view.above)}</p>
          {view.own && (
            <Button
              busy={busy}
              onClick={() => void restore(null, '省的流程', chainWords(definition, view.above ?? []))}
            >
              恢复为沿用省级流程
            </Button>
          )}
        </div>
      )}
      <ol>
        {view.versions.map((one) => (
          <li key={one.version} className="chains-version">
            <p>
              <b>第 {one.no} 版</b>
              {one.version === view.version && <span className="x-faint">　现行</span>}
            </p>
            <p className="x-faint x-note">
              {listTime(one.at)}　{one.by ?? '系统初始'}
            </p>
            <p className="x-soft x-dense">{one.chain ? chainWords(definition, one.chain) : '沿用省级流程'}</p>
            {one.note && <p className="x-dense">{one.note}</p>}
            {canRestore(one, view) && (
              <Button
                busy={busy}
                aria-label={`恢复到第 ${one.no} 版`}
                onClick={() =>
                  void restore(one.version, `第 ${one.no} 版`, chainWords(definition, one.chain ?? []))
                }
              >
                恢复到这一版
              </Button>
            )}
          </li>
        ))}
      </ol>
      {city && view.versions.length === 0 && <p className="chains-version x-faint">本市暂无自定流程。</p>}
    </Panel>
  )
}

/** Going back to what is in force already would change nothing. */
const canRestore = (one: ChainVersion, view: ChainView): boolean =>
  one.version !== view.version && one.chain !== null && !(view.own && sameChain(one.chain, view.chain))
