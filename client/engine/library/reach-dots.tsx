import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { isReach, isWithin, type Reach } from '../../../catalogue/flows/reach.ts'
import './library.css'

const stops: readonly Reach[] = ['1', '2', '3', '4']

/** How far something is read, in a word and as four dots from school to province. */
export function ReachDots({ reach }: { reach: string }) {
  const reached = isReach(reach) ? reach : '0'
  return (
    <span className="library-reach">
      {labelOf('shareScope', reach)}
      <span className="library-dots" aria-hidden="true">
        {stops.map((stop) => (
          <i key={stop} className={isWithin(stop, reached) ? 'library-dot-reached' : ''} />
        ))}
      </span>
    </span>
  )
}
