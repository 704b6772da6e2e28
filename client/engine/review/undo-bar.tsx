import { useEffect, useState } from 'react'
import { undoMinutes } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { recordApi } from '../data/record-api.ts'
import { useStale } from '../data/queries.ts'
import { forgetUndo, undoables } from './undo-store.ts'

const every = 15_000

/** What was passed in the last minutes, with the way to take it back; gone by itself when the time is over. */
export function UndoBar({ type }: { type: string }) {
  const mine = undoables.use().filter((one) => one.type === type)
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const stale = useStale()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [])
  const open = mine.filter((one) => one.until > now)
  if (open.length === 0) return null
  const undo = async () => {
    setBusy(true)
    try {
      const result = await recordApi.batch(type, {
        ids: open.map((one) => one.id).slice(0, 200),
        action: 'undo',
      })
      const failed = result.results.filter((one) => !one.ok)
      if (failed.length === 0) notify.success(`已撤销 ${result.success} 条，回到待我审`)
      else
        notify.warn(`撤销了 ${result.success} 条，${failed.length} 条没能撤销：${failed[0]?.message ?? ''}`, {
          stay: 6000,
        })
      forgetUndo(open.map((one) => one.id))
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      void stale()
    }
  }
  const what = open.length === 1 ? `刚通过：${open[0]?.summary ?? ''}` : `刚通过 ${open.length} 条`
  return (
    <section className="xr-undo" aria-live="polite" aria-label="可以撤销" data-testid="undo-bar">
      <span>
        {what}　<span className="x-faint">{undoMinutes} 分钟内、上一级还没办时可以撤销</span>
      </span>
      <Button icon="undo" busy={busy} onClick={() => void undo()}>
        撤销
      </Button>
    </section>
  )
}
