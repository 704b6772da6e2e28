import { useState } from 'react'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { useMakeStale } from '../data/queries.ts'
import { recordApi } from '../data/record-api.ts'
import { mayUrge } from '../record/use-record-acts.tsx'
import type { Outcome } from './batch-bar.tsx'

const atMost = 200

/** Reminds the offices above of the chosen rows that were passed on to them; today's are left out. */
export function UrgeBar({
  definition,
  chosen,
  onClear,
  onDone,
}: {
  definition: AnyRecord
  chosen: ReadonlyMap<string, ListRow>
  onClear: () => void
  onDone: (outcome: Outcome) => void
}) {
  const [busy, setBusy] = useState(false)
  const makeStale = useMakeStale()
  if (chosen.size === 0) return null
  const rows = [...chosen.values()].slice(0, atMost)
  const late = rows.filter(mayUrge)
  const fresh = rows.length - late.length
  const urge = async () => {
    setBusy(true)
    try {
      const ids = late.map(({ id }) => id)
      const { results } = await recordApi.batch(definition.name, { ids, action: 'urge' })
      onDone({ action: 'urge', results, rows: chosen })
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      void makeStale()
    }
  }
  return (
    <StickyBar
      note={
        <span data-testid="batch-note">
          <b>已选 {rows.length} 条</b>
          {fresh > 0 && `　其中 ${fresh} 条送到上一级还不满一天`}
        </span>
      }
    >
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      <Button look="primary" icon="bell" busy={busy} disabled={late.length === 0} onClick={() => void urge()}>
        {`催办 ${late.length} 条${fresh > 0 ? `，跳过 ${fresh} 条` : ''}`}
      </Button>
      <span className="x-faint x-note xr-wide-only">上一级会收到消息，每条一天一次</span>
    </StickyBar>
  )
}
