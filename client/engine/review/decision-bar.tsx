import { useRef } from 'react'
import type { PendingView } from '../../../catalogue/contract/archive/records.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { shortcutWords } from './shortcuts.ts'

/** Whom a return goes to, and whether it comes straight back afterwards. */
export interface ReturnWay {
  readonly comeBack: boolean
  /** Index of the earlier step that gets it; null for the owner. */
  readonly toStep: number | null
}

export interface DecisionBarProps {
  readonly pending: PendingView
  readonly count: number
  /** Unread parts in words; empty when all were on the screen. */
  readonly unread: string
  readonly way: ReturnWay
  readonly onWay: (way: ReturnWay) => void
  readonly busy: boolean
  readonly can: readonly string[]
  readonly onPass: () => void
  readonly onReturn: () => void
  readonly onReject: () => void
  readonly onSkip: () => void
  readonly onHelp: () => void
}

/** The foot of the review page: keys on the left, decisions on the right; on a phone two thumb buttons. */
export function DecisionBar(props: DecisionBarProps) {
  const { pending, count, unread, way, onWay, busy, can } = props
  const at = pending.route.findIndex((step) => step.state === 'current')
  return (
    <section className="xr-decision" aria-label="审核">
      <span className="xr-keys xr-keys-only x-faint">
        {shortcutWords
          .filter(([key]) => ['J', 'K', 'E'].includes(key))
          .map(([key, word]) => (
            <span key={key}>
              <Kbd>{key}</Kbd> {word}
            </span>
          ))}
        <button type="button" className="xr-link" onClick={props.onHelp}>
          <Kbd>?</Kbd> 全部快捷键
        </button>
      </span>
      <span className="xr-way">
        {at > 0 && (
          <label>
            退回给
            <select
              value={way.toStep ?? ''}
              onChange={(event) =>
                onWay({ ...way, toStep: event.target.value === '' ? null : Number(event.target.value) })
              }
            >
              <option value="">本人</option>
              {pending.route.slice(0, at).map((step, i) => (
                <option key={step.level} value={i}>
                  {levelLabels[step.level]}（{step.institution}）
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <input
            type="checkbox"
            checked={way.comeBack}
            onChange={(event) => onWay({ ...way, comeBack: event.target.checked })}
          />
          改好后直接回到我这里
        </label>
      </span>
      <output className="xr-unread">
        {unread !== '' && (
          <>
            <Icon name="eye" />
            还没看过 {unread}
          </>
        )}
      </output>
      <span className="xr-decision-buttons">
        <Button className="xr-wide-only" onClick={props.onSkip}>
          暂缓 <Kbd>S</Kbd>
        </Button>
        {can.includes('reject') && (
          <Button look="text" className="xr-wide-only" onClick={props.onReject}>
            不通过…
          </Button>
        )}
        <Button look="danger" busy={busy} disabled={!can.includes('return')} onClick={props.onReturn}>
          {count > 0 ? `退回修改，${count} 条意见` : '退回修改'} <Kbd>R</Kbd>
        </Button>
        <Button look="primary" busy={busy} disabled={!can.includes('approve')} onClick={props.onPass}>
          审核通过 <Kbd>A</Kbd>
        </Button>
      </span>
    </section>
  )
}

/** The list of all keys. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <dialog
      ref={(node) => {
        dialog.current = node
        if (node && !node.open) node.showModal()
      }}
      className="x-dialog"
      aria-labelledby="shortcut-help"
      onClose={onClose}
    >
      <h2 id="shortcut-help">快捷键</h2>
      <dl className="xr-shortcuts">
        {shortcutWords.map(([key, word]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{word}</dd>
          </div>
        ))}
      </dl>
      <footer>
        <Button look="primary" onClick={() => dialog.current?.close()}>
          知道了
        </Button>
      </footer>
    </dialog>
  )
}
