const petal = 'M0-3C-4-6-7-9-5.5-13.5-4.5-16-1.5-16.5 0-14 1.5-16.5 4.5-16 5.5-13.5 7-9 4-6 0-3Z'

/** The logo: an apricot blossom over a terrace of three steps. `onInk`: on a dark ground. */
export function Logo({ size = 28, onInk = false }: { size?: number; onInk?: boolean }) {
  const steps = onInk ? '#ffffff' : 'var(--color-primary)'
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <g transform="translate(32 22) scale(1.1)" fill={onInk ? '#eda75f' : '#df8a38'}>
        {[0, 72, 144, 216, 288].map((turn) => (
          <path key={turn} d={petal} transform={`rotate(${turn})`} />
        ))}
        <circle r="2.4" fill={onInk ? '#12273f' : '#ffffff'} />
      </g>
      <path d="M23 44h18v4.5H23zM16 50h32v4.5H16zM9 56h46v5H9z" fill={steps} />
    </svg>
  )
}
