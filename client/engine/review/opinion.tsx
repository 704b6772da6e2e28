import { Kbd } from '../../ui/look/kbd.tsx'
import './desk-parts.css'

/** Id of the field for words, which keys and faults bring into focus. */
export const opinionId = 'review-opinion'

export interface Opinion {
  /** Usual reasons of a return, as chosen. */
  readonly picked: readonly string[]
  readonly typed: string
}
export const noOpinion: Opinion = { picked: [], typed: '' }

/** The reasons of a return as one text. */
export const wordsOf = ({ picked, typed }: Opinion): string =>
  [...picked, typed.trim()].filter(Boolean).join('；')

/** The opinion with a usual reason chosen, or no longer. */
export const toggled = (opinion: Opinion, reason: string): Opinion => ({
  ...opinion,
  picked: opinion.picked.includes(reason)
    ? opinion.picked.filter((one) => one !== reason)
    : [...opinion.picked, reason],
})

/** The words of a reviewer: usual reasons by number key, and a text. */
export function OpinionField({
  reasons,
  opinion,
  fault,
  onChange,
}: {
  /** What is usually returned for. */
  reasons: readonly string[]
  opinion: Opinion
  fault: string
  onChange: (opinion: Opinion) => void
}) {
  return (
    <section className="xr-part xr-reasons">
      <h2>
        <label htmlFor={opinionId}>审核意见</label>
        <span className="x-faint x-note">退回时必填</span>
      </h2>
      <textarea
        id={opinionId}
        rows={3}
        maxLength={200}
        value={opinion.typed}
        aria-invalid={fault !== ''}
        aria-describedby={fault ? `${opinionId}-fault` : undefined}
        onChange={(event) => onChange({ ...opinion, typed: event.target.value })}
      />
      {fault && (
        <p id={`${opinionId}-fault`} role="alert" className="xr-part-fault">
          {fault}
        </p>
      )}
      <ol aria-label="常用退回意见">
        {reasons.map((reason, i) => (
          <li key={reason} className="xr-reason">
            <button
              type="button"
              className="xr-reason-item"
              aria-pressed={opinion.picked.includes(reason)}
              onClick={() => onChange(toggled(opinion, reason))}
            >
              <Kbd>{String(i + 1)}</Kbd>
              <span>{reason}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
