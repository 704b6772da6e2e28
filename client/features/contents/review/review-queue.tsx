import type { AnyContent } from '../../../../catalogue/contents/define.ts'
import type { ContentLine } from '../../../../catalogue/contract/portal/contents.ts'
import { waiting } from '../../../platform/format.ts'
import { daysSince } from './review-way.tsx'

/** What waits for the reviewer, the longest wait first. */
export function ReviewQueue({
  definition,
  lines,
  total,
  current,
  onOpen,
}: {
  definition: AnyContent
  lines: readonly ContentLine[]
  total: number
  current: number
  onOpen: (id: number) => void
}) {
  return (
    <nav className="xr-rail" aria-label="待审队列">
      <p className="xr-rail-head">
        <b>{definition.title}审核</b>
        <span className="x-faint x-num">{placeOf(lines, current, total)}</span>
      </p>
      {lines.length === 0 && <p className="xr-none x-soft">暂无待审核的{definition.title}。</p>}
      <ol>
        {lines.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              className="xr-rail-item"
              aria-current={line.id === current || undefined}
              onClick={() => onOpen(line.id)}
            >
              <b>{String(line.value[definition.headline] ?? '')}</b>
              <span className="xr-rail-line xr-rail-what">
                <span>
                  {line.org}　{line.author !== undefined && `${line.author}　`}
                  {line.publishAt === null || !line.changed ? '新增' : '修订'}
                </span>
                <span className={line.overdue ? 'contents-fault' : ''}>
                  {line.overdue ? '超期　' : ''}
                  {waiting(daysSince(line.updatedAt))}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Where the open content stands among those that wait. */
export function placeOf(lines: readonly ContentLine[], current: number, total: number): string {
  const place = lines.findIndex(({ id }) => id === current) + 1
  return place > 0 ? `第 ${place} 条，共 ${total} 条` : `共 ${total} 条`
}
