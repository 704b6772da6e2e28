import type { Screen } from '../../../catalogue/contract/analysis/boards.ts'
import { listTime } from '../../platform/format.ts'
import { Logo } from '../../ui/look/logo.tsx'
import { useNow } from './use-now.ts'

/** Whose figures they are, of when, and the way up. */
export function HeadLeft(props: { screen: Screen; isBehind: boolean; onPlace: (id: number) => void }) {
  const { screen, isBehind, onPlace } = props
  const { path } = screen
  return (
    <>
      <Logo size={64} onInk />
      <div className="bd-whose">
        <nav aria-label="所在单位">
          <ol>
            {path.map(({ id, name }, index) => (
              <li key={id}>
                {index === path.length - 1 ? (
                  <span aria-current="location">{name}</span>
                ) : (
                  <button type="button" onClick={() => onPlace(id)}>
                    {name}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <Moment screen={screen} isBehind={isBehind} />
      </div>
    </>
  )
}

/** Of when the figures are; marked where the line failed, and where they are older than two periods. */
function Moment({ screen: { at, frozen, layout }, isBehind }: { screen: Screen; isBehind: boolean }) {
  const now = useNow()
  const isOld = !frozen && now.getTime() - Date.parse(at) > 2 * layout.refreshSeconds * 1_000
  return (
    <p
      className={isBehind ? 'bd-time bd-behind' : isOld ? 'bd-time bd-old' : 'bd-time'}
      data-testid="board-time"
    >
      {isBehind ? `断网·数据截至 ${listTime(at)}` : `数据截至 ${listTime(at)}`}
      {frozen && '（定格）'}
    </p>
  )
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'Asia/Shanghai',
})
const day = new Intl.DateTimeFormat('zh-CN', {
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  timeZone: 'Asia/Shanghai',
})

/** The mark of invented people, and the clock. */
export function HeadRight({ screen }: { screen: Screen }) {
  const now = useNow()
  return (
    <>
      {screen.demo && <span className="bd-demo">演示数据</span>}
      <time dateTime={now.toISOString()}>
        <b>{clock.format(now)}</b>
        {day.format(now)}
      </time>
    </>
  )
}
