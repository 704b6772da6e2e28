import { useDelayed } from './delayed.ts'

/** Grey lines in place of a list or text that is loading; nothing during the first 200 ms. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const shown = useDelayed(true, 200)
  return (
    <div className="x-skeleton">
      <output className="x-hidden">正在加载</output>
      {shown && Array.from({ length: lines }, (_, i) => <div key={i} className="x-skeleton-line" />)}
    </div>
  )
}
