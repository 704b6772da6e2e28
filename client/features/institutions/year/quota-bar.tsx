import { thousands } from '../../../platform/format.ts'

/** The part of the bar up to which the quota goes: what is over has room behind it. */
const upTo = 80

/**
 * Staff in establishment against the quota, whose end is a stroke; what is over stands behind it in the
 * accent.
 */
export function QuotaBar({ granted, used }: { granted: number; used: number }) {
  const part = granted === 0 ? (used === 0 ? 0 : 100) : Math.min(100, (used / granted) * upTo)
  return (
    <span className="institutions-bar" aria-hidden="true">
      <span style={{ inlineSize: `${Math.min(part, upTo)}%` }} />
      <span className="institutions-over" style={{ inlineSize: `${Math.max(0, part - upTo)}%` }} />
    </span>
  )
}

/** What is free in words, and what is over: a minus alone is overlooked. */
export function FreeText({ free }: { free: number }) {
  if (free < 0) return <b className="institutions-over-text">超 {thousands(-free)}</b>
  return <span>{free === 0 ? '满编' : `空 ${thousands(free)}`}</span>
}
