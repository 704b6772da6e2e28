import { useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { BatchResult, ListRow } from '../../../catalogue/contract/archive/records.ts'
import { undoMinutes } from '../../../catalogue/flows/review.ts'
import { useKeptReasons } from './reasons/kept-reasons.ts'
import { declaredReasons } from './reasons/use-reasons.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { recordApi } from '../data/record-api.ts'
import { useMakeStale } from '../data/queries.ts'
import { passingWithWords, ReasonDialog } from '../record/reason-dialog.tsx'
import { offerUndo } from './undo/undo-store.ts'

/** The result of a batch for each of its items. */
export interface Outcome {
  readonly action: 'approve' | 'return' | 'urge'
  readonly results: BatchResult['results']
  readonly rows: ReadonlyMap<string, ListRow>
}

const atMost = 200

/**
 * The buttons for the chosen rows, with what each will do. Rows with warnings are not approved in a batch.
 */
export function BatchBar(props: {
  definition: AnyRecord
  chosen: ReadonlyMap<string, ListRow>
  onClear: () => void
  onDone: (outcome: Outcome) => void
}) {
  const { definition, chosen, onClear, onDone } = props
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<'pass' | 'return' | null>(null)
  const makeStale = useMakeStale()
  if (chosen.size === 0) return null
  const rows = [...chosen.values()].slice(0, atMost)
  const passing = rows.filter((row) => row.warnings.length === 0)
  const skipped = rows.length - passing.length
  const run = async (action: 'approve' | 'return', ids: string[], reason?: string) => {
    setBusy(true)
    try {
      const { results } = await recordApi.batch(definition.name, { ids, action, ...(reason && { reason }) })
      const done = results.filter((one) => one.ok)
      if (action === 'approve') {
        offerUndo(done.map(({ id }) => ({ type: definition.name, id, summary: nameOf(chosen.get(id)) })))
      }
      onDone({ action, results, rows: chosen })
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      void makeStale()
    }
  }
  const pass = async () => {
    const text =
      skipped > 0
        ? `有校验提示的 ${skipped} 条留下，须逐条打开。${undoMinutes} 分钟内可以撤销。`
        : `${undoMinutes} 分钟内可以撤销。`
    if (passing.some((row) => row.reasonRequired)) return setAsking('pass')
    const yes = await confirm({
      title: `通过 ${passing.length} 条${definition.title}？`,
      text,
      ok: `通过 ${passing.length} 条`,
    })
    if (yes) await run('approve', idsOf(passing))
  }
  return (
    <StickyBar note={<Chosen count={rows.length} skipped={skipped} />}>
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      <Button look="danger" icon="return" busy={busy} onClick={() => setAsking('return')}>
        批量退回…
      </Button>
      <Button
        look="primary"
        icon="check"
        busy={busy}
        disabled={passing.length === 0}
        onClick={() => void pass()}
      >
        {`通过 ${passing.length} 条${skipped > 0 ? `，跳过 ${skipped} 条` : ''}`}
      </Button>
      <span className="x-faint x-note xr-wide-only">通过后 {undoMinutes} 分钟内可撤销</span>
      {asking === 'pass' && (
        <ReasonDialog
          question={passingWithWords(
            `这段意见会写进通过的 ${passing.length} 条。${skipped > 0 ? `有校验提示的 ${skipped} 条留下，须逐条打开。` : ''}`,
            `通过 ${passing.length} 条`,
          )}
          busy={busy}
          onAnswer={(reason) => {
            setAsking(null)
            if (reason !== null) void run('approve', idsOf(passing), reason)
          }}
        />
      )}
      {asking === 'return' && (
        <ReturnDialog
          definition={definition}
          count={rows.length}
          busy={busy}
          onAnswer={(reason) => {
            setAsking(null)
            if (reason !== null) void run('return', idsOf(rows), reason)
          }}
        />
      )}
    </StickyBar>
  )
}

const idsOf = (rows: readonly ListRow[]): string[] => rows.map(({ id }) => id)

function Chosen({ count, skipped }: { count: number; skipped: number }) {
  return (
    <span data-testid="batch-note">
      <b>已选 {count} 条</b>
      {skipped > 0 && (
        <span className="xr-accent">
          {'　'}
          <Icon name="warn" /> 其中 {skipped} 条有校验提示，须逐条打开
        </span>
      )}
    </span>
  )
}

/** Asks for the reason of many returns, with the usual ones that are not switched off. */
function ReturnDialog(props: {
  definition: AnyRecord
  count: number
  busy: boolean
  onAnswer: (reason: string | null) => void
}) {
  const { definition, count, busy, onAnswer } = props
  const { off } = useKeptReasons(definition.name)
  return (
    <ReasonDialog
      question={{
        title: `退回 ${count} 条`,
        text: '每一条都会带着这段意见回到本人手里，改好可以再交。',
        ok: `退回 ${count} 条`,
        label: '退回意见',
        samples: [...new Set(declaredReasons(definition, off).map((one) => one.reason))],
      }}
      busy={busy}
      onAnswer={onAnswer}
    />
  )
}

const nameOf = (row: ListRow | undefined) => (row ? `${row.ownerName}，${row.summary}` : '')

const outcomeWords = { approve: '通过', return: '退回', urge: '催办' } as const

/** The result of a batch: one line per item that failed, and where the others went. */
export function BatchOutcome({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const failed = outcome.results.filter((one) => !one.ok)
  const done = outcome.results.length - failed.length
  const verb = outcomeWords[outcome.action]
  return (
    <section className="xr-info xr-outcome" aria-live="polite" data-testid="batch-outcome">
      <Icon name={failed.length > 0 ? 'warn' : 'pass'} />
      <div>
        <b>
          {verb}了 {done} 条{failed.length > 0 && `，${failed.length} 条没有办成`}
        </b>
        <details>
          <summary>逐条结果</summary>
          <ul>
            {outcome.results.map((one) => (
              <li key={one.id}>
                {nameOf(outcome.rows.get(one.id))}：
                {one.ok ? (
                  <span className="xr-ok">{verb}</span>
                ) : (
                  <span className="xr-bad">{one.message}</span>
                )}
              </li>
            ))}
          </ul>
        </details>
      </div>
      <Button look="text" icon="close" aria-label="关闭结果" onClick={onClose} />
    </section>
  )
}
