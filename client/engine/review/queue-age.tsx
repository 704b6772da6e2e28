import type { z } from 'zod'
import type { tabCounts } from '../../../catalogue/contract/archive/records.ts'

type Ages = z.infer<typeof tabCounts>['ages']

const parts = [
  { key: 'short', label: '三天以内' },
  { key: 'middle', label: '四到七天' },
  { key: 'long', label: '七天以上' },
] as const

/** How long the items of a queue have waited: three counts, with their shares as a bar. */
export function QueueAge({ ages }: { ages: Ages }) {
  const total = ages.short + ages.middle + ages.long
  if (total === 0) return null
  return (
    <div className="xr-ages" data-testid="queue-age">
      <span className="x-soft x-dense">已等</span>
      <div className="xr-ages-bar" aria-hidden="true">
        {parts.map(
          ({ key }) =>
            ages[key] > 0 && <span key={key} className={`xr-age-${key}`} style={{ flexGrow: ages[key] }} />,
        )}
      </div>
      {parts.map(({ key, label }) => (
        <span key={key} className="x-dense">
          <i className={`xr-age-${key}`} aria-hidden="true" />
          {label} <b className="x-num">{ages[key]}</b> 条
        </span>
      ))}
      {ages.oldest > 0 && <span className="x-soft x-dense">最久 {ages.oldest} 天</span>}
    </div>
  )
}
