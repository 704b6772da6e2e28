import { useEffect, useState } from 'react'
import { undoMinutes } from '../../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { recordApi } from '../../data/record-api.ts'
import { useMakeStale } from '../../data/queries.ts'
import { forgetUndo, undoableActs, undoables, type Undoable } from './undo-store.ts'

const every = 15_000

/** The most records that the server takes back in one call. */
const mostPerCall = 200

/** Result for each approval to undo; `message` says why one was not undone. */
export type TakeBack = (
  ids: readonly string[],
) => Promise<readonly { readonly id: string; readonly ok: boolean; readonly message?: string | null }[]>

const recordsOf =
  (type: string): TakeBack =>
  async (ids) =>
    (await recordApi.batch(type, { ids: [...ids], action: 'undo' })).results

/**
 * The approvals of the last minutes. The button takes back the last one (a record or a batch); earlier ones
 * are listed below with buttons of their own. The bar goes when their time is over.
 */
export function UndoBar({
  type,
  takeBack = recordsOf(type),
  onUndone,
}: {
  type: string
  /** Takes approvals of the type back, each by itself. Records are the usual ones. */
  takeBack?: TakeBack
  onUndone?: (ids: readonly string[]) => void
}) {
  const all = undoables.use()
  const [now, setNow] = useState(() => Date.now())
  const [busy, setBusy] = useState(false)
  const makeStale = useMakeStale()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [])
  const [last, ...earlier] = undoableActs(all, type, now)
  if (!last) return null
  const undo = async (act: readonly Undoable[]) => {
    setBusy(true)
    try {
      const ids = act.map((one) => one.id).slice(0, mostPerCall)
      const results = await takeBack(ids)
      const success = results.filter((one) => one.ok).length
      const failed = results.filter((one) => !one.ok)
      if (failed.length === 0) notify.success(`已撤销 ${success} 条，回到待我审`)
      else
        notify.warn(`撤销了 ${success} 条，${failed.length} 条撤销失败：${failed[0]?.message ?? ''}`, {
          stay: 6000,
        })
      forgetUndo(ids)
      onUndone?.(results.filter((one) => one.ok).map((one) => one.id))
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      void makeStale()
    }
  }
  return (
    <section className="xr-undo" aria-live="polite" aria-label="可以撤销" data-testid="undo-bar">
      <span>
        刚通过{wordsOf(last)}　<span className="x-faint">{undoMinutes} 分钟内、上一级还没办时可以撤销</span>
      </span>
      <Button icon="undo" busy={busy} onClick={() => void undo(last)}>
        撤销
      </Button>
      {earlier.length > 0 && (
        <details>
          <summary>更早通过的 {earlier.flat().length} 条</summary>
          <ul>
            {earlier.map((act) => (
              <li key={act[0]?.act}>
                <span>{wordsOf(act).replace('：', '')}</span>
                <Button look="text" busy={busy} onClick={() => void undo(act)}>
                  撤销<span className="x-hidden">{wordsOf(act)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const wordsOf = (act: readonly Undoable[]) =>
  act.length === 1 ? `：${act[0]?.summary ?? ''}` : ` ${act.length} 条`
