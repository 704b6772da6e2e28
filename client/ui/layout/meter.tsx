/** A share of 100 as a bar, green when complete. The caller writes the figure beside it. */
export function Meter({ percent, label }: { percent: number; label: string }) {
  const share = Math.max(0, Math.min(100, percent))
  return (
    <progress
      className={share === 100 ? 'x-meter x-meter-full' : 'x-meter'}
      value={share}
      max={100}
      aria-label={label}
    />
  )
}
