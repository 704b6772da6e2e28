import { less, lengthOf, type Stretches } from '../../../catalogue/watch/stretches.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import type { WatchView } from '../../../catalogue/contract/watch.ts'

/** The seconds of a recording by what became of them, with the same in words. */
export function WatchBar({ view, testId }: { view: WatchView; testId?: string }) {
  const { length, seen, again, played } = view
  const missed = less(played, seen)
  const never = length - lengthOf(seen) - lengthOf(missed)
  return (
    <div className="watch-bar-block" data-testid={testId}>
      <div className="watch-bar" aria-hidden="true">
        <Stretched of={seen} length={length} className="watch-seen" />
        <Stretched of={missed} length={length} className="watch-missed" />
        <Stretched of={again} length={length} className="watch-again" />
      </div>
      <ul className="watch-legend">
        <li>
          <i className="watch-seen" />
          已计 {clockText(lengthOf(seen))}
        </li>
        {again.length > 0 && (
          <li>
            <i className="watch-again" />
            其中重看 {clockText(lengthOf(again))}
          </li>
        )}
        {missed.length > 0 && (
          <li>
            <i className="watch-missed" />
            放过但没计 {clockText(lengthOf(missed))}
          </li>
        )}
        <li>
          <i />
          没放过 {clockText(never)}
        </li>
      </ul>
    </div>
  )
}

function Stretched(props: { of: Stretches; length: number; className: string }) {
  const { of, length, className } = props
  return of.map(([from, to]) => (
    <span
      key={from}
      className={className}
      style={{
        insetInlineStart: `${(100 * from) / length}%`,
        inlineSize: `${(100 * (to - from)) / length}%`,
      }}
    />
  ))
}
