import { needStates, type NeedLine, type NeedState } from '../../../../catalogue/contract/support-needs.ts'
import { Icon, type IconName } from '../../../ui/look/icon.tsx'

const looks: Readonly<Record<NeedState, readonly [IconName, string]>> = {
  waiting: ['wait', 'wait'],
  partly: ['wait', 'wait'],
  met: ['pass', 'pass'],
  ended: ['pass', 'quiet'],
  expired: ['warn', 'wrong'],
}

/** Where a need stands, with its places: 部分满足 1/2. */
export function NeedMark({ need: { state, taken, places } }: { need: NeedLine }) {
  const [icon, tone] = looks[state]
  const counted = state === 'partly' || state === 'met'
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {needStates[state]}
      {counted && (
        <span className="x-num">
          {' '}
          {taken}/{places}
        </span>
      )}
    </span>
  )
}

/** The places as squares: filled ones are taken. The numbers beside say the same. */
export function Places({ taken, places }: { taken: number; places: number }) {
  const cells = Array.from({ length: places }, (_, nth) => ({ nth, isTaken: nth < taken }))
  return (
    <p className="support-places">
      <span aria-hidden="true">
        {cells.map(({ nth, isTaken }) => (
          <i key={nth} className={isTaken ? 'support-taken' : ''} />
        ))}
      </span>
      需要 {places}，已有 {taken}
      {taken < places && `，还差 ${places - taken}`}
    </p>
  )
}
