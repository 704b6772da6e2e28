import { Meter } from '../../ui/layout/meter.tsx'

/** How far a task is: the share of those who have completed it among those who belong to it still. */
export function Progress({
  of: { people, done, left },
  label,
}: {
  of: { readonly people: number; readonly done: number; readonly left: number }
  label: string
}) {
  const all = people - left
  const percent = all === 0 ? 100 : Math.floor((done / all) * 100)
  return (
    <span className="tasks-progress">
      <Meter percent={percent} label={`${label}：已补齐 ${percent}%`} />
      <span className="x-num">{percent}%</span>
    </span>
  )
}
