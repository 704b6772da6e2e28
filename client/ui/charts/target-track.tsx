import './target-track.css'

/** How far a figure is from its target, for the eye: the words stand beside it. `of` is the figure at the far end. */
export function TargetTrack({
  reached,
  target,
  of,
  within = 0,
  isMet,
}: {
  reached: number
  target: number
  of: number
  /** How far from the target is still as wanted. */
  within?: number
  isMet: boolean
}) {
  const share = (figure: number) => `${Math.min(100, Math.max(0, (100 * figure) / of)).toFixed(1)}%`
  return (
    <span className={isMet ? 'x-target x-target-met' : 'x-target'} aria-hidden="true">
      {within > 0 && (
        <i
          className="x-target-band"
          style={{ insetInlineStart: share(target - within), inlineSize: share(2 * within) }}
        />
      )}
      <span style={{ inlineSize: share(reached) }} />
      <i className="x-target-mark" style={{ insetInlineStart: share(target) }} />
    </span>
  )
}
