/** A share of 100 as a bar; green when complete. The figure itself is written beside it by whoever uses it. */
export function Meter({ percent, label }: { percent: number; label: string }) {
  const share = Math.max(0, Math.min(100, percent))
  return (
    <span
      className={share === 100 ? 'x-meter x-meter-full' : 'x-meter'}
      role="progressbar"
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${share}%` }} />
    </span>
  )
}
